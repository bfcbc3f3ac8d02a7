// Making elements, and texts with numbers and words that can be tapped. Texts are never read as HTML.
/** @import { Fields } from "./fields.js" */
/** @import { Step } from "./step.d.ts" */

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

/** A number of the board, which says what it is: a test computes it again. @param {string} of @param {string} text */
export const number = (of, text, look = "") => element("span", { "data-n": of, class: look }, text);

/**
 * The nodes of a text: `{RNOD b}` is a field, `[A]` and `[B]` are letters, `[NMD]` a measure and `((step))` a term that
 * can be tapped.
 * @param {string} text
 * @param {Pick<Step, "labels" | "terms">} step
 * @param {Fields} [fields]
 * @returns {(Node | string)[]}
 */
export function written(text, step, fields = {}) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let from = 0;
  for (const match of text.matchAll(/\{([^{}]+)\}|\[(\w+)\]|\(\((\w+)(?:\|([^)]+))?\)\)/g)) {
    const [all, field, mark, term, as] = match;
    nodes.push(text.slice(from, match.index));
    if (field) nodes.push(element("span", { "data-n": field }, ...written(fields[field], step)));
    else if (mark) nodes.push(marked(mark, step));
    else {nodes.push(
        element("button", { type: "button", class: "cv-word", "data-term": term }, as ?? step.terms[term][0]),
      );}
    from = match.index + all.length;
  }
  return [...nodes, text.slice(from)];
}

/** @param {string} mark @param {Pick<Step, "labels">} step */
function marked(mark, { labels }) {
  if (mark === "A" || mark === "B") return element("b", { class: `cv-${mark.toLowerCase()}` }, mark);
  return element("button", { type: "button", class: "cv-word cv-measure", "data-measure": mark }, labels[mark]);
}
