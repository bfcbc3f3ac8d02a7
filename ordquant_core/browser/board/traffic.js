// Boundary traffic: votes that must cross each boundary, and that have crossed. Between the curves, the same bars.
import { decimals } from "../draw/numerals.js";
import { svgNode } from "../draw/nodes.js";
import { gapsOf, sum } from "../draw/shares.js";
import { outline, text } from "./drawing.js";
import { nameOfClass, stepsBetween } from "./fields.js";
/** @import { Board, Step, Votes } from "./step.d.ts" */
/** @import { Places } from "./places.js" */

const ROOM = 8.4; // px of a character of a label, with its part of the gap to the next label

/** @param {Votes} votes */
function cumulated(votes) {
  let total = 0;
  return votes.map((number) => (total += number));
}

/**
 * @param {Step} step
 * @param {Board} board
 * @param {Places} places
 * @param {number} height
 * @param {number} lifted 0: bars on the ground; 1: bars between the two cumulative curves
 */
export function trafficPicture(step, board, places, height, lifted) {
  const side = board.carried === "gold" ? "a" : board.carried;
  const { gold } = board;
  const n = sum(gold);
  const first = gapsOf(step.board.gold, step.board[side]);
  const now = gapsOf(gold, board[side]);
  const steps = stepsBetween(gold, board[side]);
  const possible = n * (gold.length - 1);
  const base = height - 6;
  const unit = (height - 30 * places.type) / n;
  const width = places.band * (0.56 + 0.44 * lifted);
  const [goldCurve, curve] = [gold, step.board[side]].map(cumulated);
  const words = now.map((gap, i) => `${nameOfClass(step, i)} to ${nameOfClass(step, i + 1)}: ${Math.abs(gap)}`)
    .join(", ");
  const svg = svgNode("svg", {
    viewBox: `0 0 ${places.width} ${height}`,
    height,
    role: "img",
    "aria-label": `Votes that must still cross each boundary: ${words}`,
  });
  const to = places.left + places.band * gold.length;
  svg.append(svgNode("line", { x1: places.left, x2: to, y1: base, y2: base, class: "cv-ground" }));
  now.forEach((gap, i) => {
    const crossed = first[i] * gap >= 0 ? Math.max(0, Math.abs(first[i]) - Math.abs(gap)) : 0;
    const total = crossed + Math.abs(gap);
    const x = places.fence(i);
    const way = gap || first[i];
    // from the curve of the gold to the farther one of both curves of the estimate: at first and now
    const foot = base - lifted * (goldCurve[i] - (way < 0 ? total : 0)) * unit;
    const group = svgNode("g", { class: `cv-side-${side}` });
    const bar = (/** @type {number} */ from, /** @type {number} */ votes, /** @type {string} */ look) =>
      svgNode("rect", { x: x - width / 2, y: foot - (from + votes) * unit, width, height: votes * unit, class: look });
    if (crossed) group.append(bar(0, crossed, "cv-crossed"));
    if (gap) group.append(bar(crossed, Math.abs(gap), "cv-uncrossed"));
    if (total) group.append(svgNode("path", { d: outline(x, width, foot, total * unit), class: "cv-outline" }));
    const close = places.band < 60 * places.type; // labels stand side by side
    const short = !crossed || places.band < 44 * places.type; // than two numbers with an arrow
    const number = short ? String(total) : `${crossed}${close ? "/" : " of "}${total}`;
    const space = close ? "" : " ";
    const back = first[i] * gap < 0 && !close ? " back" : ""; // too many have crossed
    const arrow = !close || (number.length + 1) * ROOM * places.type < places.band; // else numbers touch each other
    const label = !total ? "0" : !arrow ? number : way > 0 ? `${number}${back}${space}→` : `←${space}${number}${back}`;
    const above = foot - total * unit - 5 * places.type;
    const inside = lifted >= 0.5 && total * unit > 20 * places.type;
    const y = inside ? foot - (total * unit) / 2 + 5 * places.type : Math.max(13 * places.type, above);
    const look = total ? "cv-strong" : "cv-quiet";
    group.append(text(x, y, label, places, { size: close ? 13 : 14, look, of: `cross ${i}` }));
    svg.append(group);
  });
  if (lifted > 0) {
    const strays = now.some((gap, i) => gap * (gap - first[i]) > 0);
    const letter = side.toUpperCase();
    /** @type {[string, string, number[]][]} the look of a curve, its name, its heights */
    const curves = [["gold", "gold", goldCurve], [side, `${letter} at first`, curve]];
    if (strays) curves.push([`${side} cv-now`, `${letter} now`, cumulated(board[side])]);
    curves.forEach(([look, name, totals], i) => {
      const path = totals.map((total, at) => `H${places.x(at)}V${base - total * unit}`).join("");
      const y = (14 + 17 * i) * places.type; // of its line in the legend
      const sample = `M${places.side} ${y - 4.5 * places.type}h${16 * places.type}`;
      const d = `M${places.left} ${base}${path}H${to}${sample}`;
      const how = { anchor: "start", look: "cv-quiet" };
      svg.append(
        svgNode("path", { d, class: `cv-curve cv-side-${look}`, opacity: lifted }),
        text(places.side + 22 * places.type, y, name, places, how),
      );
    });
  }
  const aside = (
    /** @type {number} */ up,
    /** @type {string} */ said,
    /** @type {number} */ size,
    look = "cv-quiet",
    of = "",
  ) => svg.append(text(places.side, base - up * places.type, said, places, { size, anchor: "start", look, of }));
  aside(46, "to cross", 13);
  aside(24, String(steps), 19, "cv-strong", `steps ${side}`);
  aside(6, `÷ ${possible} = ${decimals(steps / possible)}`, 13, "cv-quiet", `rest ${side}`);
  return svg;
}
