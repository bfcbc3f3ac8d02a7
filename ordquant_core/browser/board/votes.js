// The board: the gold as columns, estimates as outlines, the carried side as one disc per vote.
import { svgNode } from "../draw/nodes.js";
import { letter, outline, text } from "./drawing.js";
import { counted, nameOfClass } from "./fields.js";
import { placesIn } from "./places.js";
/** @import { Board, Side, Step } from "./step.d.ts" */

/**
 * What is in the hand: the uppermost `n` votes of a class; `from` where they were taken. `mode`: by pointer or by keys.
 * @typedef {{ mode: "drag" | "keys", at: number, from: number, n: number, shift: number }} Hand
 */
/**
 * All that the picture shows.
 * @typedef {object} Shown
 * @property {Board} board
 * @property {number[][] | null} stacks null where nothing is carried
 * @property {Hand | null} hand
 * @property {{ vote: number, to: number, part: number } | null} moving a vote between two classes
 * @property {boolean} locked
 */

const NARROW = 520;
const LETTER = 21; // px from the middle of a letter to that of the next one

export class Votes {
  /**
   * @param {HTMLElement} host
   * @param {Step} step
   * @param {{ name?: string, type: () => number, counter: boolean, estimates: Side[], aside?: (board: Board) => [string, string] }} options
   */
  constructor(host, step, options) {
    this.host = host;
    this.step = step;
    this.options = options;
    this.svg = svgNode("svg", { class: "cv-board", role: "group", "aria-label": options.name ?? "Votes by class" });
    host.append(this.svg);
    /** @type {SVGRectElement[]} */
    this.piles = step.board.gold.map((_, at) =>
      svgNode("rect", {
        class: "cv-pile",
        rx: 8,
        "data-at": at,
      })
    );
    this.behind = svgNode("g");
    this.discs = svgNode("g");
    this.front = svgNode("g", { "pointer-events": "none" });
    this.svg.append(this.behind, this.discs, this.front, ...this.piles);
    /** @type {Map<number, SVGRectElement>} */
    this.byVote = new Map();
    /** @type {number | null} */
    this.lit = null;
    this.places = this.#placesNow(step.board);
  }

  /** @param {Shown} shown */
  show(shown) {
    const places = this.places = this.#placesNow(shown.board);
    this.shown = shown;
    this.svg.setAttribute("viewBox", `0 0 ${places.width} ${places.height}`);
    this.svg.classList.toggle("cv-locked", shown.locked);
    this.unit = (places.base - places.top) / this.#highest(shown.board);
    this.behind.replaceChildren(...this.#scale(), ...this.#gold(), ...this.#outlines());
    this.#drawDiscs();
    this.front.replaceChildren(...this.#goldTops(), ...this.#letters(), ...this.#words(), ...this.#aside());
    this.#dressPiles();
  }

  /** The class at a place. @param {number} x px from the left of the board */
  classAt(x) {
    const last = this.step.board.gold.length - 1;
    return Math.max(0, Math.min(last, Math.floor((x - this.places.left) / this.places.band)));
  }

  /** How many votes lie at or above a height of a pile; all of them below the ground. @param {number} at @param {number} y */
  votesAbove(at, y) {
    const n = this.shown?.stacks?.[at].length ?? 0;
    if (y > this.places.base) return n;
    return Math.max(1, Math.min(n, n - Math.floor((this.places.base - y) / (this.unit ?? 1))));
  }

  /** A boundary that a vote crosses lights up. @param {number} boundary */
  light(boundary) {
    this.lit = boundary;
    clearTimeout(this.dark);
    this.dark = setTimeout(() => {
      this.lit = null;
      if (this.shown) this.show(this.shown);
    }, 350);
  }

  /** @param {Board} board */
  #placesNow(board) {
    return placesIn(this.host, board.gold.length, this.options.type(), !this.options.aside);
  }

  /** @param {Board} board */
  #highest(board) {
    return Math.max(this.step.highest, ...board.gold, ...this.options.estimates.flatMap((side) => board[side]));
  }

