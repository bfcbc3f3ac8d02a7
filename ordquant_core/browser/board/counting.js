// What NVD counts, as a table of both estimates: votes too many or too few in each class.
import { nameOfClass } from "./fields.js";
import { element } from "./html.js";
import { sum } from "../draw/shares.js";
/** @import { Board, Lesson } from "./lesson.d.ts" */

/** @param {Lesson} lesson @param {Board} board */
export function countingTable(lesson, board) {
  const heads = [...board.gold.map((_, at) => nameOfClass(lesson, at)), "wrong"];
  const rows = lesson.sides.map((side) => {
    const errors = board[side].map((votes, at) => votes - board.gold[at]);
    const cells = errors.map((votes) => element("td", {}, signed(votes)));
    const wrong = sum(errors.map((votes) => Math.max(0, votes)));
    const head = element("th", { scope: "row", class: `cv-${side}` }, side.toUpperCase());
    return element("tr", {}, head, ...cells, element("td", { class: "cv-new" }, String(wrong)));
  });
  const first = element("tr", {}, element("td"), ...heads.map((head) => element("th", { scope: "col" }, head)));
  return element("table", { class: "cv-counting" }, first, ...rows);
}

/** @param {number} votes */
const signed = (votes) => votes > 0 ? `+${votes}` : votes < 0 ? `−${-votes}` : "0";
