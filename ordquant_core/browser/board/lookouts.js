// The lookouts: an eye on every class with a gold vote. A beam runs from the eye to each error; its length is the
// distance and its thickness the squared error, so that its area is what counts.
import { decimals } from "../draw/numerals.js";
import { svgNode } from "../draw/nodes.js";
import { sum } from "../draw/shares.js";
import { listed } from "../draw/words.js";
import { text } from "./drawing.js";
import { counted, meanSeen, measured, nameOfClass, openEyes, seenBy, squaredErrors } from "./fields.js";
/** @import { Board, Lesson, Side } from "./lesson.d.ts" */
/** @import { Places } from "./places.js" */

/**
 * @param {Lesson} lesson
 * @param {Board} board
 * @param {Places} places
 * @param {number} row height of the row of an eye
 * @param {number[]} opened the eyes that have just opened
 */
export function lookoutsPicture(lesson, board, places, row, opened) {
  const { gold } = board;
  const { type } = places;
  const eyes = openEyes(gold);
  const height = row * gold.length + 46 * type;
  const means = lesson.sides.map((side) => meanSeen(gold, board[side]));
  const said = lesson.sides.map((side, i) =>
    `${side.toUpperCase()}: average ${decimals(means[i])}, RNOD ${decimals(measured("RNOD", gold, board[side]))}`
  );
  const svg = svgNode("svg", {
    viewBox: `0 0 ${places.width} ${height}`,
    height,
    role: "img",
    "aria-label": `Open eyes on class ${listed(eyes.map((eye) => nameOfClass(lesson, eye)))}. ${said.join(". ")}`,
  });
  const column = lesson.sides.length > 1 ? (places.width - places.side - 2) / 2 : 0;
  gold.forEach((_, eye) => {
    const y = row * eye;
    const open = eyes.includes(eye);
    const ground = { x: places.left, y: y + 1, width: places.band * gold.length, height: row - 2, rx: 5 };
    svg.append(svgNode("rect", { ...ground, class: open ? "cv-watched" : "cv-unwatched" }));
    if (open) lesson.sides.forEach((side, i) => svg.append(...beams(lesson, board, places, row, eye, side, i)));
    svg.append(eyeAt(places.x(eye), y + row / 2, Math.min(11 * type, row * 0.36), open, opened.includes(eye)));
    const look = open ? "cv-strong" : "cv-quiet";
    svg.append(
      text(places.left - 8 * type, y + row / 2 + 5 * type, nameOfClass(lesson, eye).slice(0, 3), places, {
        size: 14,
        anchor: "end",
        look,
      }),
    );
    if (!open) return;
    lesson.sides.forEach((side, i) => {
      const seen = decimals(seenBy(gold, board[side])[eye]);
      const how = { size: 13, anchor: "start", look: `cv-fill-${side}` };
      svg.append(text(places.side + column * i, y + row / 2 + 5 * type, seen, places, how));
    });
  });
  const end = row * gold.length;
  svg.append(svgNode("line", { x1: places.left, x2: places.width - 4, y1: end + 2, y2: end + 2, class: "cv-ground" }));
  const to = places.left + places.band * gold.length - 4 * type;
  const caption = { size: 13, anchor: "end", look: "cv-quiet" };
  svg.append(text(to, end + 19 * type, `average of ${counted(eyes.length, "open eye")}`, places, caption));
  svg.append(text(to, end + 39 * type, `RNOD = √(average ÷ ${gold.length - 1})`, places, caption));
  lesson.sides.forEach((side, i) => {
    const how = { size: 13, anchor: "start", look: `cv-fill-${side} cv-strong` };
    const rnod = decimals(measured("RNOD", gold, board[side]));
    svg.append(text(places.side + column * i, end + 19 * type, decimals(means[i]), places, how));
    svg.append(text(places.side + column * i, end + 39 * type, rnod, places, how));
  });
  return svg;
}

/** @param {Lesson} lesson @param {Board} board @param {Places} places @param {number} row @param {number} eye @param {Side} side @param {number} i */
function beams(lesson, board, places, row, eye, side, i) {
  const { type } = places;
  const part = (row - 6 * type) / lesson.sides.length;
  const top = row * eye + 3 * type + part * i;
  const all = sum(board.gold) ** 2;
  const squares = squaredErrors(board.gold, board[side]).map((square) => square / all);
  const largest = lesson.sides.map((one) => sum(squaredErrors(board.gold, board[one])) / all);
  const unit = part / (Math.max(lesson.widest, ...largest) * 1.04); // all beams of an eye fit, and none is cut
  const thick = (/** @type {number} */ square) => square * unit;
  const nodes = [];
  for (const way of [-1, 1]) {
    let y = top + 0.5;
    for (let at = eye + way; at >= 0 && at < squares.length; at += way) {
      if (!squares[at]) continue;
      const height = Math.max(1.4, thick(squares[at]));
      y = Math.min(y, top + part - height);
      const [from, to] = [places.x(eye), places.x(at)].sort((x, z) => x - z);
      nodes.push(
        svgNode("rect", { x: from, y, width: to - from, height: height - 0.4, class: `cv-beam cv-side-${side}` }),
        svgNode("rect", {
          x: places.x(at) - 3.5 * type,
          y,
          width: 7 * type,
          height,
          class: `cv-error cv-side-${side}`,
        }),
      );
      y += height + 0.6;
    }
  }
  if (squares[eye]) {
    const height = Math.max(3, thick(squares[eye]));
    const box = { x: places.x(eye) - 17 * type, y: top + 0.5, width: 34 * type, height, rx: 2 };
    nodes.push(svgNode("rect", { ...box, class: `cv-feet cv-side-${side}` }));
  }
  return nodes;
}

/** @param {number} x @param {number} y @param {number} r @param {boolean} open @param {boolean} isNew */
function eyeAt(x, y, r, open, isNew) {
  if (!open) {
    return svgNode("path", { d: `M${x - r * 1.3} ${y - 2}Q${x} ${y + r} ${x + r * 1.3} ${y - 2}`, class: "cv-lid" });
  }
  const [left, right] = [x - r * 1.5, x + r * 1.5];
  const lid = `M${left} ${y}Q${x} ${y - r * 1.7} ${right} ${y}Q${x} ${y + r * 1.7} ${left} ${y}z`;
  return svgNode(
    "g",
    { class: isNew ? "cv-eye cv-opened" : "cv-eye" },
    svgNode("path", { d: lid }),
    svgNode("circle", { cx: x, cy: y, r: r * 0.5 }),
  );
}
