// The picture as a file: a self-contained SVG (computed styles, nothing by reference), and the PNG drawn from it.
// Both are made in the browser; labels and names become text nodes, never markup.
import { clamp, shownNumbers } from "./shares.js";
import { sharesFor, shownLabel, SIDES } from "./picture.js";
import { titleOf } from "./words.js";
import { penOf, svgNode } from "./nodes.js";
/** @import { Canvas } from "./canvas.js" */
/** @import { Attributes } from "./nodes.js" */
/** @import { Side, State } from "./picture.js" */
/** @import { Names } from "./words.js" */

const FONT = "Helvetica, Arial, sans-serif";
const EDGE = 12; // px around everything
const TYPE = 13; // px; grows with the drawing
const LINE = 20; // px from one line of the legend to the next
const MOST_PIXELS = 3000; // of the PNG's width
const SHAPE = ["x", "y", "width", "height", "rx", "x1", "x2", "y1", "y2", "d", "transform"];
const LEFT_OUT = ["dq-column", "dq-handle"]; // what is only there to be touched

/** @typedef {{ box: HTMLElement, canvas: Canvas, state: State, names: Names }} Shown */

/** @param {"svg" | "png"} kind @param {Shown} shown */
export async function savePicture(kind, shown) {
  const svg = pictureAsSvg(shown);
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;
  const file = new Blob([text], { type: "image/svg+xml" });
  offer(kind === "svg" ? file : await asPng(file, svg), `ordquant-picture.${kind}`);
}

