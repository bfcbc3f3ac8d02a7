// Making elements, and texts with words that can be tapped. Texts are never read as HTML.
/** @import { Lesson } from "./lesson.d.ts" */

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean>} attributes `true`: present, `false`: absent
 * @param {(Node | string)[]} children
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== false) node.setAttribute(key, value === true ? "" : String(value));
  }
  node.append(...children);
  return node;
}

/**
 * A button that does something.
 * @param {string} label
 * @param {() => void} action
 * @param {Record<string, string | number | boolean>} attributes
 */
export function button(label, action, attributes = {}) {
  const node = element("button", { type: "button", ...attributes }, label);
  node.addEventListener("click", action);
  return node;
}

/**
 * The nodes of a text: `[A]` and `[B]` are letters, `[NMD]` a measure and `((step))` a term that can be tapped.
 * @param {string} text
 * @param {Lesson} lesson
 */
export function written(text, lesson) {
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(/\[(\w+)\]|\(\((\w+)(?:\|([^)]+))?\)\)/g)) {
    nodes.push(text.slice(from, match.index), marked(match, lesson));
    from = match.index + match[0].length;
  }
  return [...nodes, text.slice(from)];
}

/** @param {RegExpMatchArray} match @param {Lesson} lesson */
function marked([, mark, term, as], lesson) {
  if (mark === "A" || mark === "B") return element("b", { class: `cv-${mark.toLowerCase()}` }, mark);
  if (mark) {
    return element(
      "button",
      { type: "button", class: "cv-word cv-measure", "data-measure": mark },
      lesson.names[mark][3],
    );
  }
  return element("button", { type: "button", class: "cv-word", "data-term": term }, as ?? lesson.terms[term][0]);
}
