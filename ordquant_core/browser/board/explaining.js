// What a tapped word means: a note beside the word, where it lies on nothing that can be tapped. It is closed by Escape
// and by a tap, on itself or elsewhere.
import { element } from "./html.js";
/** @import { Step } from "./step.d.ts" */

/** @typedef {Pick<Step, "names" | "labels" | "terms">} Words */

/** Returns the note, which is to stand in the box. @param {HTMLElement} box @param {Words} words */
export function explainWords(box, words) {
  const note = element("div", { class: "cv-note", role: "status", hidden: true });
  /** @type {HTMLElement | null} */
  let of = null;
  const close = () => {
    note.hidden = true;
    of = null;
  };
  box.addEventListener("click", (event) => {
    const word = event.target instanceof Element ? event.target.closest(".cv-word") : null;
    if (!(word instanceof HTMLElement) || word === of) return close();
    of = word;
    note.replaceChildren(...meaning(word.dataset, words));
    note.hidden = false;
    place(note, word, box);
  });
  box.addEventListener("pointerdown", (event) => { // it lies over nothing that is carried
    if (!(event.target instanceof Element && event.target.closest(".cv-word"))) close();
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return note;
}

/** @param {DOMStringMap} data @param {Words} words */
function meaning({ measure, term }, { names, labels, terms }) {
  if (measure) {
    const [nickname, line, name] = names[measure];
    const label = labels[measure];
    return [
      element("b", {}, nickname ? `${label}, ${nickname}` : label),
      element("span", {}, line),
      element("small", {}, name),
    ];
  }
  const [word, line] = terms[term ?? ""];
  return [element("b", {}, word), element("span", {}, line)];
}

/** @param {HTMLElement} note @param {HTMLElement} word @param {HTMLElement} box */
function place(note, word, box) {
  const [at, around, size] = [word, box, note].map((node) => node.getBoundingClientRect());
  const left = Math.min(at.left, around.right - size.width);
  const ways = [
    [left, at.bottom + 6],
    [left, at.top - size.height - 6],
    [Math.min(at.right + 16, around.right - size.width), at.top + at.height / 2 - size.height / 2],
  ].map(([x, y]) => new DOMRect(Math.max(around.left, x), y, size.width, size.height));
  const others = [...box.querySelectorAll("button, input")].filter((one) =>
    one !== word && one.checkVisibility({ visibilityProperty: true })
  )
    .map((one) => one.getBoundingClientRect());
  const covered = (/** @type {DOMRect} */ way) =>
    others.filter((one) => one.right > way.left && one.left < way.right && one.bottom > way.top && one.top < way.bottom)
      .length;
  const seen = ways.filter((way) => way.top > 0 && way.bottom < innerHeight);
  const best = (seen.length ? seen : ways).sort((one, other) => covered(one) - covered(other))[0];
  note.style.left = `${best.left - around.left}px`;
  note.style.top = `${best.top - around.top}px`;
}