/** @param {Blob} file @param {string} name */
function offer(file, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {Blob} file @param {SVGSVGElement} svg @returns {Promise<Blob>} */
async function asPng(file, svg) {
  const [width, height] = ["width", "height"].map((side) => Number(svg.getAttribute(side)));
  const scale = clamp(MOST_PIXELS / width, 2, 3);
  const address = URL.createObjectURL(file);
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const sheet = document.createElement("canvas");
    Object.assign(sheet, { width: Math.round(width * scale), height: Math.round(height * scale) });
    penOf(sheet).drawImage(image, 0, 0, sheet.width, sheet.height);
    return await new Promise((done, fail) =>
      sheet.toBlob((png) => (png ? done(png) : fail(new Error("no PNG"))), "image/png")
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** @param {Shown} shown */
function pictureAsSvg(shown) {
  const { box, canvas, state, names } = shown;
  const { frame } = canvas;
  const width = frame.width + 2 * EDGE;
  const legend = legendOf(shown);
  const labels = labelsOf(shown);
  const height = Math.ceil(2 * EDGE + legend.height + frame.height + labels.height);
  /** @param {number} y @param {Node[]} nodes */
  const at = (y, ...nodes) => svgNode("g", { transform: `translate(${EDGE},${y})` }, ...nodes);
  const svg = svgNode("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "font-family": FONT });
  svg.append(
    svgNode("title", {}, clean(SIDES.map((side) => titleOf(state, side, names)).join(", "))),
    svgNode("desc", {}, clean(SIDES.map((side) => inWords(shown, side)).join(" "))),
    svgNode("rect", { width, height, ...paint("fill", colourOf(box, "--ground")) }),
    at(EDGE, ...legend.nodes),
    at(EDGE + legend.height, ...copies(canvas.svg)),
    at(EDGE + legend.height + frame.height, ...labels.nodes),
  );
  return svg;
}

/** @param {Shown} shown @param {Side} side */
function inWords({ state, names }, side) {
  const votes = state.mode === "votes";
  const shown = shownNumbers(sharesFor(state, side), votes ? state.n : null);
  const bars = state.classes.map((label, i) => `${label}: ${shown[i]}`).join(", ");
  return `${titleOf(state, side, names)}${votes ? `, ${state.n} votes` : ""}: ${bars}.`;
}

/**
 * The legend: one line where it fits, else a line for each.
 * @param {Shown} shown
 */
function legendOf({ box, canvas, state, names }) {
  const { width, scale } = canvas.frame;
  const [swatch, gap, line, size] = [22, 20, LINE, TYPE].map((px) => px * scale);
  const items = SIDES.map((side) => {
    const text = clean(titleOf(state, side, names));
    return { side, text, wide: widthOf(text, size, 700) };
  });
  const together = items.reduce((all, { wide }) => all + swatch + wide + gap, -gap) <= width;
  let x = 0;
  const nodes = items.flatMap(({ side, text, wide }, row) => {
    const place = { x: x + swatch, y: (together ? 0 : row * line) + 12 * scale };
    const most = width - swatch; // a longer name is set narrower
    /** @type {Attributes} */
    const squeezed = wide > most ? { textLength: most, lengthAdjust: "spacingAndGlyphs" } : {};
    const type = { "font-size": size, "font-weight": 700, ...paint("fill", colourOf(box, SIDE_TEXT[side])) };
    const words = svgNode("text", { ...place, ...squeezed, ...type }, text);
    const sample = sampleOf(box, side, x, place.y - 10 * scale, scale);
    if (together) x += swatch + wide + gap;
    return [sample, words];
  });
  return { nodes, height: (together ? 1 : items.length) * line };
}

const SIDE_TEXT = { gold: "--gold", a: "--run-a-text", b: "--run-b-text" };

/** @param {HTMLElement} box @param {Side} side @param {number} x @param {number} y @param {number} scale */
function sampleOf(box, side, x, y, scale) {
  const area = { x: x + 1, y, width: 14 * scale, height: 11 * scale, rx: 2 };
  if (side === "gold") return svgNode("rect", { ...area, ...paint("fill", colourOf(box, "--gold"), 0.45) });
  return svgNode("rect", {
    ...area,
    fill: "none",
    "stroke-width": 2,
    ...(side === "b" ? { "stroke-dasharray": "5 2" } : {}),
    ...paint("stroke", colourOf(box, `--run-${side}`)),
  });
}

/**
 * The labels in full: upright where a column is too narrow for one of them.
 * @param {Shown} shown
 */
function labelsOf({ box, canvas, state }) {
  const { frame } = canvas;
  const size = TYPE * frame.scale;
  const texts = state.classes.map((label) => clean(shownLabel(label)));
  const longest = Math.max(...texts.map((text) => widthOf(text, size)));
  const upright = longest > frame.step - 4;
  const nodes = texts.map((text, i) => {
    const x = frame.x(i);
    /** @type {Attributes} */
    const place = upright
      ? { x: 0, y: 0, "text-anchor": "end", transform: `translate(${x + size / 3},4) rotate(-90)` }
      : { x, y: size * 1.1, "text-anchor": "middle" };
    return svgNode("text", { ...place, "font-size": size, ...paint("fill", colourOf(box, "--ink")) }, text);
  });
  return { nodes, height: upright ? longest + 8 : LINE * frame.scale };
}

/**
 * The drawing as it stands.
 * @param {Element} node
 * @returns {SVGElement[]}
 */
function copies(node) {
  return [...node.children].flatMap((child) => copyOf(child) ?? []);
}

/** @param {Element} node */
function copyOf(node) {
  const style = getComputedStyle(node);
  if (LEFT_OUT.some((name) => node.classList.contains(name)) || style.display === "none") return null;
  if (node.localName === "g") return svgNode("g", shapeOf(node, style), ...copies(node));
  if (style.visibility === "hidden") return null;
  const name = /** @type {keyof SVGElementTagNameMap} */ (node.localName); // the canvas made it with svgNode
  const look = { ...paint("fill", style.fill, Number(style.fillOpacity)), ...paint("stroke", style.stroke) };
  if (style.stroke !== "none") {
    Object.assign(look, { "stroke-width": parseFloat(style.strokeWidth), "stroke-linejoin": style.strokeLinejoin });
    if (style.strokeDasharray !== "none") look["stroke-dasharray"] = style.strokeDasharray;
  }
  if (name !== "text") return svgNode(name, { ...shapeOf(node, style), ...look });
  const type = {
    "font-size": parseFloat(style.fontSize),
    "font-weight": style.fontWeight,
    "text-anchor": style.textAnchor,
    "paint-order": style.paintOrder,
  };
  return svgNode("text", { ...shapeOf(node, style), ...look, ...type }, clean(node.textContent));
}

/** @param {Element} node @param {CSSStyleDeclaration} style */
function shapeOf(node, style) {
  /** @type {Attributes} */
  const shape = {};
  for (const name of SHAPE) {
    const value = node.getAttribute(name);
    if (value !== null) shape[name] = value;
  }
  if (node.localName === "circle") shape.r = parseFloat(style.r) || node.getAttribute("r") || 0;
  return shape;
}

// ---- colours and text that every program reads
/** @param {HTMLElement} box @param {string} variable */
function colourOf(box, variable) {
  const probe = document.createElement("span");
  probe.style.color = `var(${variable})`;
  box.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}

/**
 * `#rrggbb` and an opacity: older programs know no rgba().
 * @param {"fill" | "stroke"} kind
 * @param {string} colour
 * @returns {Attributes}
 */
function paint(kind, colour, opacity = 1) {
  if (colour === "none") return { [kind]: "none" };
  const pen = penOf(undefined, { willReadFrequently: true });
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  const through = Number(((opacity * alpha) / 255).toFixed(3));
  return { [kind]: `#${hex}`, ...(through < 1 && { [`${kind}-opacity`]: through }) };
}

/** @param {string} text @param {number} size */
function widthOf(text, size, weight = 400) {
  const ruler = penOf();
  ruler.font = `${weight} ${size}px ${FONT}`;
  return ruler.measureText(text).width;
}

/**
 * XML knows no control characters and no halves of surrogate pairs.
 * @param {string} text
 */
function clean(text) {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD");
}
