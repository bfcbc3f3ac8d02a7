// Compare: the canvas, and a table that follows it.
import { element } from "../board/html.js";
import { NAMED, readSwitches, writeSwitches } from "../draw/built.js";
import { showCanvas } from "../draw/show.js";
import { contentOf, write } from "./address.js";
/** @import { Picture } from "../draw/picture.js" */
/** @import { Query } from "./address.js" */
/** @import { Data } from "./file.js" */

const TINTED = "Tinted: this measure and most of the distance-aware and bin-by-bin measures disagree.";

/**
 * Compare: a picture, and its scores by every measure, which follow the hand.
 * @param {HTMLElement} main
 * @param {Data} data
 * @param {Query} query
 * @param {(query: Query) => void} go
 */
export function showCompare(main, data, query, go) {
  document.title = "Compare · OrdQuant";
  const host = element("div", { class: "canvas" });
  const table = element("div", { class: "card" }, contentOf("measures"), element("p", { class: "muted" }, TINTED));
  main.replaceChildren(
    element("h1", {}, "Compare"),
    element("p", { class: "muted" }, "Draw the gold and two estimates. Smaller scores are better."),
    element("div", { class: "two" }, element("div", { class: "card" }, host), table),
  );
  const editor = showCanvas(host, contentOf("draw"), readPicture(query.picture, data), data.limits, {
    height: 320,
    changed: (picture) => keep(picture, asked),
  });
  const { measure, built } = query;
  const asked = { ...(measure ? { measure } : {}), ...(built ? { built } : {}) };
  showRow(table, data, asked, go);
  editor.follow.show(editor.state, false); // the table follows the canvas, from its first picture on
  return () => editor.destroy();
}

/** @param {Picture} picture @param {Query} asked */
function keep({ classes, gold, a, b, name_a, name_b, positions }, asked) {
  write({ show: "compare", picture: JSON.stringify({ classes, gold, a, b, name_a, name_b, positions }), ...asked });
}

/**
 * The measure that an address asks for: one of the table is marked, one that was made has the last row.
 * @param {HTMLElement} table @param {Data} data @param {Query} asked @param {(query: Query) => void} go
 */
function showRow(table, data, { measure, built }, go) {
  table.querySelector(`[data-measure="${Object.hasOwn(NAMED, measure) ? measure : ""}"]`)?.setAttribute(
    "aria-current",
    "true",
  );
  const row = table.querySelector("[data-family=made]");
  const line = row?.previousElementSibling;
  const link = line?.querySelector("a");
  const switches = readSwitches(built);
  if (!(row instanceof HTMLElement) || !link?.previousSibling) return;
  if (!switches) return [row, line].forEach((one) => one?.remove());
  row.dataset.measure = writeSwitches(switches);
  const rule = writeSwitches(switches).split(".").map((part) => data.words[part]).join(" · ");
  link.previousSibling.textContent = `Yours: ${rule}. `;
  link.addEventListener("click", (event) => {
    event.preventDefault(); // in a frame a link may lead away
    go({ show: "lessons", lesson: "make", built: writeSwitches(switches) });
  });
}

/** The picture of an address; the one that the file begins with, where that is none. @param {string | undefined} text @param {Data} data @returns {Picture} */
function readPicture(text, data) {
  if (!text) return data.picture;
  try {
    const picture = { ...data.picture, ...JSON.parse(text) };
    return isPicture(picture, data) ? picture : data.picture;
  } catch {
    return data.picture;
  }
}

/** @param {Picture} picture @param {Data} data */
function isPicture({ classes, gold, a, b, name_a, name_b, positions }, { limits }) {
  const n = classes.length;
  const fits = (/** @type {unknown} */ side) =>
    Array.isArray(side) && side.length === n && side.every((value) => Number.isFinite(value) && value >= 0) &&
    side.some((value) => value > 0);
  const follows = (/** @type {unknown} */ side) => side === "popularity" || side === "uniform" || fits(side);
  const rises = positions === null ||
    (positions.length === n && positions.every((one, i) => Number.isFinite(one) && (!i || one > positions[i - 1])));
  return n >= limits.fewest_classes && n <= limits.most_classes && fits(gold) && follows(a) && follows(b) && rises &&
    [...classes, name_a, name_b].every((label) => typeof label === "string");
}
