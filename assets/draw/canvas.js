// The drawing itself (SVG) and the row of class labels under it. It shows a state and tells `hear` what was touched:
// press(event, i, onHandle), move(event), release(event), key(event, i), blur(), label(i, text).
const SVG = "http://www.w3.org/2000/svg";
const HANDLE = 44; // px, the least height of what a finger has to hit
const BEYOND = 80; // px above the axis in which a drag reaches all votes

function svgNode(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const key in attributes) node.setAttribute(key, attributes[key]);
  node.append(...children);
  return node;
}

class Canvas {
  constructor(box, root, hear) {
    Object.assign(this, { box, root, hear });
  }

  // Rebuilt only when the grid changes, otherwise moved: nothing flickers, focus and pointer capture survive.
  // The axis ends above the largest bar. `held` is what is under way: under a drag it stays as it is (bars that grow
  // beyond it end at its edge, their numbers are right), under a burst of keys it only grows.
  render(state, series, held = "") {
    this.measure(state);
    if (held !== "drag" || !this.top) this.top = Math.max(axisFor(state), held ? this.top : 0);
    const grid = [state.classes.length, this.width].join();
    if (grid !== this.grid) this.build(state);
    this.grid = grid;
    this.placeAxis();
    this.svg.setAttribute("aria-label", `Bars of ${nameOf(state, series)}`);
    this.svg.setAttribute("class", `dq-on-${series}`);
    for (const side of SIDES) this.place(state, side);
    this.placeHandles(state, series);
    this.placeNumbers(state, series);
  }

  measure(state) {
    const width = this.box.clientWidth || 480;
    const height = width < 460 ? 250 : 300;
    const margin = { top: 26, right: 4, bottom: 10, left: width < 460 ? 30 : 36 };
    const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
    const votes = state.mode === "votes";
    Object.assign(this, { width, height, margin, inner, votes, whole: topOf(state), step: inner.width / state.classes.length });
  }

  x(i) { return this.margin.left + this.step * (i + 0.5); }
  y(value) { return this.margin.top + this.inner.height * Math.max(0, 1 - value / this.top); }

  // The dots of A and B stand beside each other, so that neither hides the other.
  dotX(side, i) {
    const aside = Math.min(26, this.step * 0.3);
    return this.x(i) + (side === "a" ? -aside : side === "b" ? aside : 0);
  }

  valueAt(event) {
    const frame = this.svg.getBoundingClientRect();
    const y = ((event.clientY - frame.top) / frame.height) * this.height;
    const above = Math.max(0, this.margin.top - y);
    const faster = Math.max(0, (this.whole - this.top) / BEYOND - this.top / this.inner.height);
    return ((this.margin.top + this.inner.height - y) / this.inner.height) * this.top + above * faster;
  }

