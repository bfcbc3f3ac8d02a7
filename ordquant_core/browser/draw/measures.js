// The built-in measures as a preview: what a score will be while a bar is still in the hand. Python's is the score; a
// test compares both. `gold` is p*, `estimate` is p, both sum to 1; `steps` are the distances from each class to the
// next. What Python sums class after class is summed so here: equal shares give equal last bits.
import { build, readSwitches } from "./built.js";
import { cumulative, errorsOf, gapsOf, sharesOf, sum } from "./shares.js";

/** @typedef {(gold: number[], estimate: number[], steps: number[]) => number} Measure */

/** @param {number[]} values */
const squares = (values) => values.map((value) => value * value);

/** @param {number[]} values */
const absolute = (values) => values.map(Math.abs);

/** The distance of the last class from the first. @param {number[]} steps */
const span = (steps) => sum(steps);

/** @type {Measure} */
const md = (gold, estimate, steps) => sum(absolute(gapsOf(gold, estimate)).map((gap, i) => gap * steps[i]));

/**
 * DW of every class: the squared errors of all others, weighted by their distance.
 * @type {(gold: number[], estimate: number[], steps: number[]) => number[]}
 */
function distanceWeighted(gold, estimate, steps) {
  const square = squares(errorsOf(gold, estimate));
  const weighted = square.map(() => 0);
  const last = square.length - 1;
  let [mass, carried] = [0, 0];
  for (let i = 0; i < last; i++) {
    mass += square[i];
    carried += mass * steps[i];
    weighted[i + 1] += carried;
  }
  [mass, carried] = [0, 0];
  for (let i = last; i > 0; i--) {
    mass += square[i];
    carried += mass * steps[i - 1];
    weighted[i - 1] += carried;
  }
  return weighted;
}

/** Mean over the classes that occur on one side. @param {number[]} side @param {number[]} weighted */
function meanWhere(side, weighted) {
  const occurs = weighted.filter((_, i) => side[i] > 0);
  return sum(occurs) / occurs.length;
}

/** The ridits of neighbouring classes are so far apart. @param {number[]} gold */
const riditSteps = (gold) => gold.slice(1).map((value, i) => (gold[i] + value) / 2);

/** @type {Measure} */
const od = (gold, estimate, steps) => meanWhere(gold, distanceWeighted(gold, estimate, steps));

/** @type {Measure} */
function sod(gold, estimate, steps) {
  const weighted = distanceWeighted(gold, estimate, steps);
  return (meanWhere(gold, weighted) + meanWhere(estimate, weighted)) / 2;
}

/** @type {Measure} */
const adw = (gold, estimate, steps) => sum(distanceWeighted(gold, estimate, steps)) / gold.length;

/** @type {Measure} */
const rnod = (gold, estimate, steps) => Math.sqrt(od(gold, estimate, steps) / span(steps));

/** @type {Measure} */
const nmd = (gold, estimate, steps) => md(gold, estimate, steps) / span(steps);

/** @type {Measure} */
const vd = (gold, estimate) => sum(absolute(errorsOf(gold, estimate)));

/** @type {Measure} */
const ss = (gold, estimate) => sum(squares(errorsOf(gold, estimate)));

/** In bits, of masses with these logarithms from others with those. @param {number[]} masses @param {number[]} others */
const relativeEntropy = (masses, others) =>
  Math.max(0, sum(masses.map((mass, i) => mass === 0 ? 0 : mass * (Math.log2(mass) - Math.log2(others[i])))));

/** @type {Measure} */
const kld = (gold, estimate) => relativeEntropy(estimate, gold);

/** @type {Measure} */
function jsd(gold, estimate) {
  const both = estimate.map((value, i) => value + gold[i]); // twice the middle
  const halves = [estimate, gold].map((side) => relativeEntropy(side.map((value) => 2 * value), both));
  return (halves[0] + halves[1]) / 4;
}

/** @type {Measure} */
function dnkt(gold, estimate) {
  let [balance, untiedGold, untiedEstimate] = [0, 0, 0];
  for (let i = 0; i < gold.length; i++) {
    for (let j = 0; j < i; j++) {
      const [one, other] = [Math.sign(gold[i] - gold[j]), Math.sign(estimate[i] - estimate[j])];
      balance += one * other;
      untiedGold += Math.abs(one);
      untiedEstimate += Math.abs(other);
    }
  }
  return (1 - balance / Math.sqrt(Math.max(1, untiedGold) * Math.max(1, untiedEstimate))) / 2;
}

