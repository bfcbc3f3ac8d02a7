// Making, finding and measuring nodes of the page, and the keys that it leaves to the browser.
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number>} Attributes */

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export function svgNode(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  setAttributes(node, attributes);
  node.append(...children);
  return node;
}

/** @param {Element} node @param {Attributes} attributes */
export function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
}

/** What measures texts in a font, as CSS names it. @param {string} font */
export function rulerOf(font) {
  const ruler = document.createElement("canvas").getContext("2d");
  if (!ruler) throw new Error("This browser has no canvas to measure texts on.");
  ruler.font = font;
  return ruler;
}

/**
 * The one node that a part of the page cannot be without.
 * @template {Element} Kind
 * @param {ParentNode} box
 * @param {string} selector
 * @param {new () => Kind} kind
 */
export function find(box, selector, kind) {
  const node = box.querySelector(selector);
  if (!(node instanceof kind)) throw new Error(`${selector} is no ${kind.name}.`);
  return node;
}

/** Whether a key is one of the browser's own, such as Alt with an arrow, which goes back. @param {KeyboardEvent} event */
export const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;
