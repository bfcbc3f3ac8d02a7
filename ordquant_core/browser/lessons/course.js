// The lessons one after another: a row of numbers to choose from, and the one that is shown. Page and file mount it.
import { rail } from "../board/rail.js";
import { readSwitches, writeSwitches } from "../draw/built.js";
import { JudgesView } from "./judges.js";
import { isLearnt, LessonView } from "./lesson.js";
import { MakeView } from "./make.js";
import { LEVELS } from "./pictures.js";
import { keep, kept } from "./progress.js";
/** @import { Lesson, Lessons, Switches } from "../board/step.d.ts" */
/** @import { Picture } from "./pieces.js" */
/** @import { Known } from "./progress.js" */

/** What an address says: the lesson, its step, a measure that was made, a level and a number of the judges. */
/** @typedef {{ lesson?: string, step?: string, built?: string, level?: string, picture?: string }} Query */
/**
 * @typedef {object} Options
 * @property {boolean} [stage] for a lecture hall: as large as the screen
 * @property {(query: Query) => void} write called at the end of an act: what an address must say to show the same
 * @property {(picture: Picture, switches?: Switches) => HTMLElement} compare makes what opens a picture, or a measure
 *   that was made, in Compare
 */

/** What every part is told. @typedef {{ stage?: boolean, number: number, back: Way, next: Way }} Common */
/** @typedef {{ label: string, go: () => void } | null} Way */

const [MAKE, JUDGES] = ["make", "judges"];
const MOST_PICTURES = 1_000_000;

/** The keys of all lessons, in their order. @param {Lessons} data */
export const keysOf = ({ lessons }) => [...lessons.map(({ key }) => key), MAKE, JUDGES];

export class Course {
  /** @param {HTMLElement} rails @param {HTMLElement} host @param {Lessons} data @param {Options} options */
  constructor(rails, host, data, options) {
    Object.assign(this, { rails, host });
    this.rails = rails;
    this.host = host;
    this.data = data;
    this.options = options;
    this.keys = keysOf(data);
    this.key = "";
    /** @type {{ destroy: () => void } | null} */
    this.view = null;
  }

  destroy() {
    this.view?.destroy();
    this.view = null;
  }

  /** Show what an address says. @param {Query} query */
  show(query) {
    const key = query.lesson && this.keys.includes(query.lesson) ? query.lesson : this.keys[0];
    this.destroy();
    this.key = key;
    const at = this.keys.indexOf(key);
    const way = (/** @type {number} */ to, label = "") =>
      to < 0 || to >= this.keys.length
        ? null
        : { label: label || `${this.#titleOf(this.keys[to])} →`, go: () => this.#go(to) };
    const common = { stage: this.options.stage, number: at + 1, back: way(at - 1, "← Back"), next: way(at + 1) };
    if (key === MAKE) this.view = this.#make(query, common);
    else if (key === JUDGES) this.view = this.#judges(query, common);
    else this.view = this.#lesson(this.data.lessons[at], query, common);
    this.#list();
  }

  /** @param {number} to */
  #go(to) {
    this.show({ lesson: this.keys[to] });
    this.options.write({ lesson: this.keys[to] });
    this.host.querySelector("h2")?.focus({ preventScroll: true });
    this.rails.scrollIntoView({ block: "start" });
  }

  /** @param {Lesson} lesson @param {Query} query @param {Common} common */
  #lesson(lesson, query, common) {
    const known = kept()[lesson.key] ?? {};
    const at = query.step ? Number(query.step) - 1 : 0;
    return new LessonView(this.host, lesson, this.data, {
      ...common,
      at: Number.isInteger(at) ? at : 0,
      kept: this.options.stage || !Array.isArray(known.kept) ? [] : known.kept, // others are to find the answers
      report: (at, done) => {
        if (!this.options.stage) keep(lesson.key, { kept: done });
        this.#list();
        this.options.write({ lesson: lesson.key, ...(at ? { step: String(at + 1) } : {}) });
      },
    });
  }

  /** @param {Query} query @param {Common} common */
  #make(query, common) {
    const known = this.options.stage ? {} : kept()[MAKE] ?? {};
    const switches = readSwitches(query.built);
    const picture = readNumber(query.picture, 0);
    return new MakeView(this.host, this.data, {
      ...common,
      made: { done: known.done ?? [], ...(switches ? { switches, picture } : {}) },
      compare: this.options.compare,
      report: (made) => {
        if (!this.options.stage) keep(MAKE, { done: made.done });
        this.#list();
        this.options.write({
          lesson: MAKE,
          built: writeSwitches(made.switches),
          ...(made.picture ? { picture: String(made.picture) } : {}),
        });
      },
    });
  }

  /** @param {Query} query @param {Common} common */
  #judges(query, common) {
    const known = kept()[JUDGES] ?? {};
    const level = LEVELS.find((one) => one === query.level) ?? LEVELS.find((one) => one === known.level) ?? LEVELS[0];
    const seed = readNumber(query.picture, query.level ? 1 : readNumber(String(known.seed), 1)) || 1;
    return new JudgesView(this.host, this.data, {
      ...common,
      judged: { level, seed, rows: known.rows ?? {} },
      compare: this.options.compare,
      report: (judged) => {
        keep(JUDGES, judged);
        this.#list();
        this.options.write({ lesson: JUDGES, level: judged.level, picture: String(judged.seed) });
      },
    });
  }

  #list() {
    if (this.options.stage) return;
    const known = kept();
    const entries = this.keys.map((key, i) => ({
      label: key === JUDGES ? "★" : String(i + 1),
      title: this.#titleOf(key),
      done: this.#isDone(key, known[key]),
    }));
    this.rails.replaceChildren(rail(entries, this.keys.indexOf(this.key), (to) => this.#go(to)));
  }

  /** @param {string} key @param {Known | undefined} known */
  #isDone(key, known) {
    if (!known) return false;
    if (key === MAKE) return (known.done ?? []).filter(Boolean).length === this.data.make.tasks.length;
    if (key === JUDGES) return Object.keys(this.data.judges.recipes).every((one) => known.rows?.[one] === 3);
    return isLearnt(this.data.lessons[this.keys.indexOf(key)], known.kept ?? []);
  }

  /** @param {string} key */
  #titleOf(key) {
    if (key === MAKE) return this.data.make.title;
    if (key === JUDGES) return this.data.judges.title;
    return this.data.lessons[this.keys.indexOf(key)].title;
  }
}

/** @param {string | undefined} text @param {number} otherwise */
function readNumber(text, otherwise) {
  return /^\d{1,6}$/.test(text ?? "") && Number(text) < MOST_PICTURES ? Number(text) : otherwise;
}
