// Carrying votes by mouse, touch and keys; and the shortest way, played, paused and scrubbed.
import { hasModifier } from "../draw/nodes.js";
import { same } from "./fields.js";
import { carried, routeOf, stackUp, votesOf, walk } from "./stacks.js";
/** @import { Board, Side, Step } from "./step.d.ts" */
/** @import { Hand, Votes as VotesPicture } from "./votes.js" */
/** @import { Hop } from "./stacks.js" */

/** @typedef {{ board: Board, stacks: number[][] }} Kept */

const REDUCED = matchMedia("(prefers-reduced-motion: reduce)");

export class Carrying {
  /**
   * @param {VotesPicture} picture
   * @param {Step} step
   * @param {{ moved: () => void, dropped: () => void, say: (words: string) => void, spoken: (n: number, to: number) => string }} on
   *   `moved`: at every change; `dropped`: at the end of one, by hand or otherwise
   */
  constructor(picture, step, on) {
    this.picture = picture;
    this.step = step;
    this.on = on;
    this.locked = true;
    /** @type {Board} */
    this.board = { ...step.board };
    this.stacks = stackUp(this.board[this.board.carried]);
    /** @type {Hand | null} */
    this.hand = null;
    /** @type {Kept[]} */
    this.history = [];
    /** @type {{ before: Kept, steps: Hop[], at: number, target: number[] } | null} */
    this.route = null;
    /** @type {{ vote: number, to: number, part: number } | null} */
    this.moving = null;
    this.frame = 0;
    picture.piles.forEach((pile, at) => this.#wire(pile, at));
  }

  draw() {
    const { board, stacks, hand, moving, locked } = this;
    this.picture.show({ board, stacks, hand, moving, locked });
  }

  /** Show a board. @param {Board} board @param {boolean} asMove can be undone */
  put(board, asMove = true) {
    this.stop();
    if (asMove) this.history.push(this.#kept());
    const before = this.board;
    this.board = board;
    this.route = null;
    this.hand = null;
    this.stacks = board.carried === before.carried
      ? walk(this.stacks, routeOf(before[board.carried], board[board.carried]))
      : stackUp(board[board.carried]);
    this.#changed(true);
  }

  /** Carry the votes of another side from here on. @param {Side} side */
  take(side) {
    this.put({ ...this.board, carried: side, walked: 0 }, false);
    this.history = [];
  }

  undo() {
    this.stop();
    const kept = this.history.pop();
    if (!kept) return;
    this.#restore(kept);
    this.route = null;
    this.hand = null;
    this.#changed(true);
  }

  reset() {
    const sides = { gold: this.step.board.gold, a: this.step.board.a, b: this.step.board.b };
    const isAsAtFirst = Object.entries(sides).every(([side, votes]) =>
      same(votes, this.board[/** @type {Side} */ (side)])
    );
    if (!isAsAtFirst || this.board.walked) this.put({ ...this.board, ...sides, walked: 0 });
  }

  /** @param {number[]} target */
  steps(target) {
    return this.route && same(this.route.target, target)
      ? this.route.steps.length
      : routeOf(this.#votes(), target).length;
  }

  /** Where the shortest way stands, in steps; between two steps while a vote rides. @param {number[]} target @param {number} at */
  seek(target, at) {
    if (!this.route || !same(this.route.target, target)) {
      const before = this.#kept();
      this.route = { before, steps: routeOf(this.#votes(), target), at: 0, target };
      if (this.route.steps.length) this.history.push(before);
    }
    const { before, steps } = this.route;
    this.route.at = Math.max(0, Math.min(steps.length, at));
    const whole = Math.floor(this.route.at + 1e-9);
    this.hand = null;
    this.#take(walk(before.stacks, steps.slice(0, whole)), before.board.walked + whole);
    const next = steps[whole];
    const stack = next && this.stacks[next.from];
    this.moving = next && this.route.at > whole
      ? { vote: stack[stack.length - 1], to: next.to, part: this.route.at - whole }
      : null;
    this.#changed(false);
  }

  /** @param {number[]} target */
  play(target) {
    this.stop();
    const from = this.route && same(this.route.target, target) ? this.route.at : 0;
    const all = this.steps(target);
    const end = () => {
      this.frame = 0;
      this.#changed(true);
      this.on.say(this.on.spoken(0, 0));
    };
    if (REDUCED.matches || from >= all) {
      this.seek(target, all);
      end();
      return;
    }
    const step = Math.max(90, Math.min(420, 4200 / all));
    const began = performance.now();
    const tick = (/** @type {number} */ now) => {
      const at = from + (now - began) / step;
      this.frame = at < all ? requestAnimationFrame(tick) : 0;
      this.seek(target, at);
      if (at >= all) end();
    };
    this.frame = requestAnimationFrame(tick);
  }

  stop() {
    if (!this.frame) return;
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    if (this.route) this.seek(this.route.target, Math.round(this.route.at));
  }

  #votes() {
    return this.board[this.board.carried];
  }

  /** @returns {Kept} */
  #kept() {
    return { board: this.board, stacks: this.stacks };
  }

  /** @param {Kept} kept */
  #restore({ board, stacks }) {
    this.board = board;
    this.stacks = stacks;
    this.moving = null;
  }

  /** @param {number[][]} stacks @param {number} walked */
  #take(stacks, walked) {
    this.stacks = stacks;
    this.board = { ...this.board, [this.board.carried]: votesOf(stacks), walked };
  }

  /** @param {boolean} dropped */
  #changed(dropped) {
    if (dropped) this.moving = null;
    this.draw();
    this.on.moved();
    if (dropped) this.on.dropped();
  }

