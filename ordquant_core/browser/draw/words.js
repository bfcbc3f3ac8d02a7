// What the canvas says about a picture: names of its sides, the gold in words.
import { decimals } from "./numerals.js";
import { sum } from "./shares.js";
import { isBaseline, NAME, RUNS, sharesFor, shownLabel, toNumber } from "./picture.js";
/** @import { Side, State } from "./picture.js" */

/** What a page calls the sides, where it has names of its own. @typedef {Partial<Record<Side, string>>} Names */

const FEW = 3; // modes that are listed

/** @param {State} state @param {Side} side @param {Names} names */
export function nameOf(state, side, names) {
  if (names[side]) return names[side];
  if (side === "gold") return "Gold";
  const entry = state[side];
  if (isBaseline(entry)) return entry[0].toUpperCase() + entry.slice(1);
  return state[NAME[side]] || `Run ${side.toUpperCase()}`;
}

/**
 * A letter and a name: `A`, `System 7`; of what is called `Run A` or `System A` the name alone.
 * @param {State} state
 * @param {Side} side
 * @param {Names} names
 */
export function titleOf(state, side, names) {
  const name = nameOf(state, side, names);
  const letter = side.toUpperCase();
  const lettered = name === `Run ${letter}` || (names[side] && name.split(/\s+/).includes(letter));
  return side === "gold" || lettered ? ["", name] : [letter, name];
}

/** Which run changes with the gold. @param {State} state @param {Names} names */
export const followsSaid = (state, names) =>
  RUNS.filter((side) => state[side] === "popularity").slice(0, 1)
    .map((side) => `${nameOf(state, side, names)} follows the ${names.gold ?? "gold"}.`);

/** Its mode, and its mean where the classes are numbers; what a tie of modes means for Popularity. @param {State} state */
export function factsOfGold(state) {
  const modes = modesOf(state);
  const which = modes.length > FEW ? `${modes.length} modes` : `Mode${modes.length > 1 ? "s" : ""} ${listed(modes)}`;
  if (modes.length > 1) return [`${which}: Popularity splits over ${modes.length} classes.`];
  const positions = state.classes.map(toNumber);
  if (positions.some(Number.isNaN)) return [`${which}.`];
  return [`${which}, mean ${decimals(mean(sharesFor(state, "gold"), positions), 2)}.`];
}

/** Where the classes stand; nothing where they are a step apart. @param {State} state */
export function positionsSaid({ positions }) {
  if (!positions) return "";
  const numbers = positions.map((position) => String(Number(position.toFixed(3))).replace("-", "−"));
  return `The classes stand at ${numbers.join(", ")}. The menu ⋯ has Equal distances.`;
}

/** @param {State} state */
function modesOf({ classes, gold }) {
  const top = Math.max(...gold);
  return classes.filter((_, i) => gold[i] === top).map(shownLabel);
}

/** @param {string[]} words */
export const listed = (words) => [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");

/** @param {number[]} shares @param {number[]} positions */
const mean = (shares, positions) => sum(shares.map((share, i) => share * positions[i]));
