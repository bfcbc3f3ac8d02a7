// Marks what is looked at now: a row of tables, a ring around a point of plots. Both may be drawn again at any time, by
// Streamlit or by Plotly: then they are marked again. A mark stands over its plot, not in it, and joins it only while the
// camera takes a picture.
import { onPhone, show } from "../clicks/into_view.js";
/** @import { Component } from "../streamlit.d.ts" */

/** Of a point: x, y. @typedef {number[]} Place */
/** @typedef {{ name: string, rows: Record<string, string>, places: Record<string, Place[]>, label: string, onPhone: string }} Data */
/** What Plotly documents of the element of a plot. @typedef {{ range: [number, number] }} Axis */
/** @typedef {{ xaxis?: Axis, yaxis?: Axis, shapes?: object[], annotations?: object[] }} Layout */
/** @typedef {HTMLElement & { layout?: Layout, on?: (event: string, act: () => void) => void }} Plot */

const SVG = "http://www.w3.org/2000/svg";
const [RADIUS, SMALL] = [6.5, 4.5]; // of a ring around one point, or around several, to the middle of its line
const [LEADER, LINE, LETTER] = [16, 44, 8]; // pixels each way from a point to its name; the counts in corners; a letter
/** @type {Map<string, Data>} */
const MARKS = new Map();
/** @type {WeakSet<Plot>} */
const HEARD = new WeakSet();
let frame = 0;

function markSoon() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    /** @type {Set<Element | null>} */
    const placed = new Set();
    for (const { name, rows, places, label } of MARKS.values()) {
      for (const [id, choice] of Object.entries(rows)) markRow(id, choice);
      for (const [key, all] of Object.entries(places)) placed.add(markPlot(name, key, all, label));
    }
    for (const mark of document.querySelectorAll(".oq-mark")) {
      if (!placed.has(mark)) mark.remove();
    }
    const { shown } = document.documentElement.dataset; // see into_view.js
    if (shown && !document.querySelector(shown)) delete document.documentElement.dataset.shown; // its page was left
    observer.takeRecords(); // of what was just marked
  });
}
const observer = new MutationObserver(markSoon);

/** @param {string} id @param {string} choice */
function markRow(id, choice) {
  const table = document.querySelector(`table#${CSS.escape(id)}`); // a heading may have that id, too
  const chosen = table?.querySelector(`[data-choice="${CSS.escape(choice)}"]`); // a row, or a cell that is a button
  if (!table || chosen?.classList.contains("oq-chosen")) return;
  const reached = table.contains(document.activeElement); // by the keyboard, which has moved the tab stop already
  for (const row of table.querySelectorAll("[data-choice]")) {
    const isChosen = row === chosen;
    if (!isChosen && !row.classList.contains("oq-chosen") && (reached || !chosen)) continue;
    row.classList.toggle("oq-chosen", isChosen);
    const button = row.matches(".oq-choose") ? row : row.querySelector(".oq-choose");
    button?.setAttribute("aria-pressed", String(isChosen));
    if (button instanceof HTMLElement && chosen && !reached) button.tabIndex = isChosen ? 0 : -1;
  }
}

/** @type {(key: string) => Plot | null} */
const plotAt = (key) => document.querySelector(`.st-key-${CSS.escape(key)} .js-plotly-plot`);

/**
 * Marks over a plot, which take no clicks away; null where all places lie outside of what is shown.
 * @param {string} name
 * @param {string} key
 * @param {Place[]} places
 * @param {string} label of the one place that there is
 */
function markPlot(name, key, places, label) {
  const plot = plotAt(key);
  const area = plot?.querySelector(".nsewdrag");
  const across = plot?.layout?.xaxis?.range;
  const upwards = plot?.layout?.yaxis?.range;
  if (!plot || !area || !across || !upwards) return null;
  if (!HEARD.has(plot)) {
    plot.on?.("plotly_afterplot", markSoon);
    plot.on?.("plotly_click", () => onPhone() && bringUp(key));
  }
  HEARD.add(plot);
  const [inside, outside] = [area.getBoundingClientRect(), plot.getBoundingClientRect()];
  const enlarged = outside.width / plot.offsetWidth || 1; // on stage and on the full screen, and its marks with it
  const [wide, high] = [inside.width / enlarged, inside.height / enlarged];
  const drawn = places.map((place) => {
    const [x, y] = place.map((at, n) =>
      n % 2 ? (upwards[1] - at) / (upwards[1] - upwards[0]) : (at - across[0]) / (across[1] - across[0])
    );
    if ([x, y].some((share) => !(share >= 0 && share <= 1))) return "";
    const [left, top] = [x * wide, y * high];
    const radius = radiusOf(places);
    return `M${left - radius},${top}${[2, -2].map((way) => `a${radius},${radius} 0 1 0 ${way * radius},0`).join("")}`;
  }).join("");
  if (!drawn) return null;
  const mark = plot.querySelector(`:scope > .oq-mark[data-mark="${name}"]`) ?? newMark(plot, name);
  const [toLeft, toTop] = [inside.left - outside.left, inside.top - outside.top].map((gap) => gap / enlarged);
  mark.setAttribute("style", `left:${toLeft}px;top:${toTop}px`);
  mark.firstElementChild?.setAttribute("class", "oq-ring");
  mark.firstElementChild?.setAttribute("d", drawn);
  mark.firstElementChild?.setAttribute("stroke-width", String(widthOf(places)));
  mark.querySelector("g")?.remove();
  if (label && places.length === 1) mark.append(labelOf(label, drawn, wide, high));
  return mark;
}

