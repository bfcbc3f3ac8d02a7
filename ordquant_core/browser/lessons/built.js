// A measure that is put together from four switches. Five of its kind are measures of the registry.
import { sum } from "../draw/shares.js";
import { errorsOf, gapsOf, openEyes } from "../board/fields.js";
/** @import { Votes } from "../board/step.d.ts" */

/**
 * @typedef {object} Switches
 * @property {"bars" | "totals"} compare the bars of the classes, or the running totals up to each boundary
 * @property {boolean} squared
 * @property {boolean} distance each part counts times its average distance from the lookouts
 * @property {"none" | "gold" | "all"} lookouts on no class, on those with a gold vote, on all
 */
/**
 * What is added up: `errors` in votes, where each lies (`at`, counted in classes from 0), what it counts (`parts`, in
 * votes or votes squared) and how often (`weights`).
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

/**
 * The score of an estimate, and what it is made of: Σ part × weight ÷ n ÷ divisor, with n² and a root where errors are
 * squared. The divisor is the longest distance, 2 for bars without distance.
 * @param {Switches} switches @param {Votes} gold @param {Votes} estimate @returns {Built}
 */
export function build({ compare, squared, distance, lookouts }, gold, estimate) {
  const n = sum(gold) ** (squared ? 2 : 1);
  const bars = compare === "bars";
  const errors = bars ? errorsOf(gold, estimate) : gapsOf(gold, estimate);
  const at = errors.map((_, i) => bars ? i : i + 0.5);
  const parts = errors.map((error) => squared ? error ** 2 : Math.abs(error));
  const eyes = !distance ? [] : lookouts === "all" ? gold.map((_, i) => i) : openEyes(gold);
  const weights = at.map((place) => distance ? sum(eyes.map((eye) => Math.abs(eye - place))) / eyes.length : 1);
  const total = sum(parts.map((part, i) => part * weights[i]));
  const divisor = distance || !bars ? gold.length - 1 : 2;
  const share = total / n / divisor;
  return { errors, at, parts, weights, eyes, total, divisor, score: squared ? Math.sqrt(share) : share };
}
