// Marks what is looked at now: a row of tables, and a ring in plots. Both may be drawn again at any time, by Streamlit
// or by Plotly: then they are marked again.
/** @import { Component } from "../streamlit.d.ts" */

/** @typedef {{ name: string, rows: Record<string, string>, points: Record<string, [number, number]> }} Data */
/** What Plotly documents of the element of a plot. @typedef {{ range: [number, number] }} Axis */
/** @typedef {HTMLElement & { layout?: { xaxis?: Axis, yaxis?: Axis }, on?: (event: string, act: () => void) => void }} Plot */

/** @type {Map<string, Data>} */
const MARKS = new Map();
/** @type {WeakSet<Plot>} */
const HEARD = new WeakSet();
let frame = 0;

function markSoon() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    for (const { name, rows, points } of MARKS.values()) {
      for (const [id, choice] of Object.entries(rows)) markRow(id, choice);
      /** @type {(Element | null)[]} */
      const rings = Object.entries(points).map(([key, point]) => placeRing(name, key, point));
      for (const ring of document.querySelectorAll(`.oq-ring[data-mark="${name}"]`)) {
        if (!rings.includes(ring)) ring.remove();
      }
    }
    observer.takeRecords(); // of what was just marked
  });
}
const observer = new MutationObserver(markSoon);

/** @param {string} id @param {string} choice */
function markRow(id, choice) {
  const table = document.querySelector(`table#${CSS.escape(id)}`); // a heading may have that id, too
  const chosen = table?.querySelector(`tr[data-choice="${CSS.escape(choice)}"]`);
  if (!table || chosen?.classList.contains("oq-chosen")) return;
  const reached = table.contains(document.activeElement); // by the keyboard, which has moved the tab stop already
  for (const row of table.querySelectorAll("tr[data-choice]")) {
    const isChosen = row === chosen;
    if (!isChosen && !row.classList.contains("oq-chosen") && (reached || !chosen)) continue;
    row.classList.toggle("oq-chosen", isChosen);
    const button = row.querySelector(".oq-choose");
    button?.setAttribute("aria-pressed", String(isChosen));
    if (button instanceof HTMLElement && chosen && !reached) button.tabIndex = isChosen ? 0 : -1;
  }
}

/**
 * A ring over a plot, which takes no clicks away; null where the point lies outside of what is shown.
 * @param {string} name
 * @param {string} key
 * @param {[number, number]} point
 */
function placeRing(name, key, [x, y]) {
  /** @type {Plot | null} */
  const plot = document.querySelector(`.st-key-${CSS.escape(key)} .js-plotly-plot`);
  const area = plot?.querySelector(".nsewdrag");
  const across = plot?.layout?.xaxis?.range;
  const upwards = plot?.layout?.yaxis?.range;
  if (!plot || !area || !across || !upwards) return null;
  if (!HEARD.has(plot)) plot.on?.("plotly_afterplot", markSoon);
  HEARD.add(plot);
  const left = (x - across[0]) / (across[1] - across[0]);
  const top = (upwards[1] - y) / (upwards[1] - upwards[0]);
  if (!(left >= 0 && left <= 1 && top >= 0 && top <= 1)) return null;
  const [inside, outside] = [area.getBoundingClientRect(), plot.getBoundingClientRect()];
  const found = plot.querySelector(`:scope > .oq-ring[data-mark="${name}"]`);
  const ring = found instanceof HTMLElement ? found : document.createElement("div");
  ring.className = "oq-ring";
  ring.dataset.mark = name;
  ring.style.left = `${inside.left - outside.left + left * inside.width}px`;
  ring.style.top = `${inside.top - outside.top + top * inside.height}px`;
  if (ring !== found) plot.append(ring);
  return ring;
}

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