  build(state) {
    const focused = this.nodes?.handles.indexOf(this.root.activeElement) ?? -1;
    const svg = svgNode("svg", { viewBox: `0 0 ${this.width} ${this.height}`, height: this.height, role: "group" });
    this.svg = svg;
    this.nodes = { axis: svgNode("g"), bars: [], handles: [], grips: [], hits: [], numbers: [], goldNumbers: [], dots: { a: [], b: [] } };
    this.nodes.outlines = { a: svgNode("path", { class: "dq-outline dq-a" }), b: svgNode("path", { class: "dq-outline dq-b" }) };
    svg.append(this.nodes.axis);
    const each = (make) => state.classes.forEach((_, i) => make(i));
    each((i) => this.buildBar(i));
    svg.append(this.nodes.outlines.a, this.nodes.outlines.b);
    each((i) => this.buildDots(i));
    each((i) => this.buildColumn(i));
    each((i) => this.buildHandle(i));
    svg.addEventListener("pointermove", (event) => this.hear.move(event));
    for (const end of ["pointerup", "pointercancel"]) svg.addEventListener(end, (event) => this.hear.release(event));
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
      const text = svgNode("text", { class: "dq-tick", x: left - 6, y: y + 4 });
      text.textContent = String(tick);
      axis.append(svgNode("line", { class: "dq-grid", x1: left, x2: this.width - right, y1: y, y2: y }), text);
    }
  }

  buildBar(i) {
    const bar = svgNode("rect", { class: "dq-bar", x: this.x(i) - this.step * 0.34, width: this.step * 0.68, rx: 2 });
    this.nodes.bars.push(bar);
    this.svg.append(bar);
  }

  // In narrow columns only the chosen run's dots carry their letter.
  get narrow() { return this.step < 44; }

  buildDots(i) {
    const radius = this.narrow ? 6 : 8;
    for (const side of ["a", "b"]) {
      const letter = svgNode("text", { y: radius * 0.45, "font-size": radius * 1.3 });
      letter.textContent = side.toUpperCase();
      const dot = svgNode("g", { class: `dq-dot dq-${side}${this.narrow ? " dq-tiny" : ""}`, "aria-hidden": "true" }, svgNode("circle", { r: radius }), letter);
      this.nodes.dots[side].push(dot);
      this.svg.append(dot);
    }
  }

  buildColumn(i) {
    const column = svgNode("rect", { class: "dq-column", x: this.x(i) - this.step / 2, width: this.step, y: 0, height: this.height });
    column.addEventListener("pointerdown", (event) => this.hear.press(event, i, false));
    const kinds = { goldNumbers: "dq-number dq-gold", numbers: "dq-number" };
    this.svg.append(column);
    for (const [kind, name] of Object.entries(kinds)) {
      const number = svgNode("text", { class: name, x: this.x(i), "aria-hidden": "true" });
      if (this.narrow) number.classList.add("dq-small");
      this.nodes[kind].push(number);
      this.svg.append(number);
    }
  }

  buildHandle(i) {
    const hit = svgNode("rect", { x: this.x(i) - this.step / 2, width: this.step, height: HANDLE });
    const grip = svgNode("rect", { class: "dq-grip" });
    const handle = svgNode("g", { class: "dq-handle", tabindex: 0, role: "slider", "aria-orientation": "vertical" }, hit, grip);
    handle.addEventListener("pointerdown", (event) => this.hear.press(event, i, true));
    handle.addEventListener("keydown", (event) => this.hear.key(event, i));
    handle.addEventListener("blur", () => this.hear.blur());
    this.nodes.handles.push(handle);
    this.nodes.hits.push(hit);
    this.nodes.grips.push(grip);
    this.svg.append(handle);
  }

  place(state, side) {
    const foot = this.y(0);
    const inset = { a: 0.42, b: 0.38 }[side]; // A is a little wider than B: both can be seen where they agree
    const steps = sharesFor(state, side).map((share, i) => {
      const y = this.y(share * this.whole);
      if (side === "gold") {
        this.nodes.bars[i].setAttribute("y", y);
        this.nodes.bars[i].setAttribute("height", foot - y);
        return "";
      }
      this.nodes.dots[side][i].setAttribute("transform", `translate(${this.dotX(side, i)},${y})`);
      const [left, right] = [this.x(i) - this.step * inset, this.x(i) + this.step * inset];
      return `M${left},${foot}V${y}H${right}V${foot}`;
    });
    if (side !== "gold") this.nodes.outlines[side].setAttribute("d", steps.join(""));
  }

  placeHandles(state, series) {
    const votes = state.mode === "votes";
    const shares = sharesFor(state, series);
    const shown = shownNumbers(shares, votes ? state.n : null);
    shares.forEach((share, i) => {
      const y = this.y(share * this.whole);
      const handle = this.nodes.handles[i];
      this.placeGrip(this.nodes.grips[i], series, this.dotX(series, i), y);
      this.nodes.hits[i].setAttribute("y", clamp(y - HANDLE / 2, 0, this.height - HANDLE));
      const told = {
        label: `${nameOf(state, series)}, class ${state.classes[i]}`,
        valuemin: 0,
        valuemax: this.whole,
        valuenow: votes ? Number(shown[i]) : Number(share.toFixed(4)),
        valuetext: votes ? `${shown[i]} of ${state.n} votes` : shown[i],
      };
      for (const key in told) handle.setAttribute(`aria-${key}`, told[key]);
    });
  }

  // The gold is held by a bar, a run by its dot: there the grip is the ring that shows the focus.
  placeGrip(grip, series, x, y) {
    const ring = this.narrow ? 16 : 22;
    const width = series === "gold" ? Math.min(28, Math.max(9, this.step * 0.32)) : ring;
    const height = series === "gold" ? 7 : ring;
    const box = { x: x - width / 2, y: y - height / 2, width, height, rx: height / 2 };
    for (const key in box) grip.setAttribute(key, box[key]);
  }

  // The chosen distribution's numbers stand over its handles; the gold's give way where the two would touch.
  placeNumbers(state, series) {
    const total = state.mode === "votes" ? state.n : null;
    const write = (side, nodes) => {
      const shares = sharesFor(state, side);
      const texts = shownNumbers(shares, total);
      const lift = side === "gold" ? 8 : 14;
      return shares.map((share, i) => {
        const y = this.y(share * this.whole) - lift;
        nodes[i].textContent = this.narrow ? texts[i].replace(/^0\./, ".") : texts[i];
        nodes[i].setAttribute("x", this.dotX(side, i));
        nodes[i].setAttribute("y", y);
        return y;
      });
    };
    const chosen = write(series, this.nodes.numbers);
    const gold = write("gold", this.nodes.goldNumbers);
    this.nodes.numbers.forEach((node) => (node.dataset.side = series));
    this.nodes.goldNumbers.forEach((node, i) => {
      const touching = gold[i] > chosen[i] - 15 && gold[i] < chosen[i] + 34; // the number, or the dot under it
      node.style.display = series === "gold" || touching || state.gold[i] === 0 ? "none" : "";
    });
  }

  focus(i) { this.nodes.handles[i].focus({ preventScroll: true }); }
}

