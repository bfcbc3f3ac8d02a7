// The drawing itself (SVG). It shows a state and calls `hear` with what was touched.
import { axisTicks, clamp, shownNumbers } from "./shares.js";
import { axisFor, nameOf, RUNS, sharesFor, SIDES, topOf } from "./picture.js";
import { setAttributes, svgNode } from "./nodes.js";
/** @import { Side, State } from "./picture.js" */

const HANDLE = 44; // px, the least height of what a finger has to hit
const BEYOND = 80; // px above the axis in which a drag reaches all votes
/** What is under way while the bars change. @typedef {"" | "drag" | "keys"} Held */
/**
 * @typedef {object} Hear
 * @property {(event: PointerEvent, i: number, onHandle: boolean) => void} press
 * @property {(event: PointerEvent) => void} move
 * @property {(event: PointerEvent) => void} release
 * @property {(event: KeyboardEvent, i: number) => void} key
 * @property {() => void} blur
 */

export class Canvas {
  /** @param {HTMLElement} box @param {ShadowRoot} root @param {Hear} hear */
  constructor(box, root, hear) {
    this.box = box;
    this.root = root;
    this.hear = hear;
    this.width = 0;
    this.height = 0;
    this.margin = { top: 26, right: 4, bottom: 10, left: 36 };
    this.inner = { width: 0, height: 0 };
    this.votes = true;
    this.whole = 1; // all votes, or 1
    this.top = 0; // where the axis ends
    this.step = 0; // from a class to the next
    this.grid = ""; // what the nodes were built for
    this.svg = svgNode("svg");
    this.nodes = nodesOf(this.svg);
  }

  /**
   * Rebuilt only when the grid changes, otherwise moved: nothing flickers, focus and pointer capture survive.
   * The axis ends above the largest bar. Under a drag it stays as it is (bars that grow beyond it end at its edge,
   * their numbers are right), under a burst of keys it only grows.
   * @param {State} state
   * @param {Side} series
   * @param {Held} held
   */
  render(state, series, held = "") {
    this.measure(state);
    if (held !== "drag" || !this.top) this.top = Math.max(axisFor(state), held ? this.top : 0);
    const grid = [state.classes.length, this.width].join();
    if (grid !== this.grid) this.build(state);
    this.grid = grid;
    this.placeAxis();
    setAttributes(this.svg, { "aria-label": `Bars of ${nameOf(state, series)}`, class: `dq-on-${series}` });
    for (const side of SIDES) this.place(state, side);
    this.placeHandles(state, series);
    this.placeNumbers(state, series);
  }

  /** @param {State} state */
  measure(state) {
    this.width = this.box.clientWidth || 480;
    const phone = this.width < 460;
    this.height = phone ? 250 : 300;
    this.margin.left = phone ? 30 : 36;
    const { top, right, bottom, left } = this.margin;
    this.inner = { width: this.width - left - right, height: this.height - top - bottom };
    this.votes = state.mode === "votes";
    this.whole = topOf(state);
    this.step = this.inner.width / state.classes.length;
  }

  /** @param {number} i */
  x(i) {
    return this.margin.left + this.step * (i + 0.5);
  }

  /** @param {number} value */
  y(value) {
    return this.margin.top + this.inner.height * Math.max(0, 1 - value / this.top);
  }

  /**
   * The dots of A and B stand beside each other, so that neither hides the other.
   * @param {Side} side
   * @param {number} i
   */
  dotX(side, i) {
    const aside = Math.min(26, this.step * 0.3);
    return this.x(i) + (side === "a" ? -aside : side === "b" ? aside : 0);
  }

  /** @param {PointerEvent} event */
  valueAt(event) {
    const frame = this.svg.getBoundingClientRect();
    const y = ((event.clientY - frame.top) / frame.height) * this.height;
    const above = Math.max(0, this.margin.top - y);
    const faster = Math.max(0, (this.whole - this.top) / BEYOND - this.top / this.inner.height);
    return ((this.margin.top + this.inner.height - y) / this.inner.height) * this.top + above * faster;
  }

