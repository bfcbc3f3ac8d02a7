// What a tapped word means: a note beside the word, closed by Escape, by another tap, or by tapping elsewhere.
import { element } from "./html.js";
/** @import { Lesson } from "./lesson.d.ts" */

/** @param {HTMLElement} box @param {Lesson} lesson */
export function explainWords(box, lesson) {
  const note = element("div", { class: "cv-note", role: "status", hidden: true });
  box.append(note);
  /** @type {HTMLElement | null} */
  let of = null;
  const close = () => {
    note.hidden = true;
    of = null;
  };
  box.addEventListener("click", (event) => {
    const word = event.target instanceof Element ? event.target.closest(".cv-word") : null;
    if (!(word instanceof HTMLElement)) {
      if (!(event.target instanceof Node && note.contains(event.target))) close();
      return;
    }
    if (word === of) return close();
    of = word;
    note.replaceChildren(...meaning(word.dataset, lesson));
    note.hidden = false;
    place(note, word, box);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
}

/** @param {DOMStringMap} data @param {Lesson} lesson */
function meaning({ measure, term }, lesson) {
  if (measure) {
    const [nickname, line, name, label] = lesson.names[measure];
    return [
      element("b", {}, nickname ? `${label}, ${nickname}` : label),
      element("span", {}, line),
      element("small", {}, name),
    ];
  }
  const [word, line] = lesson.terms[term ?? ""];
  return [element("b", {}, word), element("span", {}, line)];
}

/** @param {HTMLElement} note @param {HTMLElement} word @param {HTMLElement} box */
function place(note, word, box) {
  const [at, around, size] = [word, box, note].map((node) => node.getBoundingClientRect());
  const left = Math.min(at.left, around.right - size.width) - around.left;
  const below = at.bottom + size.height + 12 < innerHeight;
  note.style.left = `${Math.max(0, left)}px`;
  note.style.top = `${(below ? at.bottom + 6 : at.top - size.height - 6) - around.top}px`;
}
