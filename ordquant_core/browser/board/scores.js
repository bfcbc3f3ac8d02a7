// The table of scores, old and new. Its rows and columns keep their places.
import { counted, preferred, scoreText } from "./fields.js";
import { element, number } from "./html.js";
/** @import { Board, Side, Step } from "./step.d.ts" */

/**
 * @param {Step} step
 * @param {Board} board
 * @param {boolean} covered what the step hides is not shown yet
 */
export function scoreTable(step, board, covered = false) {
  const head = (/** @type {string} */ name, look = "") => element("th", { scope: "col", class: look }, name);
  const letters = step.sides.map((side) => head(side.toUpperCase(), `cv-${side}`));
  const rows = step.rows.map((key) =>
    covered && step.hidden.includes(key) ? coveredRow(key, step) : row(key, step, board)
  );
  return element(
    "table",
    { class: "cv-scores" },
    element("caption", { class: "cv-heard" }, "Scores, old and new. Smaller is better."),
    element("thead", {}, element("tr", {}, head("Smaller is better"), ...letters, head("prefers"))),
    element("tbody", {}, ...rows),
  );
}

/** What is said aloud when votes have moved. @param {Step} step @param {Board} board */
export function spokenScores(step, board) {
  const moved = step.sides.filter((side) => board.carried === "gold" || side === board.carried);
  const said = (/** @type {string} */ key, /** @type {Side} */ side) =>
    `${labelOf(key, step)} of ${side.toUpperCase()} ${scoreText(key, board.gold, board[side])}.`;
  return step.rows.flatMap((key) => moved.map((side) => said(key, side))).join(" ");
}

/** @param {number} n @param {number} to @param {string} scores */
export const spokenMove = (n, to, scores) => `${counted(n, "vote")} carried to class ${to + 1}. ${scores}`;

/** @param {string} key @param {Step} step */
const labelOf = (key, { labels }) => key === "area" ? "Squares" : labels[key];

/** @param {string} key @param {Step} step */
function nameOf(key, step) {
  const isMeasure = key !== "area";
  const name = isMeasure
    ? element("button", { type: "button", class: "cv-word cv-measure", "data-measure": key }, labelOf(key, step))
    : labelOf(key, step);
  const who = isMeasure ? step.names[key]?.[0] ?? "" : "their area, added up";
  return element("th", { scope: "row" }, name, element("span", { class: "cv-who" }, who));
}

/** @param {string} key @param {Step} step */
function coveredRow(key, step) {
  const cell = () =>
    element("td", { class: "cv-quiet" }, element("span", { "aria-label": "after your answer" }, "•••"));
  return element("tr", {}, nameOf(key, step), ...step.sides.map(cell), cell());
}

/** @param {string} key @param {Step} step @param {Board} board */
function row(key, step, board) {
  const cells = step.sides.map((side) => {
    const [old, now] = [step.board, board].map((one) => scoreText(key, one.gold, one[side]));
    const changed = now !== old;
    const before = element(
      "span",
      { class: "cv-old" },
      ...(changed ? [number(`${key} ${side} at first`, old), " → "] : []),
    );
    return element("td", {}, before, number(`${key} ${side}`, now, `cv-new cv-${side}${changed ? " cv-changed" : ""}`));
  });
  return element("tr", {}, nameOf(key, step), ...cells, element("td", {}, preference(key, step.board, board)));
}

/** @param {string} key @param {Board} start @param {Board} board */
function preference(key, start, board) {
  const [old, now] = [start, board].map((one) => preferred(key, one));
  const letter = (/** @type {string} */ one, when = "") => number(`${key} side${when}`, one, `cv-${one.toLowerCase()}`);
  const before = old === now ? [] : [letter(old, " at first"), " → "];
  return element("span", { class: old === now ? "cv-prefers" : "cv-prefers cv-flipped" }, ...before, letter(now));
}
