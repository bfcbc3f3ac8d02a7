// The lookouts: one on every class with a gold vote. A beam runs from a lookout to each square of B; its length is the
// distance, with a notch per class. A dashed square lies at the lookout's own feet, at distance 0.
import { decimals } from "../draw/numerals.js";
import { svgNode } from "../draw/nodes.js";
import { errorsOf, openEyes, sum } from "../draw/shares.js";
import { text } from "./drawing.js";
import { meanSeen, measured, nameOfClass } from "./fields.js";
import { element, number } from "./html.js";
/** @import { Board, Step } from "./step.d.ts" */
/** @import { Places } from "./places.js" */

const [ROW, EYE] = [46, 11]; // px of the row of a beam, radius of an eye

/**
 * @param {Step} step
 * @param {Board} board
 * @param {Places} places
 * @param {(beam: string) => void} tap
 */
export function beamsPicture(step, board, places, tap) {
  const { type } = places;
  const eyes = openEyes(board.gold);
  const errors = errorsOf(board.gold, board.b);
  const wrong = errors.flatMap((error, at) => error ? [at] : []);
  const row = ROW * type;
  const most = step.together ? 2 : new Set([...wrong, ...step.movable]).size; // beams of a lookout: the room stays
  const height = row * Math.max(1, eyes.length * Math.max(wrong.length, most)) + 4;
  const svg = svgNode("svg", {
    viewBox: `0 0 ${places.width} ${height}`,
    height,
    role: "group",
    "aria-label": "Lookouts",
  });
  const counts = (/** @type {number} */ eye, /** @type {number} */ at) =>
    !step.tapping || board.taps.includes(`${eye}-${at}`);
  eyes.forEach((eye, i) => {
    const tall = row * Math.max(1, wrong.length);
    const top = i * tall;
    const ground = { x: places.left, y: top + 2, width: places.band * board.gold.length, height: tall - 4, rx: 8 };
    svg.append(svgNode("rect", { ...ground, class: "cv-watched" }));
    wrong.forEach((at, i) => svg.append(beam(step, board, places, eye, at, top + i * row, counts(eye, at), tap)));
    svg.append(eyeAt(places.x(eye), top + tall / 2, EYE * type));
  });
  return element("div", {}, svg, sums(step, board, eyes, wrong, counts));
}

/**
 * @param {Step} step @param {Board} board @param {Places} places @param {number} eye
 * @param {number} at the class that the beam leads to @param {number} y
 * @param {boolean} counted @param {(beam: string) => void} tap
 */
function beam(step, board, places, eye, at, y, counted, tap) {
  const { type } = places;
  const row = ROW * type;
  const words = `error on class ${nameOfClass(step, at)}, distance ${Math.abs(at - eye)}`;
  const group = svgNode("g", { class: counted ? "cv-beam cv-side-b" : "cv-beam cv-side-b cv-uncounted" });
  const whole = { x: places.left, y, width: places.band * board.gold.length, height: row };
  group.append(svgNode("rect", { ...whole, class: "cv-hit" }));
  const middle = y + row - 14 * type;
  const side = Math.max(6, Math.abs(errorsOf(board.gold, board.b)[at]) * 1.5 * type);
  const square = { x: places.x(at) - side / 2, y: middle - side / 2, width: side, height: side };
  if (at !== eye) {
    const from = places.x(eye) + Math.sign(at - eye) * EYE * 1.4 * type;
    group.append(svgNode("line", { x1: from, x2: places.x(at), y1: middle, y2: middle, class: "cv-ray" }));
    for (let between = Math.min(eye, at) + 1; between < Math.max(eye, at); between++) {
      const x = places.x(between);
      group.append(svgNode("line", { x1: x, x2: x, y1: middle - 5, y2: middle + 5, class: "cv-notch" }));
    }
  }
  group.append(svgNode("rect", { ...square, class: at === eye ? "cv-feet" : "cv-error" }));
  const middleOf = (places.x(eye) + places.x(at)) / 2;
  const beside = places.x(eye) + (at < eye ? -1 : 1) * (EYE * 1.5 + 58) * type; // the eye covers no digit
  const free = at < eye ? Math.min(middleOf, beside) : Math.max(middleOf, beside);
  const last = places.left + places.band * board.gold.length - 58 * type;
  const x = Math.min(Math.max(places.left + 58 * type, free), last);
  const product = `${decimals(share(board, at), 2)} × ${Math.abs(at - eye)} = ${decimals(seen(board, eye, at), 2)}`;
  const look = counted ? "cv-strong" : "cv-quiet";
  group.append(
    text(x, middle - 13 * type, counted ? product : "tap", places, {
      size: 14,
      look,
      of: counted ? `product ${eye} ${at}` : "",
    }),
  );
  group.setAttribute("aria-label", `Lookout ${nameOfClass(step, eye)}: ${words}`);
  if (step.tapping) {
    const name = `${eye}-${at}`;
    for (const [key, value] of Object.entries({ role: "button", tabindex: "0", "data-beam": name })) {
      group.setAttribute(key, value);
    }
    group.addEventListener("click", () => tap(name));
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      tap(name);
    });
  }
  return group;
}

/** The squared error of B on a class, as a share of all votes squared. @param {Board} board @param {number} at */
const share = (board, at) => (errorsOf(board.gold, board.b)[at] / sum(board.gold)) ** 2;

/** @param {Board} board @param {number} eye @param {number} at */
const seen = (board, eye, at) => share(board, at) * Math.abs(eye - at);

/**
 * What each lookout adds up, their average, and what becomes of it.
 * @param {Step} step @param {Board} board @param {number[]} eyes @param {number[]} wrong
 * @param {(eye: number, at: number) => boolean} counts
 */
function sums(step, board, eyes, wrong, counts) {
  const known = eyes.every((eye) => wrong.every((at) => counts(eye, at)));
  const asFar = (/** @type {string} */ of, /** @type {number} */ value, /** @type {boolean} */ is, digits = 2) =>
    is ? number(of, decimals(value, digits)) : "?";
  const lines = eyes.map((eye) => {
    const parts = wrong.flatMap((
      at,
      i,
    ) => [i ? " + " : "", asFar(`beam ${eye} ${at}`, seen(board, eye, at), counts(eye, at))]);
    const all = asFar(`eye ${eye}`, sum(wrong.map((at) => seen(board, eye, at))), wrong.every((at) => counts(eye, at)));
    return element(
      "p",
      { class: "cv-sums" },
      `Lookout ${nameOfClass(step, eye)}: `,
      ...parts,
      wrong.length ? " = " : "",
      all,
    );
  });
  const mean = () => asFar("short mean b", meanSeen(board.gold, board.b), known);
  const rnod = asFar("RNOD b", measured("RNOD", board.gold, board.b), known, 3);
  const longest = board.gold.length - 1;
  lines.push(
    element("p", { class: "cv-sums" }, "Average: ", mean(), ". RNOD of B = √(", mean(), ` ÷ ${longest}) = `, rnod),
  );
  return element("div", {}, ...lines);
}

/** @param {number} x @param {number} y @param {number} r */
export function eyeAt(x, y, r) {
  const [left, right] = [x - r * 1.5, x + r * 1.5];
  const lid = `M${left} ${y}Q${x} ${y - r * 1.7} ${right} ${y}Q${x} ${y + r * 1.7} ${left} ${y}z`;
  const ball = svgNode("circle", { cx: x, cy: y, r: r * 0.5 });
  return svgNode("g", { class: "cv-eye" }, svgNode("path", { d: lid }), ball);
}
