// The rows of controls around the canvas: which choice is made, what can be done now, the line of text.
import { isSide } from "./picture.js";
import { factsOfGold, followsSaid, nameOf, positionsSaid, titleOf } from "./words.js";
import { find } from "./nodes.js";
/** @import { Limits, Side, State } from "./picture.js" */
/** @import { Names } from "./words.js" */

const HINT = "Drag a bar or use the arrow keys; the others adjust.";
const TOUCH_HINT = "Drag a bar; the others adjust.";

/**
 * How a page wants the canvas.
 * @typedef {object} View
 * @property {Names} names
 * @property {boolean} tools
 * @property {boolean} large
 * @property {number} height
 * @property {boolean} locked bars can be looked at, not moved
 * @property {[string, string][]} opens menus of the page that the menu of the canvas opens: their keys and names
 */
/**
 * @typedef {object} Shown
 * @property {State} state
 * @property {Side} chosen
 * @property {Limits} limits
 * @property {View} view
 * @property {boolean} undoable
 * @property {boolean} touched by the visitor, who knows then how to draw
 * @property {string} problem why something was refused
 * @property {string} note what else happened
 */

export class Controls {
  /** @param {HTMLElement} box @param {ShadowRoot} root */
  constructor(box, root) {
    this.box = box;
    this.root = root;
    this.votes = find(box, "[data-part=n]", HTMLInputElement);
  }

  /** @param {Shown} shown */
  render(shown) {
    this.showChoices(shown);
    this.showNumbers(shown);
    this.showPossible(shown);
  }

  /**
   * What has a say in how high the drawing is: before that is measured.
   * @param {View} view
   */
  dress({ tools, large, height, locked, opens }) {
    this.box.classList.toggle("dq-bare", !tools);
    this.box.classList.toggle("dq-large", large);
    this.box.classList.toggle("dq-locked", locked);
    this.box.style.setProperty("--height", String(height));
    const entries = this.part("opens");
    opens.forEach(([key, name], i) => {
      const entry = entries.querySelectorAll("button")[i] ?? entries.appendChild(document.createElement("button"));
      entry.type = "button";
      entry.dataset.opens = key;
      setText(entry, name);
    });
  }

  /** @param {string} name */
  part(name) {
    return find(this.box, `[data-part=${name}]`, HTMLElement);
  }

  /** @param {string} data @returns {NodeListOf<HTMLButtonElement>} */
  buttons(data) {
    return this.box.querySelectorAll(`button[data-${data}]`);
  }

  /** @param {Shown} shown */
  showChoices({ state, chosen, view: { names, locked } }) {
    for (const pill of this.buttons("series")) {
      const side = pill.dataset.series;
      if (!isSide(side)) continue;
      check(pill, side === chosen);
      pill.ariaDisabled = String(locked); // where nothing is drawn, they only name the bars
      const [letter, name] = titleOf(state, side, names);
      pill.title = `Draw ${nameOf(state, side, names)}`;
      setText(find(pill, "b", HTMLElement), letter);
      setText(find(pill, "span > span", HTMLElement), name);
    }
    for (const entry of this.buttons("copy")) {
      const to = entry.dataset.copy;
      if (!isSide(to)) continue;
      entry.hidden = to === chosen;
      setText(entry, `Copy ${short(chosen)} to ${short(to)}`);
    }
    for (const button of this.buttons("mode")) check(button, button.dataset.mode === state.mode);
  }

  /** @param {Shown} shown */
  showPossible({ state, chosen, limits, undoable }) {
    this.disable("act=popularity", chosen === "gold");
    this.disable("act=uniform", chosen === "gold");
    this.disable("act=equal", !state.positions);
    this.disable("act=undo", !undoable);
    this.disable("classes='-1'", state.classes.length <= limits.fewest_classes);
    this.disable("classes='1'", state.classes.length >= limits.most_classes);
    this.disable("votes='-1'", state.n <= 1);
    this.disable("votes='1'", state.n >= limits.most_chosen_votes);
  }

  /** @param {string} data @param {boolean} off */
  disable(data, off) {
    for (const button of this.buttons(data)) button.setAttribute("aria-disabled", String(off)); // `disabled` would lose the focus
  }

  /** @param {Shown} shown */
  showNumbers({ state, limits, view, problem, note, touched }) {
    const hint = this.part("hint");
    const line = hint.parentElement;
    const said = problem || note;
    const how = this.box.classList.contains("dq-touch") ? TOUCH_HINT : HINT;
    const facts = [...factsOfGold(state), ...followsSaid(state, view.names), positionsSaid(state)];
    const advice = said ? "" : [...(touched ? [] : [how]), ...facts].join(" ");
    setText(hint, said);
    setText(this.part("advice"), advice);
    if (line) line.title = said || advice;
    line?.classList.toggle("dq-problem", Boolean(problem));
    line?.classList.toggle("dq-note", Boolean(note));
    setText(this.part("classes"), String(state.classes.length));
    this.part("votes").classList.toggle("dq-away", state.mode !== "votes");
    this.votes.maxLength = String(limits.most_votes).length;
    if (this.root.activeElement !== this.votes || !problem) this.votes.value = String(state.n);
  }
}

/** @param {Side} side */
const short = (side) => (side === "gold" ? side : side.toUpperCase());

/** @param {HTMLElement} radio @param {boolean} on */
function check(radio, on) {
  radio.setAttribute("aria-checked", String(on));
  radio.tabIndex = on ? 0 : -1;
}

/** @param {HTMLElement} node @param {string} text */
function setText(node, text) {
  if (node.textContent !== text) node.textContent = text; // a live region must not speak at every frame
}

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @param {KeyboardEvent} event */
export function moveInGroup(event) {
  const step = STEPS[event.key];
  const radio = event.target;
  if (!step || !(radio instanceof HTMLElement) || radio.getAttribute("role") !== "radio") return;
  event.preventDefault();
  const radios = [...(radio.parentElement?.querySelectorAll("button") ?? [])];
  const next = radios.at((radios.findIndex((each) => each === radio) + step) % radios.length);
  next?.focus();
  next?.click();
}
