// A step of a lesson with all that lessons.json leaves out.
/** @import { Lessons, Step } from "./step.d.ts" */

/** @type {Omit<Step, "board" | "names" | "labels" | "terms" | "class_words">} */
const USUAL = {
  story: "",
  meet: "",
  rows: [],
  hidden: [],
  below: "nothing",
  covered: false,
  ask: "",
  choices: [],
  right: 0,
  asks: "",
  answered: [],
  task: "",
  tick: {},
  goal: [],
  live: [],
  done: "",
  rule: "",
  sides: ["a", "b"],
  other: [],
  movable: [],
  together: false,
  tapping: false,
  slider: 0,
  free: false,
  both: false,
  curves: false,
  counter: false,
  highest: 20,
  classes: [],
};

/** @param {Partial<Step> & Pick<Step, "board">} given @param {Pick<Lessons, "names" | "labels" | "terms" | "class_words">} words @returns {Step} */
export function stepOf({ board, ...given }, { names, labels, terms, class_words }) {
  return { ...USUAL, names, labels, terms, class_words, ...given, board: { ...board, walked: 0, taps: [] } };
}
