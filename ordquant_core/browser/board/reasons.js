// What a measure counts, as a table of both estimates: votes too many by class, votes across boundaries, squared errors
// and their distance, pairs in order.
import { decimals } from "../draw/numerals.js";
import { errorsOf, gapsOf, openEyes, sum } from "../draw/shares.js";
import { meanSeen, nameOfClass, squaredErrors, stepsBetween } from "./fields.js";
import { element, number } from "./html.js";
import { pairsPicture } from "./pairs.js";
/** @import { Board, Step, Votes } from "./step.d.ts" */

/** @typedef {(estimate: Votes) => string} Total */
/** @typedef {{ caption: string, heads: string[], last: string, cells: (estimate: Votes) => string[], total: Total, above?: string[] }} Table */

/** Of the measures that a table explains: what it holds. @type {Record<string, (step: Step, gold: Votes) => Table>} */
const TABLES = {
  NVD: (step, gold) => ({
    caption: "Votes too many (+) or too few (−) in each class; wrong: those too many",
    heads: classesOf(step, gold),
    last: "wrong",
    cells: (estimate) => errorsOf(gold, estimate).map(signed),
    total: (estimate) => String(sum(errorsOf(gold, estimate).map((error) => Math.max(0, error)))),
  }),
  NMD: (step, gold) => ({
    caption: "Votes that must cross each boundary",
    heads: gold.slice(1).map((_, i) => `${nameOfClass(step, i)}|${nameOfClass(step, i + 1)}`),
    last: "steps",
    cells: (estimate) => gapsOf(gold, estimate).map((gap) => String(Math.abs(gap))),
    total: (estimate) => String(stepsBetween(gold, estimate)),
  }),
  RNOD: (step, gold) => ({
    caption: "Squared errors, times their average distance from the classes with gold votes",
    heads: classesOf(step, gold),
    last: "sum",
    above: distancesOf(gold).map((distance) => short(distance, 2)),
    cells: (estimate) => squaredErrors(gold, estimate).map((square) => short(square)),
    total: (estimate) => short(meanSeen(gold, estimate) * sum(gold) ** 2),
  }),
};

/** @param {string} key @param {Step} step @param {Board} board */
export function reasonOf(key, step, board) {
  if (key === "DNKT") return pairsPicture(step, board);
  const { caption, heads, last, cells, total, above } = TABLES[key](step, board.gold);
  const row = (/** @type {string} */ head, /** @type {string} */ look, /** @type {(string | Node)[]} */ values) => {
    const first = element("th", { scope: "row", class: look }, head);
    return element("tr", {}, first, ...values.map((value) => element("td", {}, value)));
  };
  const rows = step.sides.map((side) => {
    const parts = cells(board[side]).map((cell, at) => number(`${key} part ${side} ${at}`, cell));
    const all = number(`${key} sum ${side}`, total(board[side]), "cv-new");
    return row(side.toUpperCase(), `cv-${side}`, [...parts, all]);
  });
  const names = [...heads, last].map((head) => element("th", { scope: "col" }, head));
  return element(
    "div",
    { class: "cv-reason" },
    element("p", { class: "cv-quiet" }, caption),
    element(
      "table",
      { class: "cv-counting" },
      element("tr", {}, element("td"), ...names),
      ...(above ? [row("distance", "cv-quiet", [...above.map((one, at) => number(`distance ${at}`, one)), ""])] : []),
      ...rows,
    ),
  );
}

/** The average distance of each class from the lookouts. @param {number[]} gold */
export function distancesOf(gold) {
  const eyes = openEyes(gold);
  return gold.map((_, at) => sum(eyes.map((eye) => Math.abs(eye - at))) / eyes.length);
}

/** @param {Step} step @param {Votes} gold */
const classesOf = (step, gold) => gold.map((_, at) => nameOfClass(step, at));

/** @param {number} votes */
const signed = (votes) => votes > 0 ? `+${votes}` : votes < 0 ? `−${-votes}` : "0";

/** @param {number} value */
const short = (value, places = 1) => String(Number(decimals(value, places).replaceAll(",", "")));
