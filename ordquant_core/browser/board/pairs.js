// What DNKT counts: every pair of bars, as it is ordered in the gold and in both estimates, and what becomes of the counts.
import { decimals } from "../draw/numerals.js";
import { measured, nameOfClass, orderOf, pairsOf, signOf } from "./fields.js";
import { element, number } from "./html.js";
/** @import { Board, Side, Step, Votes } from "./step.d.ts" */

const HEADS = ["", "τ", "DNKT"];

/** @param {Step} step @param {Board} board */
export function pairsPicture(step, board) {
  const tables = [pairsTable(step, board), countsTable(step, board)];
  return element("div", { class: "cv-pairs" }, ...tables.map((table) => element("div", {}, table)));
}

/** @param {Step} step @param {Board} board */
function pairsTable(step, board) {
  const pairs = pairsOf(board.gold, board.gold);
  const heads = pairs.map(({ i, j }) => `${nameOfClass(step, i)},${nameOfClass(step, j)}`);
  const relation = (/** @type {Votes} */ votes, /** @type {number} */ i, /** @type {number} */ j) =>
    ["<", "=", ">"][signOf(votes[i] - votes[j]) + 1];
  const rows = /** @type {Side[]} */ (["gold", ...step.sides]).map((side) => {
    const cells = pairsOf(board.gold, board[side]).map(({ i, j, order }) => {
      const look = side === "gold" ? "" : order > 0 ? "cv-same" : order < 0 ? "cv-opposite" : "";
      return element("td", { class: look }, relation(board[side], i, j));
    });
    return element("tr", {}, headOf(side), ...cells);
  });
  const first = element("tr", {}, element("td"), ...heads.map((head) => element("th", { scope: "col" }, head)));
  return element("table", { class: "cv-counting" }, first, ...rows);
}

/** @param {Step} step @param {Board} board */
function countsTable(step, board) {
  const rows = step.sides.map((side) => {
    const { inOrder, opposite, differ, tau } = orderOf(board.gold, board[side]);
    const words = `(${inOrder} − ${opposite}) ÷ √(${differ.gold} × ${differ.estimate}) = ${decimals(tau)}`;
    const dnkt = number(`DNKT ${side}`, decimals(measured("DNKT", board.gold, board[side])), "cv-new");
    return element("tr", {}, headOf(side), element("td", {}, number(`tau ${side}`, words)), element("td", {}, dnkt));
  });
  const first = element(
    "tr",
    {},
    ...HEADS.map((head) => element(head ? "th" : "td", head ? { scope: "col" } : {}, head)),
  );
  return element("table", { class: "cv-counting" }, first, ...rows);
}

/** @param {Side} side */
const headOf = (side) =>
  element("th", { scope: "row", class: `cv-${side}` }, side === "gold" ? "gold" : side.toUpperCase());
