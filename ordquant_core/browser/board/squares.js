// A square on every wrong class: its side is the error in votes. Those of B are ruled in single votes, those of A are
// outlines around them.
import { svgNode } from "../draw/nodes.js";
import { errorsOf, sum } from "../draw/shares.js";
import { text } from "./drawing.js";
import { nameOfClass } from "./fields.js";
import { element, number } from "./html.js";
/** @import { Board, Side, Step } from "./step.d.ts" */
/** @import { Places } from "./places.js" */

const [TALLEST, LARGEST] = [10, 13]; // votes that have room, px of a vote
const ROOMY = 110; // px of a class beside whose square the product has room

/** @param {Step} step @param {Board} board @param {Places} places */
export function squaresPicture(step, board, places) {
  const { type } = places;
  const unit = Math.min((places.band - 8) / TALLEST, LARGEST * type);
  const ground = TALLEST * unit + 6;
  const height = ground + 26 * type;
  const errors = { a: errorsOf(board.gold, board.a), b: errorsOf(board.gold, board.b) };
  const words = errors.b.map((error, at) => `class ${nameOfClass(step, at)}: ${error * error}`).join(", ");
  const svg = svgNode("svg", {
    viewBox: `0 0 ${places.width} ${height}`,
    height,
    role: "img",
    "aria-label": `Squares of B: ${words}`,
  });
  board.gold.forEach((_, at) => {
    const x = places.x(at);
    const [ofA, ofB] = [errors.a[at], errors.b[at]].map(Math.abs);
    if (ofB) svg.append(...ruled(x, ground, ofB, unit));
    if (ofA) svg.append(svgNode("rect", { ...box(x, ground, ofA * unit, 2.5), class: "cv-outline cv-side-a" }));
    const ends = { x1: x - places.band / 2 + 2, x2: x + places.band / 2 - 2, y1: ground, y2: ground };
    svg.append(svgNode("line", { ...ends, class: "cv-ground" }));
    const product = places.band > ROOMY * type ? `${ofB} × ${ofB} = ${ofB * ofB}` : String(ofB * ofB);
    if (ofB) {
      svg.append(
        text(x, height - 7 * type, product, places, { size: 14, look: "cv-fill-b cv-strong", of: `product ${at}` }),
      );
    }
  });
  return element("div", {}, svg, sums(errors.b, board));
}

/** @param {number[]} errors @param {Board} board */
function sums(errors, board) {
  const parts = errors.map((error, at) => [error * error, at]).filter(([square]) => square);
  const added = parts.flatMap(([square, at], i) => [i ? " + " : "", number(`square b ${at}`, String(square))]);
  const area = (/** @type {Side} */ side) =>
    number(`area ${side}`, String(sum(errorsOf(board.gold, board[side]).map((error) => error ** 2))), "cv-strong");
  const [a, b] = ["A", "B"].map((name) => element("b", { class: `cv-${name.toLowerCase()}` }, name));
  return element(
    "p",
    { class: "cv-sums" },
    b,
    ": ",
    ...added,
    added.length ? " = " : "",
    area("b"),
    "\u2003",
    a,
    ": ",
    area("a"),
  );
}

/** @param {number} x @param {number} ground @param {number} side px @param {number} [around] px */
const box = (x, ground, side, around = 0) => ({
  x: x - side / 2 - around,
  y: ground - side - around,
  width: side + 2 * around,
  height: side + 2 * around,
});

/** @param {number} x @param {number} ground @param {number} votes @param {number} unit */
function ruled(x, ground, votes, unit) {
  const side = votes * unit;
  const [left, top] = [x - side / 2, ground - side];
  const lines = Array.from({ length: votes - 1 }, (_, i) => (i + 1) * unit)
    .map((at) => `M${left + at} ${top}v${side}M${left} ${top + at}h${side}`).join("");
  return [
    svgNode("rect", { ...box(x, ground, side), class: "cv-square cv-side-b" }),
    svgNode("path", { d: lines, class: "cv-rule cv-side-b" }),
  ];
}
