// The drawing itself (SVG). It shows a state and tells the hand what was touched.
import { axisTicks, shownNumbers } from "./shares.js";
import { RUNS, sharesFor, SIDES } from "./picture.js";
import { nameOf } from "./words.js";
import { setAttributes, svgNode } from "./nodes.js";
/** @import { Frame, GestureKind } from "./frame.js" */
/** @import { Hand } from "./hand.js" */
/** @import { RunSide, Side, State } from "./picture.js" */
/** @import { View } from "./controls.js" */
/** @import { Names } from "./words.js" */

export class Canvas {
  /** @param {HTMLElement} box @param {ShadowRoot} root @param {Frame} frame @param {Hand} hand */
  constructor(box, root, frame, hand) {
    this.box = box;
    this.root = root;
    this.frame = frame;
    this.hand = hand;
    this.grid = ""; // what the nodes were built for
    this.svg = svgNode("svg");
    this.nodes = nodesOf(this.svg);
  }

  /**
   * Rebuilt only when the grid changes, otherwise moved: nothing flickers, focus and pointer capture survive.
   * @param {State} state
   * @param {Side} side
   * @param {View} view
   * @param {GestureKind} gestureKind
   */
  render(state, side, { names, locked }, gestureKind) {
    this.frame.measure(state, gestureKind);
    const { width, height, scale, places } = this.frame;
    const grid = [width, height, scale, ...places].join();
    if (grid !== this.grid) this.build(state);
    this.grid = grid;
    this.placeAxis();
    setAttributes(this.svg, { "aria-label": `Bars of ${nameOf(state, side, names)}`, class: `dq-on-${side}` });
    for (const side of SIDES) this.place(state, side);
    this.placeHandles(state, side, names);
    for (const handle of this.nodes.handles) handle.setAttribute("aria-disabled", String(locked));
    this.placeNumbers(state, side);
  }

  /** @param {PointerEvent} event */
  valueAt(event) {
    return this.frame.valueAt(event, this.svg.getBoundingClientRect());
  }