  /** @param {State} state */
  build(state) {
    const focused = this.nodes.handles.findIndex((handle) => handle === this.root.activeElement);
    const svg = svgNode("svg", { viewBox: `0 0 ${this.width} ${this.height}`, height: this.height, role: "group" });
    this.svg = svg;
    this.nodes = nodesOf(svg);
    /** @param {(i: number) => void} make */
    const each = (make) => state.classes.forEach((_, i) => make(i));
    each((i) => this.buildBar(i));
    svg.append(this.nodes.outlines.a, this.nodes.outlines.b);
    each(() => this.buildDots());
    each((i) => this.buildColumn(i));
    each((i) => this.buildHandle(i));
    svg.addEventListener("pointermove", (event) => this.hear.move(event));
    svg.addEventListener("pointerup", (event) => this.hear.release(event));
    svg.addEventListener("pointercancel", (event) => this.hear.release(event));
    this.box.replaceChildren(svg);
    if (focused >= 0) this.focus(Math.min(focused, state.classes.length - 1));
  }

  placeAxis() {
    const { left, right } = this.margin;
    const { axis } = this.nodes;
    const ticks = axisTicks(this.top, this.votes);
    const sign = [this.top, ...ticks].join();
    if (axis.dataset.sign === sign) return;
    axis.dataset.sign = sign;
    axis.replaceChildren();
    for (const tick of ticks) {
      const y = this.y(tick);
      const line = svgNode("line", { class: "dq-grid", x1: left, x2: this.width - right, y1: y, y2: y });
      axis.append(line, svgNode("text", { class: "dq-tick", x: left - 6, y: y + 4 }, String(tick)));
    }
  }

  /** @param {number} i */
  buildBar(i) {
    const place = { x: this.x(i) - this.step * 0.34, width: this.step * 0.68, rx: 2 };
    this.nodes.bars.push(this.added(svgNode("rect", { class: "dq-bar", ...place })));
  }

  /** In narrow columns only the chosen run's dots carry their letter. */
  get narrow() {
    return this.step < 44;
  }

  buildDots() {
    const radius = this.narrow ? 6 : 8;
    for (const side of RUNS) {
      const name = `dq-dot dq-${side}${this.narrow ? " dq-tiny" : ""}`;
      const letter = svgNode("text", { y: radius * 0.45, "font-size": radius * 1.3 }, side.toUpperCase());
      const dot = svgNode("g", { class: name, "aria-hidden": "true" }, svgNode("circle", { r: radius }), letter);
      this.nodes.dots[side].push(this.added(dot));
    }
  }

  /** @param {number} i */
  buildColumn(i) {
    const place = { x: this.x(i) - this.step / 2, width: this.step, y: 0, height: this.height };
    const column = this.added(svgNode("rect", { class: "dq-column", ...place }));
    column.addEventListener("pointerdown", (event) => this.hear.press(event, i, false));
    this.nodes.goldNumbers.push(this.buildNumber(i, "dq-number dq-gold"));
    this.nodes.numbers.push(this.buildNumber(i, "dq-number"));
  }

  /** @param {number} i @param {string} name */
  buildNumber(i, name) {
    const small = this.narrow ? " dq-small" : "";
    return this.added(svgNode("text", { class: name + small, x: this.x(i), "aria-hidden": "true" }));
  }

  /** @param {number} i */
  buildHandle(i) {
    const hit = svgNode("rect", { x: this.x(i) - this.step / 2, width: this.step, height: HANDLE });
    const grip = svgNode("rect", { class: "dq-grip" });
    const role = { tabindex: 0, role: "slider", "aria-orientation": "vertical" };
    const handle = this.added(svgNode("g", { class: "dq-handle", ...role }, hit, grip));
    handle.addEventListener("pointerdown", (event) => this.hear.press(event, i, true));
    handle.addEventListener("keydown", (event) => this.hear.key(event, i));
    handle.addEventListener("blur", () => this.hear.blur());
    this.nodes.handles.push(handle);
    this.nodes.hits.push(hit);
    this.nodes.grips.push(grip);
  }

  /**
   * @template {SVGElement} Node
   * @param {Node} node
   */
  added(node) {
    this.svg.append(node);
    return node;
  }

