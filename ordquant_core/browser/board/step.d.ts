// A step of a lesson: a board, a question, a task. What lessons.json does not say has the values of step.js.
export type Side = "gold" | "a" | "b";
export type Votes = number[];

export interface Board {
  gold: Votes;
  a: Votes;
  b: Votes;
  carried: Side;
  walked: number;
  taps: string[]; // beams that were tapped, as "lookout-class"
}

/** When a task is done: all that is given must hold. */
export interface Tick {
  side?: Side | "carried"; // of `votes`, `home`, `average` and `moved`: the gold where none is given
  votes?: Votes[]; // the side is one of these
  home?: boolean; // the side equals the gold
  average?: number; // of the side's classes, counted from 1
  moved?: boolean; // the side is not as it was at first
  all_prefer?: "A" | "B"; // every measure of the table
  prefers?: [string, "A" | "B"];
  equal?: boolean; // two bars of the side that is carried, which are not in the gold
  piles?: Votes; // the votes of B that lie in wrong classes, the largest pile first
  taps?: number;
}

export type Below = "traffic" | "squares" | "beams" | "flips" | "words" | "bins" | "weights" | "order" | "nothing";
export type Flag = "" | "home" | "detour" | "walked" | "equal bars";

export interface Step {
  board: Board;
  story: string;
  meet: string;
  rows: string[]; // of the table: measures, or "area"
  hidden: string[]; // rows without scores until the answer
  below: Below;
  covered: boolean; // what is drawn below the board would give the answer away: it follows the answer
  ask: string;
  choices: string[];
  right: number;
  asks: string; // the measure whose preference is the question: the answer is right or wrong at once
  answered: string[]; // what is said after each choice, and after none
  task: string;
  tick: Tick;
  goal: Votes; // what the carried side becomes with "Do it for me"
  live: (string | [Flag, string])[]; // sentences that are true of the board: the first whose flag holds
  done: string; // what was true when the task was done
  rule: string;
  sides: Side[]; // the estimates that are drawn
  other: Votes; // a second dialogue beside the board
  movable: number[]; // classes between which votes are carried; all where there are none
  together: boolean; // a pile moves as one
  tapping: boolean; // beams are counted when they are tapped
  slider: number; // gold votes that a slider moves
  free: boolean; // whose votes are carried can be chosen
  both: boolean; // afterwards the other estimate can be carried, too
  curves: boolean; // traffic can be shown between the cumulative curves
  counter: boolean; // the steps that were walked stand beside the board
  highest: number; // votes of the scale
  classes: string[]; // labels; without any: 1, 2, 3, …
  class_words: string[];
  names: Record<string, [string, string, string]>; // of measures: nickname, one line, full name
  labels: Record<string, string>; // of measures
  terms: Record<string, [string, string]>; // the word as it is written, what it means
}

export interface Lesson {
  key: string;
  title: string;
  take_away: string;
  words?: string[];
  steps: Partial<Step>[];
}

export interface Lessons {
  names: Step["names"];
  labels: Step["labels"];
  terms: Step["terms"];
  class_words: string[];
  lessons: Lesson[];
  make: {
    title: string;
    story: string;
    take_away: string;
    picture: Pick<Board, "gold" | "a" | "b">;
    tasks: { task: string; goal: Switches; done: string }[];
  };
  judges: { title: string; story: string; recipes: Record<string, string> };
}

export type Switches = import("../draw/built.js").Switches;
