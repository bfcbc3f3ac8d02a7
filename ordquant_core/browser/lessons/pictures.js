// Pictures on which no rule of thumb stands in for a measure: the questions of the four judges.
import { build } from "../draw/built.js";
import { errorsOf, sum } from "../draw/shares.js";
import { measured, orderOf, preferred, same, stepsBetween } from "../board/fields.js";
/** @import { Votes } from "../board/step.d.ts" */

/** @typedef {"easy" | "medium" | "hard"} Level */
/** @typedef {{ gold: Votes, a: Votes, b: Votes }} Picture */

const [CLASSES, VOTES, MOST_TRIES] = [5, 20, 400_000];
export const JUDGES = ["NMD", "NVD", "RNOD", "DNKT"];
/** `unit`: votes come in so many; how far two scores are apart at least: wrong votes, steps, RNOD as a ratio, DNKT. */
const APART = {
  easy: { unit: 2, wrong: 4, steps: 6, ratio: 0.82, order: 0.1 },
  medium: { unit: 1, wrong: 2, steps: 4, ratio: 0.87, order: 0.06 },
  hard: { unit: 1, wrong: 2, steps: 3, ratio: 0.91, order: 0.04 },
};
/** @type {Level[]} */
export const LEVELS = ["easy", "medium", "hard"];
/**
 * How often a picture is kept, by what other rules say of it, seen from RNOD: `=` the same, `x` the opposite, `o` a tie.
 * Found by linear programming: no rule is right for a measure that it is not in more than 70, 60, 50% of the pictures of
 * a level. In the order of `RULES`; signatures that are not here are never kept.
 * @type {Record<Level, string>}
 */
const KEPT = {
  easy: "======:0.0002 ====x=:0.2346 ===oo=:1 ===ox=:1 ===xo=:1 ===xx=:1 ==x==o:1 ==x==x:1 ==x=o=:0.3568 " +
    "=ox===:0.1747 =x==o=:0.1007 =xo===:1 =xx==x:0.9578 o=o=o=:0.0845 o=x==x:0.307 oo====:0.2019 oo===o:0.6958 " +
    "oxx===:0.7879 x==xx=:1 x=xx==:1 x=xxo=:1 x=xxx=:0.1134 xoxxxo:1 xxxxxx:0.7261",
  medium:
    "=====o:0.517 =====x:1 ===o==:1 ===oo=:1 ===ox=:1 ===x==:1 ===xo=:1 ===xx=:1 ==x==o:1 ==x==x:0.3066 =o===x:1 " +
    "=oo===:0.1878 =oo==o:1 =ox==o:1 =ox==x:1 =ox=o=:1 =x===o:1 =x==o=:0.443 =xo==o:1 =xo=o=:1 =xx==o:1 " +
    "=xx==x:0.6205 =xx=o=:0.398 o=x==o:1 o=x==x:0.8918 o=xxo=:0.1585 o=xxx=:1 oo===o:1 oo===x:1 oo=oo=:0.522 " +
    "oo=xo=:1 ooo==x:1 ooooo=:0.3222 oox==x:1 ox===o:1 ox==oo:1 oxooo=:1 oxx==o:1 oxx=oo:1 x====x:1 x==x==:1 " +
    "x==xo=:1 x==xx=:1 x=oxx=:1 x=x===:1 x=x==x:1 x=x=o=:1 x=x=ox:1 x=x=x=:1 x=xx==:1 x=xxo=:1 x=xxx=:0.2369 " +
    "xoxxxo:1 xx===x:1 xx=xx=:1 xxx==x:1 xxx=ox:1 xxx=xx:1 xxxxx=:1 xxxxxx:1",
  hard: "===o==:1 ===oo=:1 ===ox=:1 ===x==:0.1623 ===xo=:0.8896 ===xx=:0.3755 ==o==x:0.5276 ==x==o:1 ==xxx=:1 " +
    "=ox==o:1 =ox==x:0.339 =x===o:0.8934 =x=xo=:1 =x=xx=:1 =xo==o:1 =xo==x:0.2163 =xo=x=:1 =xx==o:1 =xx=o=:0.9316 " +
    "o=xx==:1 o=xxo=:0.7803 o=xxx=:1 oo===x:1 oo==ox:1 oo=xo=:1 oo=xx=:1 oox==x:0.6172 ox===o:1 ox=xo=:1 ox=xx=:1 " +
    "oxx==o:1 x====x:1 x==x==:1 x=o==x:1 x=oxx=:0.7699 x=x==x:0.2585 x=x=ox:1 x=xx==:0.2766 x=xx=x:1 x=xxox:1 " +
    "x=xxxo:1 x=xxxx:1 xo=xx=:1 xox==x:1 xoxxx=:1 xoxxxo:1 xoxxxx:1 xx====:1 xx===x:1 xx=xx=:1 xxo==x:1 xxx=ox:1 " +
    "xxx=x=:1 xxxx=x:1 xxxxox:1 xxxxx=:1 xxxxxx:0.2362",
};

