// Make a measure: four switches, what they add up, and whom the measure prefers.
import { build, NAMED, nameOf, switched } from "../draw/built.js";
import { svgNode } from "../draw/nodes.js";
import { decimals } from "../draw/numerals.js";
import { sum } from "../draw/shares.js";
import { listed } from "../draw/words.js";
import { eyeAt } from "../board/beams.js";
import { text } from "../board/drawing.js";
import { nameOfClass } from "../board/fields.js";
import { button, element, number, written } from "../board/html.js";
import { drawPicture } from "./pictures.js";
import { radios, stillOf, StillPicture, take } from "./pieces.js";
/** @import { Lessons, Side } from "../board/step.d.ts" */
/** @import { Built, Switches } from "../draw/built.js" */
/** @import { Picture } from "./pieces.js" */

const [FIRST_SEED, ROUNDING] = [5000, 1e-9];
const [BARS, LOW_BARS, BETWEEN] = [66, 36, 46]; // px of the highest bar, also on stage, and below the bars of an estimate
/** The switches: which, its name, its ways as values and words. @type {[keyof Switches, string, [string, string][]][]} */
const SWITCHES = [
  ["compare", "Compare", [["bars", "bars"], ["totals", "running totals"]]],
  ["squared", "Errors", [["false", "plain"], ["true", "squared"]]],
  ["distance", "Distance", [["false", "off"], ["true", "on"]]],
  ["lookouts", "Lookouts", [["none", "none"], ["gold", "gold classes"], ["all", "all classes"]]],
];

/** @typedef {{ a: Built, b: Built, side: "A" | "B" | "tie", name: string }} Both */
/** What was done: the switches, the number of the picture (0 for the first), and in each task done what stood then. */
/** @typedef {{ switches: Switches, picture: number, done: { switches: Switches, picture: number }[], at: number }} Made */
/**
 * @typedef {object} Options
 * @property {number} number of the lesson
 * @property {Partial<Made>} made before
 * @property {boolean} [stage]
 * @property {{ label: string, go: () => void } | null} back
 * @property {{ label: string, go: () => void } | null} next
 * @property {(picture: Picture, switches: Switches) => HTMLElement} compare makes what opens the measure in Compare
 * @property {(made: Made) => void} report
 */

export class MakeView {
  /** @param {HTMLElement} parent @param {Lessons} data @param {Options} options */
  constructor(parent, data, options) {
    this.data = data;
    this.options = options;
    /** @type {Made} */
    this.made = { switches: NAMED.NVD, picture: 0, done: [], at: 0, ...options.made };
    this.had = new Set(["NVD"]);
    this.step = stillOf(this.#pictureOf(this.made.picture), data, { highest: 10 });
    this.picture = new StillPicture(this.step, options.stage);
    this.box = element("div", { class: options.stage ? "cv cv-stage cv-moving cv-make" : "cv cv-moving cv-make" });
    this.groups = SWITCHES.map(([key, label, ways]) =>
      radios(label, ways, (value) => this.#set({ [key]: { true: true, false: false }[value] ?? value }))
    );
    const switches = SWITCHES.map(([, label], i) =>
      element("div", { class: "cv-switch" }, element("span", { class: "cv-quiet" }, label), this.groups[i])
    );
    this.totals = element("div", { class: "cv-totals" });
    this.parts = element("div", { class: "cv-picture" });
    this.other = button("New picture", () => this.#show({ picture: this.made.picture + 1 }), { class: "cv-button" });
    this.first = button("First picture", () => this.#show({ picture: 0 }), { class: "cv-button" });
    this.link = element("span");
    const left = element(
      "div",
      { class: "cv-left" },
      element("div", { class: "cv-box cv-switches" }, ...switches),
      element("div", { class: "cv-box cv-below" }, this.totals, this.parts),
      element(
        "div",
        { class: "cv-box cv-boardbox" },
        this.picture.host,
        element("div", { class: "cv-controls" }, this.other, this.first, this.link),
      ),
    );
    this.box.append(left, this.#buildCard());
    parent.append(this.box);
    this.observer = new ResizeObserver(() => this.#paint());
    this.observer.observe(this.picture.host);
    this.#paint();
  }

  destroy() {
    this.observer.disconnect();
    this.picture.destroy();
    this.box.remove();
  }

  #buildCard() {
    const { data, options } = this;
    const { title, story, take_away, tasks } = data.make;
    this.kicker = element("div", { class: "cv-quiet cv-dialogue" });
    this.tasks = tasks.map(({ task }) =>
      element(
        "div",
        { class: "cv-task" },
        element("span", { class: "cv-tick", "aria-hidden": "true" }, "✓"),
        element("b", {}, ...written(task, data)),
        element("div", { class: "cv-verdict" }),
        button("Do it for me", () => this.#doIt(), { class: "cv-button cv-doit" }),
      )
    );
    this.live = element("div", { class: "cv-live" });
    this.names = element("div", { class: "cv-names" });
    this.frozen = tasks.map(() => element("div", { class: "cv-why" }));
    this.take = element("div", { class: "cv-take cv-covered" }, element("span", {}, "Take-away"), take_away);
    this.back = button("← Back", () => this.made.at ? this.#go(-1) : options.back?.go(), {
      class: "cv-button cv-back",
    });
    this.next = button("", () => this.made.at < 2 ? this.#go(1) : options.next?.go(), { class: "cv-button cv-next" });
    return element(
      "section",
      { class: "cv-box cv-card", "aria-label": title },
      this.kicker,
      element("h2", { tabindex: -1 }, title),
      element("p", { class: "cv-story" }, story),
      element("div", { class: "cv-stack" }, ...this.tasks),
      this.live,
      this.names,
      element("div", { class: "cv-stack" }, ...this.frozen),
      this.take,
      element("div", { class: "cv-foot" }, this.back, this.next),
    );
  }

  /** @param {number} picture @returns {Picture} */
  #pictureOf(picture) {
    return picture ? drawPicture(FIRST_SEED + picture, "medium") : this.data.make.picture;
  }

  /** What is built, on a picture. @param {{ switches: Switches, picture: number }} [made] @returns {Both} */
  #built({ switches, picture } = this.made) {
    const { gold, a, b } = this.#pictureOf(picture);
    const [ofA, ofB] = [a, b].map((estimate) => build(switches, gold, estimate));
    const difference = ofA.score - ofB.score;
    const side = Math.abs(difference) < ROUNDING ? "tie" : difference < 0 ? "A" : "B";
    return { a: ofA, b: ofB, side, name: nameOf(switches) ?? "yours" };
  }

  /** @param {Partial<Switches>} change */
  #set(change) {
    this.#show({ switches: switched(this.made.switches, change) });
  }

  /** @param {Partial<Made>} change */
  #show(change) {
    this.made = { ...this.made, ...change };
    this.#check();
    this.#paint();
    this.options.report(this.made);
  }

  /** @param {number} way */
  #go(way) {
    this.#show({ at: this.made.at + way, picture: 0 });
    this.box.scrollIntoView({ block: "start" });
  }

  #doIt() {
    const { at } = this.made;
    this.#show({ switches: this.data.make.tasks[at].goal, picture: 0 });
  }

