// A lesson as Python writes it: ordquant_core/teaching/lesson.py.
export type Side = "gold" | "a" | "b";
export type Votes = number[];

export interface Board {
  gold: Votes;
  a: Votes;
  b: Votes;
  carried: Side;
  walked: number;
}

export interface Tick {
  side: Side | "carried";
  votes: Votes[];
  home: boolean;
  average: number | null;
  moved: boolean;
  all_prefer: "" | "A" | "B";
}

export interface Lesson {
  key: string;
  title: string;
  dialogue: string;
  board: Board;
  kind: "carry" | "average" | "swap" | "mistake" | "flips" | "picture";
  measures: string[];
  below: "traffic" | "lookouts" | "flips" | "words" | "bins" | "order" | "nothing";
  story: string;
  meet: string;
  ask: string;
  choices: string[];
  right: number;
  answered: string[];
  task: string;
  tick: Tick;
  goal: Votes;
  live: { text: string; flag: string }[];
  why: string;
  take_away: string;
  sides: Side[];
  other: Votes;
  both: boolean;
  further: [string, Votes];
  curves: boolean;
  covered: boolean;
  highest: number;
  widest: number;
  most: number;
  words: string[];
  asks: string;
  hidden: string[];
  nicknames: boolean;
  free: boolean;
  classes: string[];
  names: Record<string, [string, string, string, string]>;
  terms: Record<string, [string, string]>;
  class_words: string[];
}