/** @type {Record<string, (gold: Votes, estimate: Votes) => number>} */
export const RULES = {
  ...Object.fromEntries(["NVD", "NMD", "DNKT", "RNSS"].map((key) => [
    key,
    (/** @type {Votes} */ gold, /** @type {Votes} */ estimate) => measured(key, gold, estimate),
  ])),
  largest: (gold, estimate) => Math.max(...errorsOf(gold, estimate).map(Math.abs)),
  "error x distance": (gold, estimate) =>
    build({ compare: "bars", squared: false, distance: true, lookouts: "gold" }, gold, estimate).score,
};

/** -1 where a rule prefers A, 1 where B, 0 for a tie. @param {string} rule @param {Picture} picture */
export function sideOf(rule, { gold, a, b }) {
  const score = RULES[rule] ?? ((/** @type {Votes} */ g, /** @type {Votes} */ e) => measured(rule, g, e));
  const difference = score(gold, a) - score(gold, b);
  return Math.abs(difference) < 1e-9 ? 0 : Math.sign(difference);
}

/** The picture of a seed, the same on every machine. @param {number} seed @param {Level} level @returns {Picture} */
export function drawPicture(seed, level) {
  const random = randomOf(seed * 7919 + LEVELS.indexOf(level) + 1);
  const kept = Object.fromEntries(KEPT[level].split(" ").map((one) => one.split(":")));
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const picture = candidate(random, APART[level].unit);
    if (!isClear(picture, APART[level])) continue;
    const own = sideOf("RNOD", picture);
    const signature = Object.keys(RULES).map((rule) => {
      const side = sideOf(rule, picture);
      return side === 0 ? "o" : side === own ? "=" : "x";
    }).join("");
    if (signature in kept && random() < Number(kept[signature])) return picture;
  }
  throw new Error(`There is no picture for seed ${seed}.`);
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). @param {number} seed */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {() => number} random @param {number} unit @returns {Picture} */
function candidate(random, unit) {
  const gold = spread(random, unit);
  const estimate = () => random() < 0.65 ? nearby(random, gold, unit) : spread(random, unit);
  return { gold, a: estimate(), b: estimate() };
}

/** Votes on one to five classes. @param {() => number} random @param {number} unit @returns {Votes} */
function spread(random, unit) {
  const n = VOTES / unit;
  const share = random();
  const k = [0.1, 0.4, 0.7, 0.88].filter((end) => share >= end).length + 1;
  const places = Array.from({ length: CLASSES }, (_, i) => i);
  for (let i = CLASSES - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [places[i], places[j]] = [places[j], places[i]];
  }
  const cuts = new Set();
  while (cuts.size < k - 1) cuts.add(1 + Math.floor(random() * (n - 1)));
  const ends = [0, ...[...cuts].sort((x, y) => x - y), n];
  const votes = Array(CLASSES).fill(0);
  for (let i = 0; i < k; i++) votes[places[i]] = (ends[i + 1] - ends[i]) * unit;
  return votes;
}

/** One to three piles of the gold carried elsewhere. @param {() => number} random @param {Votes} gold @param {number} unit @returns {Votes} */
function nearby(random, gold, unit) {
  const votes = [...gold];
  const moves = 1 + Math.floor(random() * 3);
  for (let move = 0; move < moves; move++) {
    const [from, to] = [Math.floor(random() * CLASSES), Math.floor(random() * CLASSES)];
    if (from === to || !votes[from]) continue;
    const n = unit * (1 + Math.floor(random() * (votes[from] / unit)));
    votes[from] -= n;
    votes[to] += n;
  }
  return votes;
}

/** Whether all four preferences can be seen without a calculator. @param {Picture} picture @param {typeof APART["easy"]} apart */
function isClear(picture, apart) {
  const { gold, a, b } = picture;
  if (same(a, b) || same(a, gold) || same(b, gold)) return false;
  const wrong = Math.abs(wrongOf(gold, a) - wrongOf(gold, b));
  const steps = Math.abs(stepsBetween(gold, a) - stepsBetween(gold, b));
  if ((wrong && wrong < apart.wrong) || (steps && steps < apart.steps)) return false;
  const [less, more] = [a, b].map((estimate) => measured("RNOD", gold, estimate)).sort((x, y) => x - y);
  if (less > apart.ratio * more) return false;
  const [ofA, ofB] = [a, b].map((estimate) => orderOf(gold, estimate));
  const [inOrder, opposite] = [ofA.inOrder - ofB.inOrder, ofA.opposite - ofB.opposite];
  const winner = preferred("DNKT", { ...picture, carried: "b", walked: 0, taps: [] });
  if (winner === "tie") return inOrder === 0 && opposite === 0;
  if (Math.abs(measured("DNKT", gold, a) - measured("DNKT", gold, b)) < apart.order) return false;
  return winner === "A" ? inOrder >= 0 && opposite <= 0 : inOrder <= 0 && opposite >= 0;
}

/** @param {Votes} gold @param {Votes} estimate */
const wrongOf = (gold, estimate) => sum(errorsOf(gold, estimate).map(Math.abs)) / 2;