  /** @param {State} state */
  build(state) {
    const { width, height } = this.frame;
    const focused = this.nodes.handles.findIndex((handle) => handle === this.root.activeElement);
    const svg = svgNode("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group" });
    this.svg = svg;
    this.nodes = nodesOf(svg);
    /** @param {(i: number) => void} make */
    const each = (make) => state.classes.forEach((_, i) => make(i));
    if (state.positions) each((i) => this.buildEven(i));
    each((i) => this.buildBar(i));
    svg.append(this.nodes.outlines.a, this.nodes.outlines.b);
    each(() => this.buildDots());
    each((i) => this.buildColumn(i));
    each((i) => this.buildHandle(i));
    svg.addEventListener("pointermove", (event) => this.hand.move(event));
    svg.addEventListener("pointerup", (event) => this.hand.release(event));
    svg.addEventListener("pointercancel", (event) => this.hand.release(event));
    this.box.replaceChildren(svg);
    if (focused >= 0) this.focus(Math.min(focused, state.classes.length - 1));
  }

  placeAxis() {
    const { margin, width, top, votes, scale } = this.frame;
    const { axis } = this.nodes;
    const ticks = axisTicks(top, votes);
    const signature = [top, ...ticks].join();
    if (axis.dataset.signature === signature) return;
    axis.dataset.signature = signature;
    axis.replaceChildren();
    for (const tick of ticks) {
      const y = this.frame.y(tick);
      const line = svgNode("line", { class: "dq-grid", x1: margin.left, x2: width - margin.right, y1: y, y2: y });
      const place = { x: margin.left - 6 * scale, y: y + 4.5 * scale };
      axis.append(line, svgNode("text", { class: "dq-tick", ...place }, tickText(tick)));
    }
  }

  /** Where a class would stand a step from the others. @param {number} i */
  buildEven(i) {
    const { height, margin, scale } = this.frame;
    const x = this.frame.xAt(i);
    this.added(svgNode("line", { class: "dq-even", x1: x, x2: x, y1: height - margin.bottom, y2: height - 2 * scale }));
  }

  /** @param {number} i */
  buildBar(i) {
    const { step, scale } = this.frame;
    const place = { x: this.frame.x(i) - step * 0.34, width: step * 0.68, rx: 2 * scale };
    this.nodes.bars.push(this.added(svgNode("rect", { class: "dq-bar", ...place })));
  }

  buildDots() {
    const { radius, narrow, scale } = this.frame;
    const size = (narrow ? 12 : 13) * scale;
    for (const side of RUNS) {
      const letter = svgNode("text", { y: size * 0.36, "font-size": size }, side.toUpperCase());
      const circle = svgNode("circle", { r: radius - scale });
      const dot = svgNode("g", { class: `dq-dot dq-${side}`, "aria-hidden": "true" }, circle, letter);
      this.nodes.dots[side].push(this.added(dot));
    }
  }

  /** @param {number} i */
  buildColumn(i) {
    const place = { ...this.frame.column(i), y: 0, height: this.frame.height };
    const column = this.added(svgNode("rect", { class: "dq-column", ...place }));
    column.addEventListener("pointerdown", (event) => this.hand.press(event, i, false));
    this.nodes.goldNumbers.push(this.buildNumber(i, "dq-number dq-gold"));
    this.nodes.numbers.push(this.buildNumber(i, "dq-number"));
  }

  /** @param {number} i @param {string} name */
  buildNumber(i, name) {
    const small = this.frame.narrow ? " dq-small" : "";
    return this.added(svgNode("text", { class: name + small, x: this.frame.x(i), "aria-hidden": "true" }));
  }

  /** @param {number} i */
  buildHandle(i) {
    const { target } = this.frame;
    const hit = svgNode("rect", { ...this.frame.column(i), height: target });
    const grip = svgNode("rect", { class: "dq-grip" });
    const role = { tabindex: 0, role: "slider", "aria-orientation": "vertical" };
    const handle = this.added(svgNode("g", { class: "dq-handle", ...role }, hit, grip));
    handle.addEventListener("pointerdown", (event) => this.hand.press(event, i, true));
    handle.addEventListener("keydown", (event) => this.hand.key(event, i));
    handle.addEventListener("blur", () => this.hand.blur());
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
    const { frame } = this;
    const foot = frame.y(0);
    const tops = sharesFor(state, side).map((share) => frame.y(share * frame.whole));
    if (side === "gold") {
      tops.forEach((y, i) => setAttributes(this.nodes.bars[i], { y, height: foot - y }));
      return;
    }
    tops.forEach((y, i) => {
      setAttributes(this.nodes.dots[side][i], { transform: `translate(${frame.dotX(side, i)},${y})` });
    });
    setAttributes(this.nodes.outlines[side], { d: this.outline(state, side) });
  }

  /** @param {State} state @param {RunSide} side */
  outline(state, side) {
    const { frame } = this;
    const inset = frame.step * { a: 0.42, b: 0.38 }[side]; // A is a little wider than B: both can be seen where they agree
    const foot = frame.y(0);
    const steps = sharesFor(state, side).map((share, i) =>
      `M${frame.x(i) - inset},${foot}V${frame.y(share * frame.whole)}H${frame.x(i) + inset}V${foot}`
    );
    return steps.join("");
  }

  /** @param {State} state @param {Side} side @param {Names} names */
  placeHandles(state, side, names) {
    const { frame } = this;
    const shares = sharesFor(state, side);
    const shown = shownNumbers(shares, frame.votes ? state.n : null);
    shares.forEach((share, i) => {
      const y = frame.y(share * frame.whole);
      this.placeGrip(this.nodes.grips[i], side, frame.dotX(side, i), y);
      setAttributes(this.nodes.hits[i], { y: frame.within(y, frame.target) });
      setAttributes(this.nodes.handles[i], {
        "aria-label": `${nameOf(state, side, names)}, class ${state.classes[i]}`,
        "aria-valuemin": 0,
        "aria-valuemax": frame.whole,
        "aria-valuenow": frame.votes ? Number(shown[i]) : Number(share.toFixed(4)),
        "aria-valuetext": frame.votes ? `${shown[i]} of ${state.n} votes` : shown[i],
      });
    });
  }

  /**
   * The gold is held by a bar, a run by its dot: there the grip is the ring that shows the focus.
   * @param {SVGRectElement} grip
   * @param {Side} side
   * @param {number} x
   * @param {number} y
   */
  placeGrip(grip, side, x, y) {
    const { scale, step, radius } = this.frame;
    const ring = 2 * (radius + 2.5 * scale);
    const width = side === "gold" ? Math.min(30 * scale, Math.max(9 * scale, step * 0.34)) : ring;
    const height = side === "gold" ? 7 * scale : ring;
    setAttributes(grip, { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 });
  }

  /**
   * The chosen distribution's numbers stand over its handles; the gold's give way where the two would touch.
   * @param {State} state
   * @param {Side} side
   */
  placeNumbers(state, side) {
    const { scale } = this.frame;
    const chosen = this.write(state, side, this.nodes.numbers);
    const gold = this.write(state, "gold", this.nodes.goldNumbers);
    this.nodes.numbers.forEach((node) => (node.dataset.side = side));
    this.nodes.goldNumbers.forEach((node, i) => {
      const below = gold[i] - chosen[i]; // touching: the number, or the dot under it
      const touching = below > -15 * scale && below < 36 * scale;
      node.style.display = side === "gold" || touching || state.gold[i] === 0 ? "none" : "";
    });
  }

  /**
   * Write the numbers of a side and return how high they stand.
   * @param {State} state
   * @param {Side} side
   * @param {SVGTextElement[]} nodes
   */
  write(state, side, nodes) {
    const { frame } = this;
    const shares = sharesFor(state, side);
    const texts = shownNumbers(shares, frame.votes ? state.n : null);
    const lift = (side === "gold" ? 8 : 14) * frame.scale;
    return shares.map((share, i) => {
      const y = frame.y(share * frame.whole) - lift;
      nodes[i].textContent = frame.narrow ? texts[i].replace(/^0\./, ".") : texts[i];
      setAttributes(nodes[i], { x: frame.dotX(side, i), y });
      return y;
    });
  }

  /** @param {number} i */
  focus(i) {
    this.nodes.handles[i].focus({ preventScroll: true });
  }
}

/**
 * Thousands are short: the axis keeps its width.
 * @param {number} tick
 */
const tickText = (tick) => (tick >= 10_000 ? `${tick / 1000}k` : String(tick));

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
