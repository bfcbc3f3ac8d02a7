// What a quiz is made of, as ordquant_core/teaching/quiz.py writes it.
import type { Limits } from "../draw/picture.js";

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

export interface Reading {
  key: string;
  name: string;
  answered: string;
}

/** What all quizzes share: how many can be chosen of each level, the readings, the titles of the lessons. */
export interface Shared {
  quizzes: Record<Level, number>;
  readings: Reading[];
  titles: Record<string, string>;
  limits: Limits;
}

/** `sitting`: a digit per question, 0 where it is not answered, and the question that is shown, such as 3000000000.1. */
export type Data = Shared & { quiz: Quiz; sitting: string };

export interface Options {
  draw: () => Node; // the parts of a canvas
  stage?: boolean; // for a lecture hall
  choose: (level: Level, seed: number) => void; // another quiz is wanted: `take` has to follow
  report: () => void; // something was answered, or another question is shown
  lesson: (key: string) => void; // a lesson is to be shown
  compare: (item: Item) => HTMLElement; // what opens a picture in Compare
}