/** @param {string} [key] Of a plot in which a point was clicked. */
function bringUp(key) {
  const opened = [...MARKS.values()].find(({ places, onPhone: selector }) => selector && (!key || key in places))
    ?.onPhone;
  if (opened) setTimeout(() => show(opened, true), 250); // when the re-run has drawn it
}

document.addEventListener("click", ({ target }) => { // on the buttons to the one before and after
  if (onPhone() && target instanceof Element && target.closest(':is([class*="_previous"], [class*="_next"]) button')) {
    bringUp();
  }
});

/** @param {Plot} plot @param {string} name */
function newMark(plot, name) {
  const mark = document.createElementNS(SVG, "svg");
  mark.setAttribute("class", "oq-mark");
  mark.setAttribute("aria-hidden", "true");
  mark.dataset.mark = name;
  mark.append(document.createElementNS(SVG, "path"));
  plot.append(mark);
  return mark;
}

/**
 * The name of a ring that is drawn so, and a line to it: away from the rising diagonal, near which most points lie, if
 * there is room.
 * @param {string} label
 * @param {string} drawn
 * @param {number} wide
 * @param {number} high
 */
function labelOf(label, drawn, wide, high) {
  const [left, y] = drawn.slice(1).split(/[,a]/).map(Number);
  const x = left + RADIUS;
  const away = x / wide + y / high < 1 ? -1 : 1;
  const across = (away < 0 ? x : wide - x) > LEADER + LETTER * label.length ? away : -away;
  const down = (away < 0 ? y : high - y) > LEADER + LINE ? away : -away;
  const [group, line, text] = ["g", "path", "text"].map((name) => document.createElementNS(SVG, name));
  const edge = RADIUS * Math.SQRT1_2;
  line.setAttribute("d", `M${x + across * edge},${y + down * edge}L${x + across * LEADER},${y + down * LEADER}`);
  text.textContent = label;
  text.setAttribute("x", String(x + across * (LEADER + 2)));
  text.setAttribute("y", String(y + down * LEADER + 4));
  text.setAttribute("text-anchor", across < 0 ? "end" : "start");
  Object.assign(text.dataset, { across, down });
  group.append(line, text);
  return group;
}

/** @type {(places: Place[]) => number} */
const radiusOf = (places) => places.length > 1 ? SMALL : RADIUS;
/** @type {(places: Place[]) => number} */
const widthOf = (places) => places.length > 1 ? 1 : 2;

/**
 * The camera copies what a plot is while its click is handled: until then, the marks are shapes of it.
 * @param {MouseEvent} event
 */
function joinPicture({ target }) {
  if (!(target instanceof Element) || !target.closest('.modebar-btn[data-title^="Download plot"]')) return;
  /** @type {Plot | null} */
  const plot = target.closest(".js-plotly-plot");
  const layout = plot?.layout;
  if (!plot || !layout) return;
  const { shapes, annotations } = layout;
  for (const { name, places } of MARKS.values()) {
    const mark = plot.querySelector(`:scope > .oq-mark[data-mark="${name}"] > path`);
    const [, of] = Object.entries(places).find(([key]) => plotAt(key) === plot) ?? ["", []];
    if (!mark) continue;
    const color = getComputedStyle(mark).stroke;
    const line = { color, width: widthOf(of) };
    layout.shapes = [...(layout.shapes ?? []), ...of.map((place) => ({ ...shapeOf(place, radiusOf(of)), line }))];
    const named = mark.parentElement?.querySelector("text");
    if (named) {
      layout.annotations = [...(layout.annotations ?? []), {
        ...noteOf(named, of[0]),
        font: { color },
        arrowcolor: color,
      }];
    }
  }
  setTimeout(() => {
    layout.shapes = shapes;
    layout.annotations = annotations;
  });
}

/** @param {Place} place @param {number} radius */
function shapeOf([x, y], radius) {
  const pixels = { xsizemode: "pixel", ysizemode: "pixel", x0: -radius, y0: -radius, x1: radius, y1: radius };
  return { type: "circle", ...pixels, xanchor: x, yanchor: y };
}

/** The name of a ring, in Plotly's words. @param {SVGElement} named @param {Place} place */
function noteOf(named, [x, y]) {
  const text = (named.textContent ?? "").replaceAll("<", "&lt;");
  const [ax, ay] = [named.dataset.across, named.dataset.down].map((way) => LEADER * Number(way));
  return { text, x, y, ax, ay, arrowhead: 0, arrowwidth: 1, standoff: RADIUS, xanchor: ax < 0 ? "right" : "left" };
}
document.addEventListener("click", joinPicture, { capture: true });

/**
 * Plotly selects the point that a mouse has hovered over before its click: under a finger, that of the tap before. So the
 * finger hovers first.
 * @param {PointerEvent} event
 */
function hoverBeforeTap({ target, pointerType, clientX, clientY }) {
  if (pointerType !== "touch" || !(target instanceof Element) || !target.closest(".js-plotly-plot .nsewdrag")) return;
  target.dispatchEvent(new MouseEvent("mousemove", { bubbles: true, clientX, clientY, view: globalThis.window }));
}
document.addEventListener("pointerdown", hoverBeforeTap, { capture: true });

/** @param {Component<Data>} component */
export default function ({ data }) {
  MARKS.set(data.name, data);
  observer.observe(document.body, { childList: true, subtree: true });
  markSoon();
  return () => {
    if (MARKS.get(data.name) === data) MARKS.delete(data.name);
    markSoon();
  };
}
