// What is drawn, as a value that never changes in place: every operation takes a state and returns the next one.
// Operations that can be refused return the next state or the problem.
import {
  apportion,
  axisEnd,
  BASELINES,
  isVotes,
  isWhole,
  sharesOf,
  sum,
  tidy,
  withShare,
  withVotes,
} from "./shares.js";
import { resized } from "./places.js";
/** @import { Baseline } from "./shares.js" */

/** @typedef {"gold" | "a" | "b"} Side */
/** @typedef {"a" | "b"} RunSide */
/** @typedef {"votes" | "probability"} Mode */
/** @typedef {number[] | Baseline} Entry A baseline follows the gold. */
/**
 * `positions`: of the classes on their axis; null: 1, 2, 3, …
 * @typedef {{ classes: string[], gold: number[], a: Entry, b: Entry, name_a: string, name_b: string, positions: number[] | null }} Picture
 */
/** @typedef {Picture & { mode: Mode, n: number }} State */
/** @typedef {{ state: State, problem?: undefined } | { state?: undefined, problem: string }} Outcome */
/**
 * What Python allows, and sends.
 * @typedef {object} Limits
 * @property {number} fewest_classes
 * @property {number} most_classes
 * @property {number} longest_label
 * @property {number} fewest_votes
 * @property {number} most_votes that a picture can have: of a link or a file
 * @property {number} most_chosen_votes that can be asked for on the canvas
 */

/** @type {readonly Side[]} */
export const SIDES = ["gold", "a", "b"];
/** @type {readonly RunSide[]} */
export const RUNS = ["a", "b"];
/** @type {Record<RunSide, "name_a" | "name_b">} */
export const NAME = { a: "name_a", b: "name_b" };
const USUAL_VOTES = { fewest: 10, most: 100 }; // to say probabilities with

/** @type {(entry: Entry) => entry is Baseline} */
export const isBaseline = (entry) => typeof entry === "string";

/** @type {(word: string | undefined) => word is Side} */
export const isSide = (word) => SIDES.some((side) => side === word);

/** @type {(word: string | undefined) => word is RunSide} */
export const isRun = (word) => RUNS.some((side) => side === word);

/** @param {Picture} picture @returns {State} */
export function fromData({ classes, gold, a, b, name_a, name_b, positions }) {
  const votes = isVotes(gold);
  return {
    classes,
    gold,
    a,
    b,
    name_a,
    name_b,
    positions,
    mode: votes ? "votes" : "probability",
    n: votes ? sum(gold) : fittingVotes(gold),
  };
}

/**
 * The fewest of the usual votes that can say these probabilities exactly.
 * @param {number[]} gold
 */
function fittingVotes(gold) {
  const { fewest, most } = USUAL_VOTES;
  for (let n = fewest; n <= most; n++) if (gold.every((share) => isWhole(share * n))) return n;
  return most;
}

/** @param {State} state */
export const topOf = (state) => (state.mode === "votes" ? state.n : 1);

/** @param {State} state */
export function axisFor(state) {
  const shares = SIDES.flatMap((side) => sharesFor(state, side));
  return axisEnd(Math.max(...shares) * topOf(state), topOf(state), state.mode === "votes");
}

/** @param {State} state @param {Side} side */
export function sharesFor(state, side) {
  const entry = state[side];
  return isBaseline(entry) ? BASELINES[entry](state.gold) : sharesOf(entry);
}

/**
 * What a gesture on a side starts from: whole votes of n, or probabilities.
 * @param {State} state
 * @param {Side} side
 */
export function baseFor(state, side) {
  const entry = state[side];
  if (state.mode === "votes") {
    const ready = !isBaseline(entry) && entry.every(Number.isInteger) && sum(entry) === state.n;
    return ready ? entry : apportion(sharesFor(state, side), state.n);
  }
  return isBaseline(entry) || isVotes(entry) ? sharesFor(state, side) : entry;
}

/**
 * A run that was drawn on is no longer the system it came from: it loses that name.
 * @param {State} state
 * @param {Side} side
 * @param {Entry} entry
 * @returns {State}
 */
