// What the file holds, as ordquant_core/teaching/one_file.py writes it.
import type { Lesson } from "../board/lesson.d.ts";
import type { Picture } from "../draw/picture.js";
import type { Quiz, Shared } from "../quiz/quiz.d.ts";

export type Data = Omit<Shared, "quizzes"> & {
  lessons: Lesson[];
  transfers: Lesson[]; // to each lesson in turn, a question on a new picture
  quizzes: Quiz[];
  picture: Picture;
};