  /** @param {number} from @param {number} to @param {number} n */
  #shift(from, to, n) {
    for (let i = Math.min(from, to); i < Math.max(from, to); i++) this.picture.light(i);
    this.#take(carried(this.stacks, from, to, n), this.board.walked);
  }

  /** @param {SVGRectElement} pile @param {number} at */
  #wire(pile, at) {
    /** @type {{ before: Kept, pointer: number, x: number, out: boolean } | null} */
    let drag = null;
    const place = (/** @type {PointerEvent} */ event) => {
      const box = this.picture.svg.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    pile.addEventListener("touchstart", (event) => {
      if (this.#canTake(at)) event.preventDefault(); // a finger on a pile carries; beside the piles it scrolls
    }, { passive: false });
    pile.addEventListener("pointerdown", (event) => {
      if (!this.#canTake(at) || (event.pointerType === "mouse" && event.button)) return;
      event.preventDefault();
      this.stop();
      pile.setPointerCapture(event.pointerId);
      const { x, y } = place(event);
      drag = { before: this.#kept(), pointer: event.pointerId, x, out: false };
      this.route = null;
      this.hand = { mode: "drag", at, from: at, n: this.#taken(at, y), shift: 0 };
      this.draw();
    });
    pile.addEventListener("pointermove", (event) => {
      if (!drag || drag.pointer !== event.pointerId || !this.hand) return;
      const { x, y } = place(event);
      const { band } = this.picture.places;
      drag.out ||= Math.abs(x - drag.x) > Math.max(12, band * 0.2);
      if (!drag.out) {
        this.hand = { ...this.hand, n: this.#taken(at, y) };
        this.draw();
        return;
      }
      const under = this.picture.classAt(x);
      const to = this.#isMovable(under) ? under : this.hand.at;
      const crossed = to !== this.hand.at;
      if (crossed) {
        this.#shift(this.hand.at, to, this.hand.n);
        this.board.walked = drag.before.board.walked + this.hand.n * Math.abs(to - this.hand.from);
      }
      const shift = Math.max(-band * 0.45, Math.min(band * 0.45, x - this.picture.places.x(to)));
      this.hand = { ...this.hand, at: to, shift };
      if (crossed) this.#changed(false);
      else this.draw();
    });
    const end = (/** @type {PointerEvent} */ event) => {
      if (!drag || drag.pointer !== event.pointerId || !this.hand) return;
      const { before } = drag;
      const { at: to, n } = this.hand;
      drag = null;
      this.hand = null;
      const changed = !same(this.#votes(), before.board[before.board.carried]);
      if (changed) {
        this.history.push(before);
        this.on.say(this.on.spoken(n, to));
      }
      this.#changed(true);
    };
    pile.addEventListener("pointerup", end);
    pile.addEventListener("pointercancel", end);
    pile.addEventListener("blur", () => {
      if (this.hand?.mode === "keys" && this.hand.at === at) this.hand = null;
      this.draw();
    });
    pile.addEventListener("keydown", (event) => this.#press(event, at));
  }

  /** How many votes a hand takes at a height of a pile. @param {number} at @param {number} y */
  #taken(at, y) {
    return this.step.together ? this.stacks[at].length : this.picture.votesAbove(at, y);
  }

  /** @param {number} at */
  #canTake(at) {
    return !this.locked && !this.step.slider && this.stacks[at].length > 0 && this.#isMovable(at);
  }

  /** @param {number} at */
  #isMovable(at) {
    return !this.step.tapping && (!this.step.movable.length || this.step.movable.includes(at));
  }

  /** @param {KeyboardEvent} event @param {number} at */
  #press(event, at) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0;
    const more = { ArrowUp: 1, ArrowDown: -1, Home: Infinity }[event.key] ?? 0;
    if (!(way || more) || hasModifier(event) || this.locked || this.step.slider) return;
    event.preventDefault();
    this.stop();
    const all = this.stacks[at].length;
    if (!all || !this.#isMovable(at)) return;
    const n = this.step.together ? all : this.hand?.mode === "keys" && this.hand.at === at ? this.hand.n : 1;
    if (more) {
      if (this.step.together) return;
      this.hand = { mode: "keys", at, from: at, n: Math.max(1, Math.min(all, n + more)), shift: 0 };
      this.draw();
      this.on.say(`${this.hand.n} of ${all} votes in the hand`);
      return;
    }
    const to = at + way;
    if (to < 0 || to >= this.stacks.length || !this.#isMovable(to)) {
      this.on.say("The votes go no farther here.");
      return;
    }
    this.history.push(this.#kept());
    this.route = null;
    this.#shift(at, to, n);
    this.board = { ...this.board, walked: this.board.walked + n };
    this.picture.piles[to].focus();
    this.hand = { mode: "keys", at: to, from: to, n, shift: 0 };
    this.on.say(this.on.spoken(n, to));
    this.#changed(true);
  }
}
