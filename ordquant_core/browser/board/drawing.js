// Shapes and texts that all pictures of the board share.
import { svgNode } from "../draw/nodes.js";
/** @import { Places } from "./places.js" */

/**
 * @param {number} x
 * @param {number} y
 * @param {string | number} words
 * @param {Places} places
 * @param {{ size?: number, anchor?: string, look?: string, of?: string }} [how] `of`: the number that it says, see html.js
 */
export function text(x, y, words, places, { size = 13, anchor = "middle", look = "", of = "" } = {}) {
  const at = {
    x,
    y,
    "font-size": size * places.type,
    "text-anchor": anchor,
    class: look,
    ...(of ? { "data-n": of } : {}),
  };
  return svgNode("text", at, String(words));
}

/** The outline of a bar, open below. @param {number} x @param {number} width @param {number} base @param {number} height */
export function outline(x, width, base, height) {
  const [from, to] = [x - width / 2, x + width / 2];
  return height > 0 ? `M${from} ${base}V${base - height}H${to}V${base}` : `M${from} ${base}H${to}`;
}

/** The letter of an estimate. @param {number} x @param {number} y @param {string} side @param {Places} places */
export function letter(x, y, side, places) {
  return svgNode(
    "g",
    { class: `cv-letter cv-side-${side}` },
    svgNode("circle", { cx: x, cy: y, r: 9 * places.type }),
    text(x, y + 4.6 * places.type, side.toUpperCase(), places, { look: "cv-strong" }),
  );
}
