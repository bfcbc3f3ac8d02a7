// The rows of controls around the canvas: which choice is made, what can be done now, the line of text.
import { isSide } from "./picture.js";
import { factsOfGold, nameOf, positionsSaid, tieOfGold, titleOf } from "./words.js";
import { find } from "./nodes.js";
/** @import { Limits, Side, State } from "./picture.js" */
/** @import { Names } from "./words.js" */

const HINT = "Drag a bar, or focus it and use the arrow keys.";
const HINT_ON_LABELS = " Drag a class label to move the class.";

/**
 * How a page wants the canvas.
 * @typedef {object} View
 * @property {Names} names
 * @property {boolean} tools
 * @property {boolean} large
 * @property {number} height
 * @property {boolean} locked bars can be looked at, not moved
 */
/**
 * @typedef {object} Shown
 * @property {State} state
 * @property {Side} chosen
 * @property {Limits} limits
 * @property {View} view
 * @property {boolean} undoable
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
  dress({ tools, large, height, locked }) {
    this.box.classList.toggle("dq-bare", !tools);
    this.box.classList.toggle("dq-large", large);
    this.box.classList.toggle("dq-locked", locked);
    this.box.style.setProperty("--height", String(height));
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
      pill.title = `Draw ${nameOf(state, side, names)}`;
      setText(pill, titleOf(state, side, names));
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
  showNumbers({ state, limits, view, problem, note }) {
    const hint = this.part("hint");
    const said = problem || note;
    setText(hint, said);
    setText(
      this.part("advice"),
      said ? "" : tieOfGold(state) || positionsSaid(state) ||
        HINT + (view.tools && state.classes.length > 2 ? HINT_ON_LABELS : ""),
    );
    if (hint.parentElement) hint.parentElement.title = said;
    hint.parentElement?.classList.toggle("dq-problem", Boolean(problem));
    hint.parentElement?.classList.toggle("dq-note", Boolean(note));
    this.showFacts(factsOfGold(state));
    setText(this.part("classes"), `${state.classes.length} classes`);
    this.part("votes").classList.toggle("dq-away", state.mode !== "votes");
    this.part("votes").classList.toggle("dq-many", String(state.n).length > String(limits.most_chosen_votes).length);
    this.votes.maxLength = String(limits.most_votes).length;
    if (this.root.activeElement !== this.votes || !problem) this.votes.value = String(state.n);
  }

  /** @param {string[]} facts */
  showFacts(facts) {
    const box = this.part("gold");
    const texts = facts.map((fact, i) => (i < facts.length - 1 ? `${fact},` : fact));
    if (box.title === texts.join(" ")) return;
    box.title = texts.join(" ");
    box.replaceChildren(...texts.map((text) => {
      const line = document.createElement("span");
      line.textContent = text; // labels come from links and files
      return line;
    }));
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
