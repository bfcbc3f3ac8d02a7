// What the file holds, as ordquant_core/teaching/one_file.py writes it.
import type { Lesson } from "../board/lesson.d.ts";
import type { Limits, Picture } from "../draw/picture.js";

export type Level = "easy" | "medium" | "hard";
export type Choice = "a" | "tie" | "b";
export type Confidence = "guess" | "fairly" | "sure";

export interface Item {
  measure: string;
  classes: string[];
  gold: number[];
  a: number[];
  b: number[];
  question: string;
  choices: { key: Choice; label: string }[];
  right: Choice;
  verdict: string;
  why: string;
  drawn: string; // HTML
  caption: string;
  would: Partial<Record<Choice, string[]>>;
  readings: Record<string, Choice>;
  repeat: string;
}

export interface Quiz {
  level: Level;
  seed: number;
  items: Item[];
}

export interface Data {
  lessons: Lesson[];
  transfers: Lesson[]; // to each lesson in turn, a question on a new picture
  own: Lesson[];
  quizzes: Quiz[];
  readings: { key: string; name: string; answered: string }[];
  confidences: { key: Confidence; label: string; expected: number }[];
  codes: { alphabet: string; prefix: string; edition: number; levels: Level[]; seeds: number };
  picture: Picture;
  limits: Limits;
}