export function withEntry(state, side, entry) {
  if (side !== "gold") return { ...state, [side]: entry, [NAME[side]]: "" };
  return isBaseline(entry) ? state : { ...state, gold: entry }; // a baseline follows the gold: it cannot be one
}

/** @param {State} state @param {Side} side @param {number[]} base @param {number} i @param {number} value */
export function withBar(state, side, base, i, value) {
  const entry = state.mode === "votes" ? withVotes(base, i, value) : withShare(base, i, value);
  return withEntry(state, side, entry);
}

/**
 * Votes to probabilities keeps votes/n. Probabilities to votes makes n whole votes of the gold and of what was drawn by
 * hand; the probabilities of a real run stay as they came.
 * @param {State} state
 * @param {Mode} mode
 */
export function withMode(state, mode) {
  if (mode === state.mode) return state;
  const next = { ...state, mode };
  for (const side of SIDES) {
    const entry = state[side];
    if (isBaseline(entry)) continue;
    if (mode === "probability" && isVotes(entry)) next[side] = sharesOf(entry);
    const ours = side === "gold" || !state[NAME[side]];
    if (mode === "votes" && ours && !isVotes(entry)) next[side] = apportion(sharesOf(entry), state.n);
  }
  return next;
}

/** @param {State} state @param {number} n */
export function withVotesTotal(state, n) {
  const next = { ...state, n, gold: apportion(state.gold, n) };
  for (const side of RUNS) {
    const entry = state[side];
    if (!isBaseline(entry) && isVotes(entry)) next[side] = apportion(entry, n);
  }
  return next;
}

/** @param {State} state @returns {Outcome} */
export function withMoreClasses(state) {
  const classes = [...state.classes, freshLabel(state.classes)];
  const next = { ...state, classes, positions: resized(state.positions, classes.length) };
  for (const side of SIDES) {
    const entry = state[side];
    if (!isBaseline(entry)) next[side] = [...entry, 0];
  }
  return { state: next };
}

/**
 * Nothing is lost silently: a class that holds probability stays.
 * @param {State} state
 * @returns {Outcome}
 */
export function withFewerClasses(state) {
  const holders = SIDES.filter((side) => {
    const entry = state[side];
    return !isBaseline(entry) && entry[entry.length - 1] > 0;
  });
  if (holders.length) {
    const names = holders.map((side) => (side === "gold" ? "the gold" : side.toUpperCase())).join(" and ");
    return { problem: `Class ${state.classes.at(-1)} is not empty in ${names}: move that to another class first.` };
  }
  const classes = state.classes.slice(0, -1);
  const next = { ...state, classes, positions: resized(state.positions, classes.length) };
  for (const side of SIDES) {
    const entry = state[side];
    if (!isBaseline(entry)) next[side] = entry.slice(0, -1);
  }
  return { state: next };
}

/** @param {State} state @param {number} i @param {string} text @param {Limits} limits @returns {Outcome} */
export function withLabel(state, i, text, limits) {
  const label = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  if (!label) return { problem: "A class needs a label." };
  if (label.length > limits.longest_label) {
    return { problem: `A label has at most ${limits.longest_label} characters.` };
  }
  if (state.classes.some((other, j) => j !== i && other === label)) {
    return { problem: `Another class is called ${label}.` };
  }
  return { state: label === state.classes[i] ? state : { ...state, classes: state.classes.with(i, label) } };
}

/** @param {string} label */
export const toNumber = (label) => (/^[+−-]?\d+(\.\d+)?$/.test(label) ? Number(label.replace("−", "-")) : NaN);

/**
 * A label as people read it: a number with a true minus sign.
 * @param {string} label
 */
export const shownLabel = (label) => (Number.isNaN(toNumber(label)) ? label : label.replace("-", "−"));

/** @param {string[]} classes */
function freshLabel(classes) {
  const [before, last] = classes.slice(-2).map(toNumber);
  const next = String(tidy(2 * last - before)); // -2, -1, 0 goes on with 1
  if (!Number.isNaN(2 * last - before) && !classes.includes(next)) return next;
  let number = classes.length + 1;
  while (classes.includes(`Class ${number}`)) number += 1;
  return `Class ${number}`;
}
