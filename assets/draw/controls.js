// The rows of controls around the canvas: which choice is made, what can be done now, the line of text.
const HINT = "Drag a bar, or focus it and use the arrow keys.";
const disable = (button, off) => button.setAttribute("aria-disabled", String(off)); // `disabled` would lose the focus

class Controls {
  constructor(box, root) {
    Object.assign(this, { box, root });
  }

  render({ state, series, past, problem }) {
    this.showChoices(state, series);
    this.showNumbers(state, problem);
    this.showPossible(state, series, past);
  }

  one(selector) { return this.box.querySelector(selector); }
  part(name) { return this.one(`[data-part=${name}]`); }

  showChoices(state, series) {
    for (const pill of this.box.querySelectorAll("[data-series]")) {
      const side = pill.dataset.series;
      check(pill, side === series);
      pill.title = `Draw ${nameOf(state, side)}`;
      setText(pill, titleOf(state, side));
    }
    for (const button of this.box.querySelectorAll("[data-mode]")) check(button, button.dataset.mode === state.mode);
  }

  showPossible(state, series, past) {
    const baselines = this.box.querySelectorAll("[data-act=popularity], [data-act=uniform]");
    for (const button of baselines) disable(button, series === "gold");
    disable(this.one("[data-act=undo]"), !past.length);
    disable(this.one("[data-classes='-1']"), state.classes.length <= FEWEST_CLASSES);
    disable(this.one("[data-classes='1']"), state.classes.length >= MOST_CLASSES);
    disable(this.one("[data-votes='-1']"), state.n <= 1);
    disable(this.one("[data-votes='1']"), state.n >= MOST_VOTES);
  }

  showNumbers(state, problem) {
    setText(this.part("hint"), problem || HINT);
    this.part("hint").classList.toggle("dq-problem", Boolean(problem));
    setText(this.part("gold"), describeGold(state));
    setText(this.part("classes"), `${state.classes.length} classes`);
    this.part("votes").classList.toggle("dq-away", state.mode !== "votes");
    if (this.root.activeElement !== this.part("n") || !problem) this.part("n").value = state.n;
  }
}

function check(radio, on) {
  radio.setAttribute("aria-checked", String(on));
  radio.tabIndex = on ? 0 : -1;
}

function setText(node, text) {
  if (node.textContent !== text) node.textContent = text; // a live region must not speak at every frame
}

function moveInGroup(event) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step || event.target.getAttribute("role") !== "radio") return;
  event.preventDefault();
  const radios = [...event.target.parentElement.children];
  const next = radios.at((radios.indexOf(event.target) + step) % radios.length);
  next.focus();
  next.click();
}
