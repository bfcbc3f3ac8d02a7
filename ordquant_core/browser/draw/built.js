// A measure that is put together from four switches. Five of its kind are measures of the registry.
// Python's is the score (ordquant_core/measures/built.py); a test compares both.
import { errorsOf, gapsOf, openEyes, sum } from "./shares.js";

/**
 * @typedef {object} Switches
 * @property {"bars" | "totals"} compare the bars of the classes, or the running totals up to each boundary
 * @property {boolean} squared
 * @property {boolean} distance each part counts times its average distance from the lookouts
 * @property {"none" | "gold" | "all"} lookouts on no class, on those with a gold vote, on all
 */
/**
 * What is added up: `errors` in votes, where each lies (`at`, counted in steps from the first class), what it counts
 * (`parts`, in votes or votes squared) and how often (`weights`).
 * @typedef {{ errors: number[], at: number[], parts: number[], weights: number[], eyes: number[], total: number, divisor: number, score: number }} Built
 */

/** @type {Record<string, Switches>} */
export const NAMED = {
  NVD: { compare: "bars", squared: false, distance: false, lookouts: "none" },
  RNSS: { compare: "bars", squared: true, distance: false, lookouts: "none" },
  NMD: { compare: "totals", squared: false, distance: false, lookouts: "none" },
  RNOD: { compare: "bars", squared: true, distance: true, lookouts: "gold" },
  RNADW: { compare: "bars", squared: true, distance: true, lookouts: "all" },
};

/** The name of what is built; none where it is no measure of the registry. @param {Switches} switches */
export const nameOf = ({ compare, squared, distance, lookouts }) =>
  Object.keys(NAMED).find((key) => {
    const named = NAMED[key];
    return named.compare === compare && named.squared === squared && named.distance === distance &&
      (!distance || named.lookouts === lookouts);
  });

/** One switch set: distance needs somebody who looks, and nobody looks without it. @param {Switches} switches @param {Partial<Switches>} change @returns {Switches} */
export function switched(switches, change) {
  const next = { ...switches, ...change };
  if (change.distance && next.lookouts === "none") next.lookouts = "gold";
  if (change.lookouts === "none") next.distance = false;
  return next;
}

/** `bars.squared.distance.gold`: what is compared, how errors count, whether distance does, who looks. @param {Switches} switches */
export const writeSwitches = ({ compare, squared, distance, lookouts }) =>
  [compare, squared ? "squared" : "plain", distance ? "distance" : "anywhere", lookouts].join(".");

/** What an address says of a measure that was made: its name, if it has one. @param {Switches} switches @returns {Record<string, string>} */
export function asked(switches) {
  const measure = nameOf(switches);
  return measure ? { measure } : { built: writeSwitches(switches) };
}

/** @param {string | undefined} text @returns {Switches | null} */
export function readSwitches(text = "") {
  const [compare, squared, distance, lookouts, ...rest] = text.split(".");
  if (!["bars", "totals"].includes(compare) || !["none", "gold", "all"].includes(lookouts)) return null;
  if (!["plain", "squared"].includes(squared) || !["distance", "anywhere"].includes(distance) || rest.length) {
    return null;
  }
  const read =
    /** @type {Switches} */ ({ compare, squared: squared === "squared", distance: distance === "distance", lookouts });
  return switched(read, read.distance ? { distance: true } : {});
}

/**
 * The score of an estimate, and what it is made of: Σ part × weight ÷ n ÷ divisor, with n² and a root where errors are
 * squared. The divisor is the longest distance, 2 for bars without distance. A boundary counts by how wide it is, the
 * average one once; `steps` are the distances from each class to the next.
 * @param {Switches} switches @param {number[]} gold @param {number[]} estimate @param {number[]} [steps] @returns {Built}
 */
export function build({ compare, squared, distance, lookouts }, gold, estimate, steps = gold.slice(1).map(() => 1)) {
  const n = sum(gold) ** (squared ? 2 : 1);
  const bars = compare === "bars";
  const places = gold.map((_, i) => sum(steps.slice(0, i)));
  const errors = bars ? errorsOf(gold, estimate) : gapsOf(gold, estimate);
  const at = errors.map((_, i) => bars ? places[i] : (places[i] + places[i + 1]) / 2);
  const parts = errors.map((error) => squared ? error ** 2 : Math.abs(error));
  const eyes = !distance ? [] : lookouts === "all" ? gold.map((_, i) => i) : openEyes(gold);
  const away = (/** @type {number} */ place) => sum(eyes.map((eye) => Math.abs(places[eye] - place))) / eyes.length;
  const wide = (/** @type {number} */ i) => bars ? 1 : steps[i] * steps.length / sum(steps);
  const weights = at.map((place, i) => wide(i) * (distance ? away(place) : 1));
  const total = sum(parts.map((part, i) => part * weights[i]));
  const divisor = distance ? sum(steps) : bars ? 2 : steps.length;
  const share = total / n / divisor;
  return { errors, at, parts, weights, eyes, total, divisor, score: squared ? Math.sqrt(share) : share };
}
