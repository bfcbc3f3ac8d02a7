// The strip under the axis: why a measure scores as it does. It is drawn from the marks that Python sends with the view.
import { RUNS, sharesFor } from "./picture.js";
import { svgNode } from "./nodes.js";
/** @import { Frame } from "./frame.js" */
/** @import { RunSide, Side, State } from "./picture.js" */

/**
 * What matters: bars, and for some kinds how far misplaced votes are from classes of the gold.
 * @typedef {object} Marks
 * @property {string} kind
 * @property {[Side, number][]} bars
 * @property {[RunSide, number, number][]} arrows side, class of the gold, class of the misplaced votes
 * @property {string} words what stands in the strip as long as there is nothing to draw
 * @property {number} height of the strip in px, at the type size of the page
 */
/** @typedef {{ side: RunSide, target: number, sources: number[] }} Row */

const FEW_ROWS = 5; // more arrows than these share the rows of their ends
const ROW = 24; // px
const WORDS = 62; // px that a distance with its word takes
const LETTER = 26; // px beside the curves

export class Strip {
  /** @param {HTMLElement} box @param {Frame} frame */
  constructor(box, frame) {
    this.box = box;
    this.frame = frame;
    this.sign = "";
  }

  /** @param {State} state @param {Marks | null} marks @param {RunSide[]} runs */
  render(state, marks, runs) {
    this.box.hidden = !marks?.height;
    if (!marks?.height) return;
    const { width, scale, margin, step } = this.frame;
    const sign = JSON.stringify([state, marks, runs, width, scale, margin, step]);
    if (sign === this.sign) return;
    this.sign = sign;
    const waits = marks.kind === "none";
    this.box.classList.toggle("dq-waiting", waits);
    if (waits) return this.box.replaceChildren(marks.words);
    const height = marks.height * scale;
    const svg = svgNode("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" });
    if (marks.kind === "distances") svg.append(...this.arrows(rowsOf(marks.arrows), height));
    if (marks.kind === "area") runs.forEach((side, i) => svg.append(...this.area(state, side, i, runs.length, height)));
    if (marks.kind === "gold classes") svg.append(...marks.bars.map(([, i]) => this.dot(i, height / 2)));
    this.box.replaceChildren(svg);
  }

  /** @param {number} i @param {number} y */
  dot(i, y) {
    return svgNode("circle", { class: "dq-source", cx: this.frame.x(i), cy: y, r: 4 * this.frame.scale });
  }

  /** @param {Row[]} rows @param {number} height */
  arrows(rows, height) {
    const { scale, width } = this.frame;
    const apart = Math.min(ROW * scale, height / rows.length);
    return rows.flatMap(({ side, target, sources }, row) => {
      const y = (row + 0.5) * apart;
      const end = this.frame.x(target);
      const line = svgNode("g", { class: `dq-distance dq-${side}` });
      for (const source of sources) {
        const begin = this.frame.x(source);
        const back = Math.sign(begin - end) * 8 * scale;
        line.append(
          svgNode("path", { class: "dq-shaft", d: `M${begin},${y}H${end + back}` }),
          svgNode("path", { class: "dq-head", d: `M${end},${y}l${back},${-4.5 * scale}v${9 * scale}z` }),
          this.dot(source, y),
        );
      }
      if (sources.length > 1) return line; // too many distances to write down
      const distance = Math.abs(target - sources[0]);
      const after = sources[0] < target;
      const words = distance === 1 ? " step" : " steps";
      const place = { x: end + (after ? 8 : -8) * scale, y: y + 4.5 * scale, "text-anchor": after ? "start" : "end" };
      const fits = Math.abs(end - (after ? width : 0)) > WORDS * scale;
      line.append(svgNode("text", place, distance + (fits ? words : "")));
      return line;
    });
  }

  /**
   * The cumulative curves of the gold and of a run, and the area between them.
   * @param {State} state
   * @param {RunSide} side
   * @param {number} at
   * @param {number} of
   * @param {number} height
   */
  area(state, side, at, of, height) {
    const { width, scale } = this.frame;
    const left = (at * width) / of + LETTER * scale;
    const step = (width / of - (LETTER + 10) * scale) / state.classes.length;
    const edge = 6 * scale;
    /** @param {number} value */
    const y = (value) => height - edge - value * (height - 2 * edge);
    /** @param {Side} one */
    const curve = (one) => {
      let sum = 0;
      return sharesFor(state, one).map((share) => (sum += share));
    };
    const [gold, run] = [curve("gold"), curve(side)];
    /** @param {number[]} values */
    const path = (values) => `M${left},${y(0)}` + values.map((value) => `V${y(value)}h${step}`).join("");
    const parts = gold.map((value, i) => {
      const place = { x: left + i * step, width: step, y: y(Math.max(value, run[i])) };
      return svgNode("rect", { class: "dq-area", ...place, height: Math.abs(y(value) - y(run[i])) });
    });
    const letter = { x: (at * width) / of + 6 * scale, y: height / 2 + 4.5 * scale };
    return [svgNode(
      "g",
      { class: `dq-distance dq-${side}` },
      ...parts,
      svgNode("path", { class: "dq-curve dq-gold", d: path(gold) }),
      svgNode("path", { class: "dq-curve", d: path(run) }),
      svgNode("text", letter, side.toUpperCase()),
    )];
  }
}

/**
 * An arrow per row; where there are many, those to the same bar share one.
 * @param {Marks["arrows"]} arrows
 * @returns {Row[]}
 */
function rowsOf(arrows) {
  const rows = arrows.map(([side, source, target]) => ({ side, target, sources: [source] }));
  if (rows.length <= FEW_ROWS) return rows;
  /** @type {Map<string, Row>} */
  const merged = new Map();
  for (const { side, target, sources } of rows) {
    const row = merged.get(`${side} ${target}`);
    if (row) row.sources.push(...sources);
    else merged.set(`${side} ${target}`, { side, target, sources: [...sources] });
  }
  return [...merged.values()];
}

/** The runs that a page shows. @param {Side[]} sides */
export const runsOf = (sides) => RUNS.filter((run) => sides.includes(run));
