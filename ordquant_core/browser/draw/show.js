// A canvas beside other things: to draw on, or to look at.
import { Editor } from "./editor.js";
/** @import { Limits, Picture } from "./picture.js" */

/**
 * @param {HTMLElement} host
 * @param {Node} content the parts of a canvas, with their style
 * @param {Picture} picture
 * @param {Limits} limits
 * @param {{ height: number, locked?: boolean, large?: boolean, changed?: (picture: Picture) => void }} options
 */
export function showCanvas(host, content, picture, limits, { height, locked = false, large = false, changed }) {
  const root = host.attachShadow({ mode: "open" });
  root.append(content);
  const names = locked ? { gold: "Gold", a: "A", b: "B" } : {};
  const view = { names, tools: !locked, large, height, locked, opens: [] };
  const sent = { ...picture, visit: "", rev: 1, seen: { mount: 0, seq: 0 }, limits, view };
  const editor = new Editor(root, sent);
  editor.update({ data: sent, setStateValue: () => changed?.(editor.state) });
  return editor;
}