class Labels {
  constructor(box, root, hear) {
    Object.assign(this, { box, root, hear });
  }

  render(state, canvas) {
    const sign = JSON.stringify([state.classes, canvas.width, canvas.margin.left]);
    if (sign === this.sign) return;
    this.sign = sign;
    const focused = [...this.box.children].indexOf(this.root.activeElement);
    this.canvas = canvas;
    if (this.field) this.field.onblur = null; // its removal is not the visitor leaving it
    this.field = null;
    this.box.style.padding = `0 ${canvas.margin.right}px 0 ${canvas.margin.left}px`;
    this.box.classList.toggle("dq-upright", this.tooLong(state.classes, canvas.step));
    this.box.replaceChildren(...state.classes.map((label, i) => this.button(label, i)));
    if (focused >= 0) this.box.children[Math.min(focused, state.classes.length - 1)].focus({ preventScroll: true });
  }

  // Labels stand upright where the columns are too narrow for them.
  tooLong(classes, step) {
    const ruler = document.createElement("canvas").getContext("2d");
    ruler.font = "13px sans-serif";
    const longest = Math.max(...classes.map((label) => ruler.measureText(label).width));
    return step < 64 && longest > step - 4;
  }

  button(label, i) {
    const button = document.createElement("button");
    button.type = "button";
    button.title = `${label} (click to rename)`;
    button.setAttribute("aria-label", `Rename class ${label}`);
    const text = document.createElement("span");
    text.textContent = label; // never as HTML: labels come from links and files
    button.append(text);
    button.onclick = () => this.edit(label, i);
    return button;
  }

  edit(label, i) {
    const input = document.createElement("input");
    this.field = input;
    input.value = label;
    input.maxLength = LONGEST_LABEL;
    input.setAttribute("aria-label", `New name of class ${label}`);
    const width = Math.min(190, this.canvas.width);
    input.style.width = `${width}px`;
    input.style.left = `${clamp(this.canvas.x(i) - width / 2, 0, this.canvas.width - width)}px`;
    this.box.append(input);
    input.select();
    let open = true;
    const close = (refocus) => {
      open = false;
      input.remove();
      if (refocus) this.box.children[i].focus({ preventScroll: true });
    };
    const commit = (refocus) => {
      if (!open) return;
      const accepted = this.hear.label(i, input.value, () => close(refocus));
      input.setAttribute("aria-invalid", String(!accepted));
      if (!accepted && !refocus) close(false);
    };
    input.onblur = () => commit(false);
    input.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === "Escape") event.preventDefault(); // else Enter clicks what gets the focus
      if (event.key === "Enter") commit(true);
      if (event.key === "Escape") close(true);
    };
    input.focus({ preventScroll: true });
  }
}