  /** @param {State} state @param {Side} side */
  place(state, side) {
    const foot = this.y(0);
    const tops = sharesFor(state, side).map((share) => this.y(share * this.whole));
    if (side === "gold") {
      tops.forEach((y, i) => setAttributes(this.nodes.bars[i], { y, height: foot - y }));
      return;
    }
    const inset = { a: 0.42, b: 0.38 }[side]; // A is a little wider than B: both can be seen where they agree
    const steps = tops.map((y, i) => {
      setAttributes(this.nodes.dots[side][i], { transform: `translate(${this.dotX(side, i)},${y})` });
      const [left, right] = [this.x(i) - this.step * inset, this.x(i) + this.step * inset];
      return `M${left},${foot}V${y}H${right}V${foot}`;
    });
    setAttributes(this.nodes.outlines[side], { d: steps.join("") });
  }

  /** @param {State} state @param {Side} series */
  placeHandles(state, series) {
    const shares = sharesFor(state, series);
    const shown = shownNumbers(shares, this.votes ? state.n : null);
    shares.forEach((share, i) => {
      const y = this.y(share * this.whole);
      this.placeGrip(this.nodes.grips[i], series, this.dotX(series, i), y);
      setAttributes(this.nodes.hits[i], { y: clamp(y - HANDLE / 2, 0, this.height - HANDLE) });
      setAttributes(this.nodes.handles[i], {
        "aria-label": `${nameOf(state, series)}, class ${state.classes[i]}`,
        "aria-valuemin": 0,
        "aria-valuemax": this.whole,
        "aria-valuenow": this.votes ? Number(shown[i]) : Number(share.toFixed(4)),
        "aria-valuetext": this.votes ? `${shown[i]} of ${state.n} votes` : shown[i],
      });
    });
  }

  /**
   * The gold is held by a bar, a run by its dot: there the grip is the ring that shows the focus.
   * @param {SVGRectElement} grip
   * @param {Side} series
   * @param {number} x
   * @param {number} y
   */
  placeGrip(grip, series, x, y) {
    const ring = this.narrow ? 16 : 22;
    const width = series === "gold" ? Math.min(28, Math.max(9, this.step * 0.32)) : ring;
    const height = series === "gold" ? 7 : ring;
    setAttributes(grip, { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 });
  }

  /**
   * The chosen distribution's numbers stand over its handles; the gold's give way where the two would touch.
   * @param {State} state
   * @param {Side} series
   */
  placeNumbers(state, series) {
    const chosen = this.write(state, series, this.nodes.numbers);
    const gold = this.write(state, "gold", this.nodes.goldNumbers);
    this.nodes.numbers.forEach((node) => (node.dataset.side = series));
    this.nodes.goldNumbers.forEach((node, i) => {
      const touching = gold[i] > chosen[i] - 15 && gold[i] < chosen[i] + 34; // the number, or the dot under it
      node.style.display = series === "gold" || touching || state.gold[i] === 0 ? "none" : "";
    });
  }

  /**
   * Write the numbers of a side and return how high they stand.
   * @param {State} state
   * @param {Side} side
   * @param {SVGTextElement[]} nodes
   */
  write(state, side, nodes) {
    const shares = sharesFor(state, side);
    const texts = shownNumbers(shares, this.votes ? state.n : null);
    const lift = side === "gold" ? 8 : 14;
    return shares.map((share, i) => {
      const y = this.y(share * this.whole) - lift;
      nodes[i].textContent = this.narrow ? texts[i].replace(/^0\./, ".") : texts[i];
      setAttributes(nodes[i], { x: this.dotX(side, i), y });
      return y;
    });
  }

  /** @param {number} i */
  focus(i) {
    this.nodes.handles[i].focus({ preventScroll: true });
  }
}

/** @param {SVGSVGElement} svg */
function nodesOf(svg) {
  const axis = svgNode("g");
  svg.append(axis);
  return {
    axis,
    bars: /** @type {SVGRectElement[]} */ ([]),
    handles: /** @type {SVGGElement[]} */ ([]),
    grips: /** @type {SVGRectElement[]} */ ([]),
    hits: /** @type {SVGRectElement[]} */ ([]),
    numbers: /** @type {SVGTextElement[]} */ ([]),
    goldNumbers: /** @type {SVGTextElement[]} */ ([]),
    dots: { a: /** @type {SVGGElement[]} */ ([]), b: /** @type {SVGGElement[]} */ ([]) },
    outlines: {
      a: svgNode("path", { class: "dq-outline dq-a" }),
      b: svgNode("path", { class: "dq-outline dq-b" }),
    },
  };
}
