// The lessons as a row of numbers, or as a list where the page is narrow: which are done, which one is shown.
import { button, element } from "./html.js";

/** @typedef {{ label: string, title: string, done: boolean }} Entry */

/** @param {Entry[]} entries @param {number} now the one that is shown @param {(to: number) => void} go */
export function rail(entries, now, go) {
  const named = (/** @type {Entry} */ { label, title, done }) => `${label} ${title}${done ? ", done" : ""}`;
  const numbers = entries.map((entry, at) => {
    const look = `cv-number${entry.done ? " cv-number-done" : ""}`;
    const said = { class: look, title: entry.title, "aria-label": `Lesson ${named(entry)}` };
    return button(entry.label, () => go(at), { ...said, ...(at === now ? { "aria-current": "step" } : {}) });
  });
  const list = element(
    "select",
    { "aria-label": "Lesson" },
    ...entries.map((entry, at) =>
      element("option", { value: at, selected: at === now }, `${entry.done ? "✓ " : ""}${entry.label} ${entry.title}`)
    ),
  );
  list.addEventListener("change", () => go(Number(list.value)));
  return element("nav", { class: "cv-rail", "aria-label": "Lessons" }, ...numbers, list);
}
