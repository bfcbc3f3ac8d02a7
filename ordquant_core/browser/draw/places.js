// Where the classes stand on their axis: at 1, 2, 3, … unless the state has `positions`. A place counts mean steps from
// the first class, which stays at 0; the last one stays at L - 1.
import { clamp, tidy } from "./shares.js";
/** @import { State } from "./picture.js" */

const NEAREST = 0.3; // steps between classes that were moved by hand: their bars do not cover each other
const PER_STEP = 10; // places of a class between two others that are a step apart

/** @param {{ classes: string[], positions: number[] | null }} state */
const positionsOf = ({ classes, positions }) => positions ?? classes.map((_, i) => i + 1);

/** @param {{ classes: string[], positions: number[] | null }} state */
export function placesOf(state) {
  const positions = positionsOf(state);
  const unit = unitOf(positions);
  return positions.map((position) => (position - positions[0]) / unit);
}

/** @param {number[]} positions */
const unitOf = (positions) => ((positions.at(-1) ?? 0) - positions[0]) / (positions.length - 1);

/** Whether a class can be moved: not the first, not the last. @param {State} state @param {number} i */
export const isMovable = (state, i) => i > 0 && i < state.classes.length - 1;

/**
 * Class i goes to a place, as far as its neighbours allow.
 * @param {State} state
 * @param {number} i
 * @param {number} place
 * @returns {State}
 */
export function withPlace(state, i, place) {
  if (!isMovable(state, i)) return state;
  const places = placesOf(state);
  const [low, high] = [places[i - 1] + NEAREST, places[i + 1] - NEAREST];
  if (low > high) return state; // neighbours of a link or a file that leave no room
  const positions = positionsOf(state);
  const now = positions[0] + unitOf(positions) * clamp(Math.round(place * PER_STEP) / PER_STEP, low, high);
  return { ...state, positions: unlessDefault(positions.with(i, tidy(now))) };
}

/**
 * For another number of classes: without the last position, or with a further one a mean step on.
 * @param {number[] | null} positions
 * @param {number} n
 */
export function resized(positions, n) {
  if (!positions || n <= positions.length) return positions && unlessDefault(positions.slice(0, n));
  return unlessDefault([...positions, tidy((positions.at(-1) ?? 0) + unitOf(positions))]);
}

/** @param {number[]} positions */
const unlessDefault = (positions) => (positions.every((position, i) => position === i + 1) ? null : positions);