  #scale() {
    const { places, unit = 1 } = this;
    const classes = this.step.board.gold.length;
    const most = Math.round((places.base - places.top) / unit);
    const to = places.left + places.band * classes;
    const step = [2, 5, 10, 20].find((votes) => votes * unit >= 44 * places.type) ?? 50;
    const nodes = [];
    for (let votes = 0; votes <= most; votes += step) {
      const y = places.base - votes * unit;
      nodes.push(svgNode("line", { x1: places.left, x2: to, y1: y, y2: y, class: "cv-grid" }));
      const how = { anchor: "end", look: "cv-quiet" };
      nodes.push(text(places.left - 8 * places.type, y + 4.5 * places.type, votes, places, how));
    }
    for (let i = 0; i < classes - 1; i++) {
      const line = { x1: places.fence(i), x2: places.fence(i), y1: places.top - 4, y2: places.base + 6 };
      nodes.push(svgNode("line", { ...line, class: i === this.lit ? "cv-fence cv-lit" : "cv-fence" }));
    }
    for (let i = 0; i < classes; i++) {
      const name = shortened(nameOfClass(this.step, i), places.band / (8.5 * places.type));
      nodes.push(text(places.x(i), places.base + 18 * places.type, name, places, { size: 15, look: "cv-strong" }));
      const word = this.step.classes.length ? "" : this.step.class_words[i];
      if (word) nodes.push(text(places.x(i), places.base + 36 * places.type, word, places, { look: "cv-quiet" }));
    }
    return nodes;
  }

  #gold() {
    const { places, unit = 1 } = this;
    const width = places.band * 0.64;
    return (this.shown?.board.gold ?? []).map((votes, i) => {
      const bar = { x: places.x(i) - width / 2, width, y: places.base - votes * unit, height: votes * unit };
      return svgNode("rect", { ...bar, class: "cv-gold-bar" });
    });
  }

  /** The upper ends of the gold, which are seen over what is stacked on it. */
  #goldTops() {
    const { places, unit = 1 } = this;
    const width = places.band * 0.64;
    return (this.shown?.board.gold ?? []).flatMap((votes, i) => {
      const top = { x: places.x(i) - width / 2, width, y: places.base - votes * unit - 1.5 * places.type };
      return votes ? [svgNode("rect", { ...top, height: 3 * places.type, class: "cv-gold-top" })] : [];
    });
  }

  #outlines() {
    const { places, unit = 1 } = this;
    return this.options.estimates.filter((side) => !this.#isStacked(side)).flatMap((side) =>
      (this.shown?.board[side] ?? []).map((votes, i) => {
        const d = outline(places.x(i), places.band * widthOf(side), places.base, votes * unit);
        return svgNode("path", { d, class: `cv-outline cv-side-${side}` });
      })
    );
  }

  /** @param {Side} side */
  #isStacked(side) {
    return Boolean(this.shown?.stacks) && this.shown?.board.carried === side;
  }

  #drawDiscs() {
    const { places, unit = 1, shown } = this;
    const seen = new Set();
    if (shown?.stacks) {
      const { hand, moving, stacks, board } = shown;
      const width = Math.min(places.band * 0.5, 62 * places.type);
      const height = Math.max(3, Math.min(unit - 1.6, 24 * places.type));
      const heightOf = (/** @type {number} */ level) => places.base - unit * (level + 0.5) - height / 2;
      stacks.forEach((stack, at) =>
        stack.forEach((vote, level) => {
          const held = hand !== null && hand.at === at && level >= stack.length - hand.n;
          const rides = moving?.vote === vote;
          let [x, y] = [places.x(at), heightOf(level)];
          if (held && hand.mode === "drag") x += hand.shift;
          if (rides) {
            x += (places.x(moving.to) - x) * moving.part;
            y += (heightOf(stacks[moving.to].length) - y) * moving.part - Math.sin(Math.PI * moving.part) * 12;
          }
          const disc = this.byVote.get(vote) ?? svgNode("rect");
          this.byVote.set(vote, disc);
          seen.add(vote);
          const looks = ["cv-disc", `cv-side-${board.carried}`];
          if (unit < 8 * places.type) looks.push("cv-fine");
          if (held || rides) looks.push("cv-held");
          if (rides || (held && hand.shift)) looks.push("cv-raw");
          disc.setAttribute("class", looks.join(" "));
          disc.setAttribute("width", String(width));
          disc.setAttribute("height", String(height));
          disc.setAttribute("rx", String(Math.min(5 * places.type, height / 3)));
          disc.style.transform = `translate(${x - width / 2}px, ${y}px)`;
          if (disc.parentNode !== this.discs) this.discs.append(disc);
        })
      );
    }
    for (const [vote, disc] of this.byVote) {
      if (!seen.has(vote)) {
        disc.remove();
        this.byVote.delete(vote);
      }
    }
  }

  #letters() {
    const { places, unit = 1, shown } = this;
    if (!shown) return [];
    // where classes are narrow, letters move inwards: that of B is beside that of A in the next class
    const inwards = Math.max(0, (LETTER * places.type - places.band * (1 - (widthOf("a") + widthOf("b")) / 2)) / 2);
    return this.options.estimates.flatMap((side) =>
      shown.board[side].flatMap((votes, i) => {
        if (!votes) return [];
        const stacked = this.#isStacked(side);
        const wide = stacked
          ? Math.min(places.band * 0.5, 62 * places.type)
          : places.band * widthOf(side) - 2 * inwards;
        const x = places.x(i) + (side === "a" ? -wide / 2 : wide / 2);
        return [letter(x, places.base - (stacked ? votes - 0.5 : votes) * unit, side, places)];
      })
    );
  }

  /** The line above the board, and the bubble over what is held. */
  #words() {
    const { places, shown, options } = this;
    if (!shown) return [];
    const { hand } = shown;
    const narrow = places.width < NARROW;
    const nodes = [];
    const distance = hand ? Math.abs(hand.at - hand.from) : 0;
    const line = hand && distance
      ? `${counted(hand.n, "vote")} × ${distance} ${distance === 1 ? "class" : "classes"} = ${
        counted(hand.n * distance, "step")
      }`
      : options.name && !shown.locked
      ? `${options.name.slice(-1)}: drag sideways; up: fewer, down: more`
      : options.name ?? (shown.locked ? "" : this.#hint(narrow));
    const at = narrow && !options.name ? 6 : places.left;
    const look = distance || options.name ? "cv-strong" : "cv-quiet";
    nodes.push(text(at, 17 * places.type, line, places, { anchor: "start", size: 13, look }));
    if (hand && shown.stacks) nodes.push(this.#bubble(hand, shown.stacks[hand.at].length));
    return nodes;
  }

  /** @param {boolean} narrow */
  #hint(narrow) {
    if (this.step.tapping) return narrow ? "Tap the beams below." : "The beams are below: tap each.";
    if (this.step.together) return "Drag the pile sideways.";
    if (!this.shown?.stacks || this.step.slider) return "";
    if (narrow) return "You take what is above. Up: fewer; down: more.";
    return "Press a pile to take what is above, then slide sideways. Up: fewer; down: more. Keys: arrows.";
  }

  /** @param {Hand} hand @param {number} level */
  #bubble(hand, level) {
    const { places, unit = 1 } = this;
    const words = counted(hand.n, "vote");
    const width = (words.length * 7.4 + 16) * places.type;
    const middle = places.x(hand.at) + (hand.mode === "drag" ? hand.shift : 0);
    const x = Math.min(Math.max(middle, width / 2 + 2), places.width - width / 2);
    const y = Math.max(22 * places.type, places.base - unit * level - 30 * places.type);
    const box = { x: x - width / 2, y, width, height: 24 * places.type, rx: 6 };
    const said = text(x, y + 17 * places.type, words, places, { size: 14, look: "cv-strong" });
    return svgNode("g", { class: "cv-bubble" }, svgNode("rect", box), said);
  }

  #aside() {
    const { places, shown, options } = this;
    if (!shown) return [];
    const nodes = [];
    const how = (/** @type {number} */ size, look = "", of = "") => ({ size, anchor: "start", look, of });
    if (options.aside) {
      const [word, number] = options.aside(shown.board);
      const [x, y] = [places.left + places.band * shown.board.gold.length, places.top - 23 * places.type];
      nodes.push(text(x, y, number, places, { size: 20, anchor: "end", look: "cv-strong", of: "average" }));
      nodes.push(text(x - 56 * places.type, y, word, places, { anchor: "end", look: "cv-quiet" }));
    } else if (options.counter && shown.stacks && !shown.locked) {
      nodes.push(
        text(
          places.side,
          36 * places.type,
          places.width < NARROW ? "Walked" : "Steps walked",
          places,
          how(13, "cv-quiet"),
        ),
      );
      nodes.push(text(places.side, 68 * places.type, shown.board.walked, places, how(30, "cv-strong", "walked")));
    }
    const sides = options.estimates.length ? ["gold", ...options.estimates] : []; // votes alone need no key
    sides.forEach((side, i, all) => {
      const y = places.base - 21 * places.type * (all.length - 1 - i);
      const said = side === "gold" ? side : side.toUpperCase();
      const sample = { x: places.side, y: y - 10 * places.type, width: 16 * places.type, height: 10 * places.type };
      const filled = this.#isStacked(/** @type {Side} */ (side)) ? " cv-filled" : "";
      const look = side === "gold" ? "cv-gold-bar" : `cv-sample cv-side-${side}${filled}`;
      nodes.push(svgNode("rect", { ...sample, class: look }));
      nodes.push(text(places.side + 22 * places.type, y, said, places, how(13)));
    });
    return nodes;
  }

  #dressPiles() {
    const { places, shown, step } = this;
    if (!shown) return;
    const { board, locked } = shown;
    const movable = !locked && shown.stacks !== null && !step.slider;
    const who = board.carried === "gold" ? (this.options.name ?? "Gold") : board.carried.toUpperCase();
    const votes = board[board.carried];
    this.piles.forEach((pile, at) => {
      const box = {
        x: places.left + places.band * at,
        y: places.top - 14,
        width: places.band,
        height: places.base + 22 * places.type - places.top + 14,
      };
      for (const [name, value] of Object.entries(box)) pile.setAttribute(name, String(value));
      const isHere = (!step.movable.length && !step.tapping) || step.movable.includes(at);
      pile.classList.toggle("cv-empty", !isHere || !votes[at]);
      const gold = board.carried === "gold" ? "" : `, gold ${board.gold[at]}`;
      const said = {
        tabindex: "0",
        role: "button",
        "aria-roledescription": "pile of votes",
        "aria-label": `${who}, class ${nameOfClass(step, at)}: ${counted(votes[at], "vote")}${gold}`,
      };
      for (const [name, value] of Object.entries(said)) {
        if (movable && isHere) pile.setAttribute(name, value);
        else pile.removeAttribute(name); // what cannot be moved is a picture, which the board describes
      }
    });
    const said = ["gold", ...this.options.estimates].map((side) =>
      `${side}: ${board[/** @type {Side} */ (side)].join(", ")}`
    );
    this.svg.setAttribute("aria-label", `${this.options.name ?? "Votes by class"}. ${said.join("; ")}`);
  }
}

/** @param {string} name @param {number} letters that have room */
const shortened = (name, letters) =>
  name.length <= Math.max(2, letters) ? name : `${name.slice(0, Math.max(1, Math.floor(letters) - 1))}…`;

/** Of the outline of an estimate, as a share of a class. @param {Side} side */
const widthOf = (side) => side === "a" ? 0.76 : 0.86;
