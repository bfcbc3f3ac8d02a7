// The table of scores, old and new. Its rows and columns keep their places.
import { counted, preferred, scoresOf } from "./fields.js";
import { element } from "./html.js";
/** @import { Board, Lesson } from "./lesson.d.ts" */

/**
 * @param {Lesson} lesson
 * @param {Board} board
 * @param {boolean} covered what the lesson hides is not shown yet
 */
export function scoreTable(lesson, board, covered = false) {
  const letters = lesson.sides.map((side) => element("th", { scope: "col", class: `cv-${side}` }, side.toUpperCase()));
  const last = lesson.sides.length > 1 ? "prefers" : "since the start";
  return element(
    "table",
    { class: "cv-scores" },
    element("caption", { class: "cv-heard" }, "Scores, old and new. Smaller is better."),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        element("th", { scope: "col" }, "Smaller is better"),
        ...letters,
        element("th", { scope: "col" }, last),
      ),
    ),
    element(
      "tbody",
      {},
      ...lesson.measures.map((key) =>
        covered && lesson.hidden.includes(key) ? coveredRow(key, lesson) : row(key, lesson, board)
      ),
    ),
  );
}

/** What is said aloud when votes have moved. @param {Lesson} lesson @param {Board} board */
export function spokenScores(lesson, board) {
  if (!lesson.measures.length) return "";
  const said = lesson.sides.filter((side) => board.carried === "gold" || side === board.carried);
  return lesson.measures.flatMap((key) => {
    const scores = scoresOf(key, lesson, board);
    return said.map((side) => `${key} of ${side.toUpperCase()} ${scores[lesson.sides.indexOf(side)]}.`);
  }).join(" ");
}

/** @param {number} n @param {number} to @param {string} scores */
export const spokenMove = (n, to, scores) => `${counted(n, "vote")} carried to class ${to + 1}. ${scores}`;

/** @param {string} key @param {Lesson} lesson */
function nameOf(key, lesson) {
  const [nickname, , , label] = lesson.names[key];
  const name = element("button", { type: "button", class: "cv-word cv-measure", "data-measure": key }, label);
  return element("th", { scope: "row" }, name, element("span", { class: "cv-who" }, nickname));
}

/** @param {string} key @param {Lesson} lesson */
function coveredRow(key, lesson) {
  const cell = () =>
    element("td", { class: "cv-quiet" }, element("span", { "aria-label": "after your answer" }, "•••"));
  return element("tr", {}, nameOf(key, lesson), ...lesson.sides.map(cell), cell());
}

/** @param {string} key @param {Lesson} lesson @param {Board} board */
function row(key, lesson, board) {
  const [old, now] = [lesson.board, board].map((one) => scoresOf(key, lesson, one));
  const cells = now.map((score, i) => {
    const changed = score !== old[i];
    const before = element("span", { class: "cv-old" }, changed ? `${old[i]} → ` : "");
    const look = `cv-new cv-${lesson.sides[i]}${changed ? " cv-changed" : ""}`;
    return element("td", {}, before, element("span", { class: look }, score));
  });
  const last = lesson.sides.length > 1 ? preference(key, lesson.board, board) : difference(old[0], now[0]);
  return element("tr", {}, nameOf(key, lesson), ...cells, element("td", {}, last));
}

/** @param {string} key @param {Board} start @param {Board} board */
function preference(key, start, board) {
  const [old, now] = [start, board].map((one) => preferred(key, one));
  const look = old === now ? "cv-prefers" : "cv-prefers cv-flipped";
  const letter = (/** @type {string} */ one) => element("span", { class: `cv-${one.toLowerCase()}` }, one);
  return element("span", { class: look }, ...(old === now ? [] : [letter(old), " → "]), letter(now));
}

/** @param {string} old @param {string} now */
const difference = (old, now) =>
  element("span", { class: old === now ? "cv-prefers" : "cv-prefers cv-flipped" }, old === now ? "same" : "changed");
