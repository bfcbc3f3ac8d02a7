// What NVD and DNKT count, as a table of both estimates: votes too many or too few, and pairs of bars in order.
import { nameOfClass, pairsOf } from "./fields.js";
import { element } from "./html.js";
import { sum } from "../draw/shares.js";
/** @import { Board, Lesson, Side } from "./lesson.d.ts" */

export const CAPTIONS = {
  bins: ["Wrong classes", ": votes too many (+) or too few (−)"],
  order: ["Pairs of bars", ": = in the gold’s order, ≠ in the opposite one, · equal bars"],
};

/** @param {"bins" | "order"} kind @param {Lesson} lesson @param {Board} board */
export function countingTable(kind, lesson, board) {
  const heads = kind === "bins"
    ? board.gold.map((_, at) => nameOfClass(lesson, at))
    : pairsOf(board.gold, board.gold).map(({ i, j }) => `${nameOfClass(lesson, i)},${nameOfClass(lesson, j)}`);
  const cells = (/** @type {Side} */ side) => {
    if (kind === "order") {
      return pairsOf(board.gold, board[side]).map(({ order }) => order > 0 ? "=" : order < 0 ? "≠" : "·");
    }
    return board[side].map((votes, at) => signed(votes - board.gold[at]));
  };
  const total = (/** @type {Side} */ side) =>
    kind === "order"
      ? pairsOf(board.gold, board[side]).filter(({ order }) => order > 0).length
      : sum(board[side].map((votes, at) => Math.max(0, votes - board.gold[at])));
  return element(
    "table",
    { class: "cv-counting" },
    element(
      "tr",
      {},
      element("td"),
      ...heads.map((head) => element("th", { scope: "col" }, head)),
      element("th", { scope: "col" }, kind === "order" ? "in order" : "wrong"),
    ),
    ...lesson.sides.map((side) =>
      element(
        "tr",
        {},
        element("th", { scope: "row", class: `cv-${side}` }, side.toUpperCase()),
        ...cells(side).map((cell) => element("td", {}, cell)),
        element("td", { class: "cv-new" }, String(total(side))),
      )
    ),
  );
}

/** @param {number} votes */
const signed = (votes) => votes > 0 ? `+${votes}` : votes < 0 ? `−${-votes}` : "0";