/** The harmonic mean of DNKT and another. @param {Measure} other @returns {Measure} */
const withDnkt = (other) => (gold, estimate, steps) => {
  const [first, second] = [dnkt(gold, estimate, steps), other(gold, estimate, steps)];
  return first + second > 0 ? (2 * first * second) / (first + second) : 0;
};

/** @param {number[]} gold @param {number[]} estimate */
const relativeErrors = (gold, estimate) =>
  errorsOf(gold, estimate).map((error, i) => error === 0 ? 0 : Math.abs(error) / (estimate[i] + gold[i]));

/** @type {Measure} */
function cjs(gold, estimate) {
  const [p, q] = [cumulative(estimate), cumulative(gold)];
  const times = (/** @type {number} */ mass, /** @type {number} */ both) =>
    mass > 0 ? mass * (Math.log(2 * mass) - Math.log(both)) : 0;
  return sum(p.map((mass, i) => Math.max(0, times(mass, mass + q[i]) + times(q[i], mass + q[i])))) / 2;
}

/** @type {Measure} */
function cos(gold, estimate) {
  const [first, second] = [gold, estimate].map((side) => {
    const length = Math.sqrt(sum(squares(side)));
    return side.map((value) => value / length);
  });
  return sum(squares(errorsOf(first, second))) / 2;
}

/** @type {Measure} */
const hd = (gold, estimate) => Math.sqrt(sum(squares(errorsOf(gold.map(Math.sqrt), estimate.map(Math.sqrt)))) / 2);

/** By key of the registry; a measure that is not here waits for Python. @type {Record<string, Measure>} */
const SCORES = {
  NMD: nmd,
  RNOD: rnod,
  RSNOD: (gold, estimate, steps) => Math.sqrt(sod(gold, estimate, steps) / span(steps)),
  RNOD2: (gold, estimate) => Math.sqrt(od(gold, estimate, riditSteps(gold)) / (gold.length - 1)),
  RNADW: (gold, estimate, steps) => Math.sqrt(adw(gold, estimate, steps) / span(steps)),
  RNADW2: (gold, estimate) => Math.sqrt(adw(gold, estimate, riditSteps(gold)) / (gold.length - 1)),
  NVD: (gold, estimate, steps) => vd(gold, estimate, steps) / 2,
  RNSS: (gold, estimate, steps) => Math.sqrt(ss(gold, estimate, steps) / 2),
  JSD: jsd,
  DNKT: dnkt,
  DNKT_NMD: withDnkt(nmd),
  DNKT_RNOD: withDnkt(rnod),
  DNKT_JSD: withDnkt(jsd),
  MD: md,
  OD: od,
  NOD: (gold, estimate, steps) => od(gold, estimate, steps) / span(steps),
  SOD: sod,
  SNOD: (gold, estimate, steps) => sod(gold, estimate, steps) / span(steps),
  ADW: adw,
  VD: vd,
  SS: ss,
  KLD: kld,
  RPS: (gold, estimate) => sum(squares(gapsOf(gold, estimate))) / (gold.length - 1),
  CJS: cjs,
  AE: (gold, estimate, steps) => vd(gold, estimate, steps) / gold.length,
  RMSE: (gold, estimate, steps) => Math.sqrt(ss(gold, estimate, steps) / gold.length),
  NAE: (gold, estimate, steps) => vd(gold, estimate, steps) / (2 * (1 - Math.min(...gold))),
  HD: hd,
  CHEB: (gold, estimate) => Math.max(...absolute(errorsOf(gold, estimate))),
  CLARK: (gold, estimate) => Math.sqrt(sum(squares(relativeErrors(gold, estimate)))),
  CANB: (gold, estimate) => sum(relativeErrors(gold, estimate)),
  COS: cos,
};

/** The measures of the registry whose scores the browser knows before Python. */
export const KEYS = Object.keys(SCORES);

/** How a measure scores, if the browser knows: one of the registry, or one that was made. @param {string} key @returns {Measure | undefined} */
export function previewOf(key) {
  const switches = readSwitches(key);
  return switches ? (gold, estimate, steps) => build(switches, gold, estimate, steps).score : SCORES[key];
}

/** Where the classes stand, as steps between them. @param {number} n @param {number[] | null} positions */
export function stepsOf(n, positions) {
  const places = positions ?? Array.from({ length: n }, (_, i) => i);
  return places.slice(1).map((place, i) => place - places[i]);
}

/**
 * The score that a measure will give. Both sides are votes or probabilities.
 * @param {string} key
 * @param {number[]} gold
 * @param {number[]} estimate
 * @param {number[]} steps
 */
export const scoreOf = (key, gold, estimate, steps) =>
  /** @type {Measure} */ (previewOf(key))(sharesOf(gold), sharesOf(estimate), steps);
