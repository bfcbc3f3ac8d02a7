// What the tools do to a picture: turning a distribution round, and transferring it from one side to another. A transfer
// is exact: where the gold cannot take something as whole votes, the picture turns to probabilities and says so.
import { apportion, BASELINES, isVotes, sharesOf, shifted, sum, tidy } from "./shares.js";
import { baseFor, isBaseline, NAME, sharesFor, withEntry, withMode } from "./picture.js";
/** @import { Baseline } from "./shares.js" */
/** @import { RunSide, Side, State } from "./picture.js" */

/** @typedef {"even" | "mirror" | "left" | "right" | "random"} Turn */
/** @typedef {Turn | Baseline | "swap" | "equal"} Command */
/** A picture after a transfer, and what to say about it. @typedef {{ state: State, note?: string }} Transfer */

/** @type {(command: string) => command is Baseline} */
const namesBaseline = (command) => Object.hasOwn(BASELINES, command);

/** @type {(word: string | undefined) => word is Command} */
export const isCommand = (word = "") =>
  word === "swap" || word === "equal" || namesBaseline(word) || Object.hasOwn(TURNS, word);

/** @param {string[]} classes */
const randomWeights = (classes) => classes.map(() => -Math.log(1 - Math.random())); // a flat Dirichlet draw

/** @type {Record<Turn, (state: State, base: number[]) => number[]>} */
const TURNS = {
  even: (
    state,
    base,
  ) => (state.mode === "votes" ? apportion(base.map(() => 1), state.n) : base.map(() => tidy(1 / base.length))),
  mirror: (_, base) => base.toReversed(),
  left: (_, base) => shifted(base, -1),
  right: (_, base) => shifted(base, 1),
  random: (state) =>
    state.mode === "votes"
      ? apportion(randomWeights(state.classes), state.n)
      : apportion(randomWeights(state.classes), 100).map((units) => units / 100),
};

/** @param {State} state @param {Side} side @param {Command} command @returns {State} */
export function commanded(state, side, command) {
  if (command === "swap") return { ...state, a: state.b, b: state.a, name_a: state.name_b, name_b: state.name_a };
  if (command === "equal") return { ...state, positions: null };
  if (namesBaseline(command)) return side === "gold" ? state : withEntry(state, side, command);
  // Whole votes are needed to draw on a run, not to turn it round: a baseline keeps its exact shares.
  const turned = ["mirror", "left", "right"].includes(command) && side !== "gold";
  const now = state[side];
  const base = !turned ? baseFor(state, side) : isBaseline(now) ? sharesFor(state, side) : now;
  const entry = TURNS[command](state, base);
  const before = sharesFor(state, side);
  const same = sharesOf(entry).every((share, i) => Math.abs(share - before[i]) < 1e-12);
  return same && (side !== "gold" || state.mode !== "votes") ? state : withEntry(state, side, entry);
}

/**
 * The gold and a run change places. The run becomes numbers and loses its name: it is no longer that system, nor a
 * baseline of the new gold.
 * @param {State} state
 * @param {RunSide} side
 * @returns {Transfer}
 */
export function exchanged(state, side) {
  const { state: next, note } = withGoldOf(state, side);
  const before = next.mode === "votes" || !isVotes(state.gold) ? state.gold : sharesOf(state.gold);
  return { state: withEntry(next, side, before), note };
}

/**
 * Another side gets the distribution of a side. A run that is copied to a run stays what it is: a system or a baseline.
 * @param {State} state
 * @param {Side} from
 * @param {Side} to
 * @returns {Transfer}
 */
export function copied(state, from, to) {
  if (from === to) return { state };
  if (from === "gold") return { state: withEntry(state, to, state.gold) };
  if (to === "gold") return withGoldOf(state, from);
  return { state: { ...state, [to]: state[from], [NAME[to]]: state[NAME[from]] } };
}

/**
 * The gold is what a run is, exactly: its votes, however many they are; its probabilities, as votes only where they are
 * whole votes of n, and otherwise as probabilities, to which the picture turns.
 * @param {State} state
 * @param {RunSide} side
 * @returns {Transfer}
 */
function withGoldOf(state, side) {
  const entry = state[side];
  const counted = !isBaseline(entry) && isVotes(entry);
  const shares = counted || isBaseline(entry) ? sharesFor(state, side) : entry;
  if (state.mode === "probability") return { state: { ...state, gold: shares } };
  const letter = side.toUpperCase();
  if (counted) {
    const n = sum(entry);
    return {
      state: { ...state, gold: entry, n },
      note: n === state.n ? "" : `The gold now has ${n} votes, as ${letter} did.`,
    };
  }
  const votes = shares.map((share) => Math.round(share * state.n));
  const whole = sum(votes) === state.n && votes.every((vote, i) => Math.abs(vote / state.n - shares[i]) < 1e-12);
  if (whole) return { state: { ...state, gold: votes } };
  return {
    state: { ...withMode(state, "probability"), gold: shares },
    note: `${letter} cannot be written as whole votes out of ${state.n}, so the canvas now shows probabilities.`,
  };
}