  /** A task is ticked once. */
  #check() {
    const { made } = this;
    const { name, side } = this.#built();
    const keys = /** @type {(keyof Switches)[]} */ (Object.keys(NAMED.NVD));
    const changed = keys.filter((key) => made.switches[key] !== NAMED.NVD[key]).length;
    const atFirst = this.#built({ ...made, switches: NAMED.NVD }).side;
    const isDone = [
      changed === 1 && side === "B" && atFirst !== "B",
      name === "RNOD",
      name === "RNADW" && side === "B",
    ];
    if (!isDone[made.at] || made.done[made.at]) return;
    const done = [...made.done];
    done[made.at] = { switches: made.switches, picture: made.picture };
    this.made = { ...made, done };
  }

  #paint() {
    const { made, data, options, step } = this;
    const board = { ...step.board, ...this.#pictureOf(made.picture) };
    step.highest = Math.max(10, ...board.gold, ...board.a, ...board.b) > 10 ? 20 : 10;
    this.picture.show(board);
    const built = this.#built();
    this.had.add(built.name);
    SWITCHES.forEach(([key], i) => take(this.groups[i], String(made.switches[key])));
    this.kicker?.replaceChildren(`Lesson ${options.number} · step ${made.at + 1} of ${data.make.tasks.length}`);
    this.tasks?.forEach((task, i) => {
      task.classList.toggle("cv-away", i !== made.at);
      task.classList.toggle("cv-done", Boolean(made.done[i]));
      task.querySelector(".cv-verdict")?.replaceChildren(
        made.done[i] ? element("b", {}, "Done.") : "",
      );
    });
    this.frozen?.forEach((frozen, i) => this.#freeze(frozen, i));
    this.live?.replaceChildren(element("div", {}, element("span", {}, "Your measure now"), ...this.#sentence(built)));
    this.names?.replaceChildren(...[...Object.keys(NAMED), "yours"].map((name) => {
      const look = name === built.name ? "cv-is" : this.had.has(name) ? "cv-was" : "";
      return element(
        "span",
        { class: look, "data-name": name, "aria-current": name === built.name && "true" },
        data.labels[name] ?? name,
      );
    }));
    this.totals.replaceChildren(...this.#lines(built));
    this.parts.replaceChildren(this.#partsPicture(built));
    this.take?.classList.toggle("cv-covered", !made.done[data.make.tasks.length - 1]);
    this.next?.replaceChildren(made.at < 2 ? "Next →" : options.next?.label ?? "");
    this.next?.classList.toggle("cv-main", Boolean(made.done[made.at]));
    if (this.back) this.back.hidden = !made.at && !options.back;
    this.first.disabled = made.picture === 0;
    this.link.replaceChildren(options.compare(this.#pictureOf(made.picture), made.switches));
  }

  /** @param {HTMLElement} frozen @param {number} i */
  #freeze(frozen, i) {
    const then = this.made.done[i];
    frozen.classList.toggle("cv-away", i !== this.made.at || !then);
    if (!then) return;
    const { name, side } = this.#built(then);
    const fields = { "built name": name, "built side": side === "tie" ? "neither" : `[${side}]` };
    const [first, ...rest] = written(this.data.make.tasks[i].done, this.data, fields);
    const words = typeof first === "string" ? first.charAt(0).toUpperCase() + first.slice(1) : first;
    frozen.dataset.made = JSON.stringify(then);
    frozen.replaceChildren(element("span", {}, "When the task was done:"), words, ...rest);
  }

  /** @param {Both} built */
  #sentence({ a, side }) {
    const { compare, distance, lookouts } = this.made.switches;
    const eyes = a.eyes.map((eye) => nameOfClass(this.step, eye));
    const seen = distance
      ? `Each error counts times its average distance from ${eyes.length > 1 ? "classes" : "class"} ${listed(eyes)}`
      : lookouts === "none"
      ? (compare === "bars" ? "Every class counts alike" : "Every boundary counts alike")
      : "Without distance, all lookouts see the same";
    const winner = side === "tie"
      ? ["a ", number("built side", "tie"), "."]
      : [number("built side", side, `cv-${side.toLowerCase()} cv-strong`), " is preferred."];
    return [`${seen}: `, ...winner];
  }

  /** Both sums, up to the score. @param {Both} built */
  #lines(built) {
    const { squared } = this.made.switches;
    const n = sum(this.step.board.gold) ** (squared ? 2 : 1);
    return /** @type {const} */ (["a", "b"]).map((side) => {
      const { total, divisor, score } = built[side];
      return element(
        "span",
        {},
        element("b", { class: `cv-${side}` }, side.toUpperCase()),
        squared ? ": √(" : ": ",
        number(`built total ${side}`, String(Number(decimals(total, 2).replace("−", "-").replaceAll(",", "")))),
        ` ÷ ${n} ÷ ${divisor}${squared ? ")" : ""} = `,
        number(`built ${side}`, decimals(score), `cv-${side} cv-strong`),
      );
    });
  }

  /** What is added up: bars, or squares, and below each its weight. @param {Both} built */
  #partsPicture(built) {
    const { places } = this.picture.votes;
    const { type } = places;
    const { squared, distance } = this.made.switches;
    const tallest = Math.max(
      1,
      ...["a", "b"].flatMap((side) => built[/** @type {"a" | "b"} */ (side)].errors.map(Math.abs)),
    );
    const bars = this.options.stage ? LOW_BARS : BARS;
    const unit = Math.min(bars * type, places.band - 8) / tallest;
    const height = (2 * (bars + BETWEEN) + 36) * type;
    const svg = svgNode("svg", {
      viewBox: `0 0 ${places.width} ${height}`,
      height,
      preserveAspectRatio: "xMinYMin", // below each other with the bars of the board
      role: "img",
      "aria-label": "What is added up",
    });
    /** @type {("a" | "b")[]} */ (["a", "b"]).forEach((side, row) => {
      const ground = (14 + bars + row * (bars + BETWEEN)) * type;
      svg.append(
        text(8, ground - 4, side.toUpperCase(), places, {
          anchor: "start",
          size: 14,
          look: `cv-fill-${side} cv-strong`,
        }),
        svgNode("line", {
          x1: places.left,
          x2: places.left + places.band * 5,
          y1: ground,
          y2: ground,
          class: "cv-ground",
        }),
        ...parts(built[side], side, ground),
      );
    });
    const y = (14 + 2 * (bars + BETWEEN) + 8) * type;
    this.step.board.gold.forEach((_, at) => {
      const x = places.left + places.band * (at + 0.5);
      if (built.a.eyes.includes(at)) return svg.append(eyeAt(x, y, 10 * type));
      const look = distance ? "cv-lid" : "cv-lid cv-asleep";
      svg.append(svgNode("path", { d: `M${x - 10 * type} ${y}q${10 * type} 7 ${20 * type} 0`, class: look }));
    });
    return svg;

    /** @param {Built} of @param {Side} side @param {number} ground */
    function parts({ errors, at, parts, weights }, side, ground) {
      return at.flatMap((place, i) => {
        const x = places.left + places.band * (place + 0.5);
        const high = Math.abs(errors[i]) * unit;
        const wide = squared ? high : Math.min(18 * type, places.band * 0.3);
        const shape = {
          x: x - wide / 2,
          y: ground - high,
          width: wide,
          height: high,
          class: `cv-square cv-side-${side}`,
        };
        const look = errors[i] ? "" : "cv-quiet";
        const count = text(x, ground + 17 * type, parts[i], places, { size: 14, look, of: `built part ${side} ${i}` });
        const nodes = [...(high ? [svgNode("rect", shape)] : []), count];
        if (!distance) return nodes;
        const weight = `× ${Number(decimals(weights[i], 2))}`;
        const how = { size: 14, look: "cv-quiet", of: `built weight ${i}` };
        return [...nodes, text(x, ground + 35 * type, weight, places, how)];
      });
    }
  }
}
