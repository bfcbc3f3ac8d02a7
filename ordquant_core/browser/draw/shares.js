// Pure arithmetic of votes and shares.

/** @param {number[]} values */
export const sum = (values) => values.reduce((total, value) => total + value, 0);

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** @param {number} value */
export const isWhole = (value) => Math.abs(value - Math.round(value)) < 1e-9;

/** @param {number[]} gold @param {number[]} estimate */
export const errorsOf = (gold, estimate) => estimate.map((value, i) => value - gold[i]);

/** The sums up to each class but the last. @param {number[]} values */
export function cumulative(values) {
  let total = 0;
  return values.slice(0, -1).map((value) => (total += value));
}

/** How much must still cross each boundary: to the right where positive. @param {number[]} gold @param {number[]} estimate */
export const gapsOf = (gold, estimate) => cumulative(errorsOf(gold, estimate));

/** The classes, counted from 0, that occur in the gold. @param {number[]} gold */
export const openEyes = (gold) => gold.flatMap((value, i) => value > 0 ? [i] : []);

/** @param {number[]} values */
export const sharesOf = (values, total = sum(values)) => values.map((value) => value / total);

/**
 * Python's rule: whole numbers that sum to more than 1 are votes, everything else is probabilities.
 * @param {number[]} values
 */
export const isVotes = (values) => values.every(Number.isInteger) && sum(values) > 1;

/**
 * Twelve decimals: bars that are equal on paper stay equal as floats (0.1 + 0.2 and 0.3), because DNKT counts ties.
 * @param {number} value
 */
export const tidy = (value) => Number(value.toFixed(12));

/**
 * Whole numbers that add up to `total`, in proportion to `weights` (largest remainder, ties to the left).
 * @param {number[]} weights
 * @param {number} total
 * @returns {number[]}
 */
export function apportion(weights, total) {
  const all = sum(weights);
  if (!(all > 0)) return apportion(weights.map(() => 1), total);
  const quotas = weights.map((weight) => (weight * total) / all);
  const whole = quotas.map((quota) => Math.floor(quota + 1e-9)); // 2.9999999999 is 3
  const order = quotas.map((_, i) => i).sort((i, j) => quotas[j] - whole[j] - (quotas[i] - whole[i]));
  const missing = total - sum(whole);
  for (let k = 0; k < missing; k++) whole[order[k]] += 1;
  return whole;
}

/**
 * Bar i becomes `value`; the others share the rest in proportion to `base`, the bars when the gesture began, so that
 * dragging away and back within one gesture restores them.
 * @param {number[]} base
 * @param {number} i
 * @param {number} value
 */
export function withVotes(base, i, value) {
  const dealt = apportion(base.toSpliced(i, 1), sum(base) - value);
  return dealt.toSpliced(i, 0, value);
}

/** @param {number[]} base @param {number} i @param {number} value */
export function withShare(base, i, value) {
  if (value === base[i]) return base;
  const others = base.toSpliced(i, 1);
  const rest = sum(others);
  const dealt = others.map((other) => (1 - value) * (rest > 1e-12 ? other / rest : 1 / others.length));
  return dealt.toSpliced(i, 0, value).map(tidy);
}

/**
 * Every class hands its probability to its neighbour; the class at the end keeps what would fall off.
 * @param {number[]} values
 * @param {1 | -1} step
 */
export function shifted(values, step) {
  const moved = values.map(() => 0);
  values.forEach((value, i) => (moved[clamp(i + step, 0, values.length - 1)] += value));
  return isVotes(values) ? moved : moved.map(tidy);
}

/** @typedef {"popularity" | "uniform"} Baseline */

/** @type {Record<Baseline, (gold: number[]) => number[]>} */
export const BASELINES = {
  popularity(gold) {
    const top = Math.max(...gold);
    const modes = gold.filter((value) => value === top).length; // the tied modes share the probability
    return gold.map((value) => (value === top ? 1 / modes : 0));
  },
  uniform: (gold) => gold.map(() => 1 / gold.length),
};

/**
 * The numbers as text; what is shown adds up to `total` exactly: the votes, or 1 where `total` is not given.
 * @param {number[]} shares
 * @param {number | null} total
 */
export function shownNumbers(shares, total = null) {
  /** @param {number} places */
  const exact = (places) => shares.every((share) => isWhole(share * (total ?? 1) * 10 ** places));
  const places = total === null ? (exact(2) ? 2 : 3) : exact(0) || total >= 100 ? 0 : 1;
  return apportion(shares, (total ?? 1) * 10 ** places).map((units) => (units / 10 ** places).toFixed(places));
}

const WHOLE_STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500];
const SMALL_STEPS = [0.05, 0.1, 0.2];

/**
 * Round numbers on the axis, five steps at most.
 * @param {number} top
 */
export function axisTicks(top, votes = true) {
  if (!votes && top === 1) return [0, 0.25, 0.5, 0.75, 1];
  const steps = votes ? WHOLE_STEPS : SMALL_STEPS;
  const step = steps.find((size) => top / size <= 5 + 1e-9) ?? 10 ** Math.floor(Math.log10(top));
  return Array.from({ length: Math.floor(top / step + 1e-9) + 1 }, (_, k) => tidy(k * step));
}

/**
 * Where the axis ends: at a round number above the largest bar, at a quarter of the whole at least.
 * @param {number} largest
 * @param {number} whole
 */
export function axisEnd(largest, whole, votes = true) {
  const needed = Math.max(tidy(largest), (whole / 4) * (1 - 1e-6)); // the quarter itself is high enough
  const steps = votes ? WHOLE_STEPS : SMALL_STEPS;
  const step = steps.find((size) => needed / size < 5 - 1e-9) ?? 10 ** Math.floor(Math.log10(needed));
  return Math.min(whole, tidy((Math.floor(needed / step + 1e-9) + 1) * step));
}
