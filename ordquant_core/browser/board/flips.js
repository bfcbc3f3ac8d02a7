// A slider moves gold votes from one class to another; who is preferred shows where one has been.
import { goalOf, preferred } from "./fields.js";
import { element } from "./html.js";
/** @import { Board, Step, Votes } from "./step.d.ts" */

/** The gold after `k` votes have moved as the lesson moves them. @param {Step} step @param {number} k @returns {Votes} */
export function movedGold(step, k) {
  const [start, goal] = [step.board.gold, goalOf(step).gold];
  return start.map((votes, i) => votes + k * Math.sign(goal[i] - votes));
}

/** How many votes have moved. @param {Step} step @param {Board} board */
export const movedVotes = (step, board) => Math.max(...board.gold.map((votes, i) => votes - step.board.gold[i]));

export class Flips {
  /** @param {HTMLElement} box @param {Step} step @param {(k: number) => void} onMove */
  constructor(box, step, onMove) {
    this.step = step;
    this.seen = new Set([0]);
    this.full = false;
    this.slider = element("input", {
      type: "range",
      min: 0,
      max: step.slider,
      step: 1,
      value: 0,
      disabled: true,
      "aria-label": "Votes moved from class 4 to class 1",
    });
    this.slider.addEventListener("input", () => onMove(Number(this.slider.value)));
    const numbers = this.#each().map((k) => element("span", {}, String(k)));
    this.rows = step.rows.map((key) => ({ key, cells: element("div", { class: "cv-cells", role: "img" }) }));
    box.append(element(
      "div",
      { class: "cv-flips" },
      element("span", { class: "cv-quiet" }, "Votes moved"),
      this.slider,
      element("span"),
      element("div", { class: "cv-cells cv-numbers", "aria-hidden": "true" }, ...numbers),
      ...this.rows.flatMap(({ key, cells }) => [element("b", {}, step.labels[key]), cells]),
    ));
  }

  /** From here on, what was jumped over is shown, too: why says where each preference changes. @param {Board} board */
  fill(board) {
    this.full = true;
    this.show(board);
  }

  /** @param {Board} board */
  show(board) {
    const now = movedVotes(this.step, board);
    this.seen.add(now);
    if (this.full) this.#each().filter((k) => k < Math.max(...this.seen)).forEach((k) => this.seen.add(k));
    this.slider.value = String(now);
    this.slider.setAttribute("aria-valuetext", `${now} of ${this.step.slider} votes moved`);
    for (const { key, cells } of this.rows) {
      const winners = this.#each().map((k) => preferred(key, { ...board, gold: movedGold(this.step, k) }));
      cells.replaceChildren(...winners.map((winner, k) => {
        const isSeen = this.seen.has(k);
        const looks = [
          isSeen && winner !== "tie" ? `cv-won-${winner.toLowerCase()}` : "",
          isSeen && this.seen.has(k - 1) && winners[k - 1] !== winner ? "cv-flip" : "",
          k === now ? "cv-here" : "",
        ];
        return element("span", { class: looks.join(" ") }, !isSeen ? "" : winner);
      }));
      const said = this.#each().filter((k) => this.seen.has(k)).map((k) => `${k}: ${winners[k]}`).join(", ");
      cells.setAttribute("aria-label", `${key} prefers, by votes moved: ${said}`);
    }
  }

  #each() {
    return Array.from({ length: this.step.slider + 1 }, (_, k) => k);
  }
}
