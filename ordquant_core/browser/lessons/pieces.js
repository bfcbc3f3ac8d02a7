// What Make a measure and Four judges share: a picture that stays, and choices of which one is taken.
import { hallType } from "../board/board_view.js";
import { element } from "../board/html.js";
import { stepOf } from "../board/step.js";
import { Votes } from "../board/votes.js";
/** @import { Board, Lessons, Step } from "../board/step.d.ts" */

/** @typedef {Pick<Board, "gold" | "a" | "b">} Picture */

/** A picture as the step of a lesson, in which nothing is carried. @param {Picture} picture @param {Lessons} data @param {Partial<Step>} [more] */
export const stillOf = (picture, data, more = {}) =>
  stepOf({ board: { ...picture, carried: "b", walked: 0, taps: [] }, ...more }, data);

/** The votes of a picture as bars, which follow the size of the page. */
export class StillPicture {
  /** @param {Step} step @param {boolean} [stage] for a lecture hall */
  constructor(step, stage = false) {
    this.host = element("div", { class: "cv-boardhost" });
    this.votes = new Votes(this.host, step, {
      type: stage ? hallType : () => 1,
      counter: false,
      estimates: step.sides,
    });
    this.board = step.board;
    this.observer = new ResizeObserver(() => this.show(this.board));
    this.observer.observe(this.host);
  }

  /** @param {Board} board */
  show(board) {
    this.board = board;
    this.votes.show({ board, stacks: null, hand: null, moving: null, locked: true });
  }

  destroy() {
    this.observer.disconnect();
  }
}

/**
 * Choices of which one is taken: one stop of the Tab key, the arrow keys choose.
 * @template {string} Value
 * @param {string} label @param {[Value, string][]} ways value and word @param {(value: Value) => void} choose
 */
export function radios(label, ways, choose, look = "cv-seg") {
  const buttons = ways.map(([value, word]) => {
    const said = { type: "button", role: "radio", "data-value": value, class: "cv-button" };
    const node = element("button", said, word);
    node.addEventListener("click", () => choose(value));
    return node;
  });
  const group = element("div", { class: look, role: "radiogroup", "aria-label": label }, ...buttons);
  group.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const from = buttons.findIndex((node) => node === event.target);
    if (!way || from < 0) return;
    event.preventDefault();
    const to = buttons[(from + way + buttons.length) % buttons.length];
    to.click();
    to.focus();
  });
  return group;
}

/** Show which one is taken, none where the value is of none. @param {HTMLElement} group @param {string | undefined} taken */
export function take(group, taken) {
  const buttons = [...group.querySelectorAll("[role=radio]")];
  const at = Math.max(0, buttons.findIndex((node) => node.getAttribute("data-value") === taken));
  buttons.forEach((node, i) => {
    node.setAttribute("aria-checked", String(node.getAttribute("data-value") === taken));
    node.setAttribute("tabindex", i === at ? "0" : "-1");
  });
}
