// The editor: what the visitor does, what Python sends, what is reported to Python.
import {
  baseFor,
  fromData,
  isRun,
  isSide,
  topOf,
  withBar,
  withFewerClasses,
  withLabel,
  withMode,
  withMoreClasses,
  withVotesTotal,
} from "./picture.js";
import { Canvas } from "./canvas.js";
import { commanded, copied, exchanged, isCommand } from "./commands.js";
import { Controls, moveInGroup } from "./controls.js";
import { Follow } from "./follow.js";
import { Frame } from "./frame.js";
import { FullScreen } from "./full_screen.js";
import { Hand } from "./hand.js";
import { History } from "./history.js";
import { Labels } from "./labels.js";
import { Menu } from "./menu.js";
import { find } from "./nodes.js";
/** @import { Transfer } from "./commands.js" */
/** @import { View } from "./controls.js" */
/** @import { Gesture } from "./history.js" */
/** @import { Limits, Picture, Side, State } from "./picture.js" */

/**
 * What Python says: a picture, which counts once per `rev` of a session, the `visit`, the last message it knows of, and
 * how to show it.
 * @typedef {Picture & { visit: string, rev: number, seen: { mount: number, seq: number }, limits: Limits, view: View }} Data
 */
/** What a page hands over, and how it is told what was drawn. @typedef {{ data: Data, setStateValue: (name: string, value: unknown) => void }} Sent */
/** A bar that was moved, and the message that reports it. @typedef {{ side: Side, i: number, share: number, seq: number }} BarMove */

const PAUSE = 180; // ms without a key press that end a burst of them

export class Editor {
  /** @param {ShadowRoot} root @param {Data} data */
  constructor(root, data) {
    this.root = root;
    this.box = find(root, ".dq", HTMLElement);
    this.votes = find(this.box, "[data-part=n]", HTMLInputElement);
    this.ended = new AbortController();
    this.mount = Math.random(); // distinguishes the messages of this editor from those of an earlier visit to the page
    this.visit = data.visit;
    this.rev = data.rev;
    this.limits = data.limits;
    this.view = data.view;
    this.history = new History(fromData(data));
    /** @type {Side} */
    this.side = "gold";
    this.problem = "";
    this.note = "";
    this.seq = 0;
    this.updates = 0;
    this.frameRequest = 0;
    this.unsent = false; // a picture that Python has not been sent yet
    this.touched = false;
    /** @type {BarMove | null} */
    this.last = null;
    /** @type {Sent["setStateValue"]} */
    this.setStateValue = () => {};
    this.pause = 0;
    this.follow = new Follow(root);
    /** @param {string} name */
    const part = (name) => find(this.box, `[data-part=${name}]`, HTMLElement);
    this.hand = new Hand(this);
    this.canvas = new Canvas(part("plot"), root, new Frame(this.box, part("stage")), this.hand);
    this.labels = new Labels(part("labels"), this, this.canvas.frame);
    this.menu = new Menu(part("menu"), part("more"), this.ended.signal);
    this.screen = new FullScreen(this.box, part("screen"), this.ended.signal, (problem) => this.refuse(problem));
    this.controls = new Controls(this.box, root);
    this.listen();
    this.observer = new ResizeObserver(() => this.hand.drag || this.render());
    this.observer.observe(part("stage"));
  }

  get state() {
    return this.history.state;
  }

  listen() {
    const { signal } = this.ended;
    this.box.addEventListener("click", (event) => {
      if (event.target instanceof Element) this.click(event.target.closest("button"));
    }, { signal });
    this.box.addEventListener("keydown", (event) => this.shortcut(event), { signal });
    this.votes.onchange = () => this.setVotes(Number(this.votes.value));
  }

  // ---- what Python says; a bar it could not know of yet is drawn on its picture again
  /** @param {Sent} sent */
  update({ data, setStateValue }) {
    this.setStateValue = setStateValue;
    this.limits = data.limits;
    this.view = data.view;
    this.updates += 1;
    this.box.dataset.updates = String(this.updates);
    if (data.rev !== this.rev || data.visit !== this.visit) this.adopt(data);
    this.render();
  }

  /** @param {Data} data */
  adopt(data) {
    this.waitToReport();
    this.history.end();
    const before = this.state;
    const next = fromData(data);
    const fits = before.classes.length === next.classes.length;
    const known = data.seen.mount === this.mount ? data.seen.seq : 0;
    const same = data.visit === this.visit; // a new session, after a restart, starts from the link: that holds all moves
    const unknown = same && fits && this.last && this.last.seq > known ? this.last : null;
    this.visit = data.visit;
    this.rev = data.rev;
    this.problem = this.note = "";
    this.history.replace(next); // a preset can be undone, too
    this.hand.rescale(before, fits);
    this.unsent = false;
    this.follow.replace(next);
    if (unknown) this.repeat(unknown);
  }

  /**
   * Numbers were typed, and a bar was moved before they arrived here: both are what the visitor wants.
   * @param {BarMove} moved
   */
  repeat({ side, i, share }) {
    const { drag } = this.hand;
    const gesture = drag?.gesture ?? { bars: baseFor(this.state, side), remembered: false };
    const value = share * topOf(this.state);
    this.stepBar(side, i, this.state.mode === "votes" ? Math.round(value) : value, gesture);
    if (!drag) this.report();
  }

  // ---- one step of the visitor
  /** @param {State} next @param {{ remembered: boolean } | null} gesture */
  step(next, gesture = null) {
    this.problem = this.note = "";
    this.history.step(next, gesture);
    this.unsent = this.touched = true;
  }

  /** @param {Side} side @param {number} i @param {number} value @param {{ bars: number[], remembered: boolean }} gesture */
  stepBar(side, i, value, gesture) {
    this.step(withBar(this.state, side, gesture.bars, i, value), gesture);
    this.last = { side, i, share: value / topOf(this.state), seq: this.seq + 1 }; // the message that will report it
  }

  /** @param {Transfer} transfer */
  act({ state, note = "" }) {
    this.history.end();
    this.step(state);
    this.note = note;
    this.render();
    this.report();
  }

  undo() {
    if (this.hand.drag || this.view.locked || !this.history.past.length || !this.history.back()) return;
    this.problem = this.note = "";
    this.unsent = true;
    this.render();
    this.report();
  }

  /** @param {string} problem */
  refuse(problem) {
    this.problem = problem;
    this.render();
  }

  // ---- keyboard
  /** A key has moved something. @param {Gesture} gesture */
  renderTyped(gesture) {
    gesture.typing = true;
    this.render();
    this.reportSoon(gesture);
  }

  /** One message per burst of keys, and one step of undo. @param {Gesture} gesture */
  reportSoon(gesture) {
    this.waitToReport();
    this.pause = setTimeout(() => {
      if (gesture === this.history.gesture) this.history.endStep(gesture);
      gesture.typing = false;
      this.render();
      this.send();
    }, PAUSE);
  }

  /** @param {KeyboardEvent} event */
  shortcut(event) {
    // Streamlit's own keys (r, c) would fire while a label is typed: the shadow root hides that it is an input.
    if (event.target instanceof HTMLInputElement) {
      event.stopPropagation();
      if (event.key === "Enter" && event.target === this.votes) this.setVotes(Number(this.votes.value));
      return;
    }
    if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      event.preventDefault();
      this.undo();
    }
    moveInGroup(event);
  }

  // ---- buttons
  /** @param {HTMLButtonElement | null} button */
  click(button) {
    if (!button || this.hand.drag || button.getAttribute("aria-disabled") === "true") return;
    const { series, act, exchange, copy, mode, classes, votes, opens } = button.dataset;
    if (isSide(series)) this.choose(series);
    if (act === "undo") this.undo();
    else if (isCommand(act)) this.act({ state: commanded(this.state, this.side, act) });
    if (isRun(exchange)) this.act(exchanged(this.state, exchange));
    if (isSide(copy)) this.act(copied(this.state, this.side, copy));
    if ((mode === "votes" || mode === "probability") && mode !== this.state.mode) {
      this.act({ state: withMode(this.state, mode) });
    }
    if (classes) this.changeClasses(Number(classes));
    if (votes) this.setVotes(this.state.n + Number(votes));
    if (opens) openMenu(opens);
  }

  /** @param {Side} side */
  choose(side) {
    this.history.end();
    this.side = side;
    this.render();
  }

  /** @param {number} step */
  changeClasses(step) {
    const { state, problem } = step > 0 ? withMoreClasses(this.state) : withFewerClasses(this.state);
    if (state) this.act({ state });
    else this.refuse(problem);
  }

  /** @param {number} wanted */
  setVotes(wanted) {
    const least = this.limits.fewest_votes;
    const most = Math.max(this.limits.most_chosen_votes, this.state.n);
    if (!Number.isInteger(wanted) || wanted < least || wanted > most) {
      this.votes.value = String(this.state.n);
      return this.refuse(`Votes: a whole number from ${least} to ${most}.`);
    }
    if (wanted === this.state.n) return this.render();
    const gesture = this.history.begin("votes"); // 20 to 19 and back to 20 restores the bars
    this.step(wanted === gesture.from.n ? gesture.from : withVotesTotal(gesture.from, wanted), gesture);
    this.render();
    this.reportSoon(gesture);
  }

  /** @param {number} i @param {string} text @param {() => void} close */
  rename(i, text, close) {
    const { state, problem } = withLabel(this.state, i, text, this.limits);
    if (!state) {
      this.refuse(problem);
      return false;
    }
    close();
    if (state !== this.state) this.act({ state });
    else this.render();
    return true;
  }

  // ---- what is reported to Python, at the end of a gesture and never in it: one value
  report() {
    if (!this.unsent) return;
    this.waitToReport();
    this.send();
  }

  /** A burst of keys that was to be reported goes on, or is reported with what follows it. */
  waitToReport() {
    clearTimeout(this.pause);
  }

  send() {
    this.seq += 1;
    this.unsent = false;
    this.follow.show(this.state, false);
    this.box.dataset.seq = String(this.seq);
    const { state, visit, rev, mount, seq } = this;
    this.setStateValue("drawn", { ...state, visit, rev, mount, seq });
  }

  // ---- what is shown
  render() {
    cancelAnimationFrame(this.frameRequest);
    this.frameRequest = 0;
    const { state, side, limits, view, problem, note, touched } = this;
    this.controls.dress(view);
    const gestureKind = this.hand.drag ? "drag" : this.history.gesture?.typing ? "keys" : "";
    this.canvas.render(state, side, view, gestureKind);
    this.labels.render(state, limits, !view.tools);
    if (this.unsent) this.follow.show(state, true);
    const undoable = this.history.past.length > 0;
    this.controls.render({ state, chosen: side, limits, view, problem, note, undoable, touched });
  }

  renderSoon() {
    this.frameRequest ||= requestAnimationFrame(() => this.render());
  }

  destroy() {
    this.ended.abort();
    this.observer.disconnect();
    this.waitToReport();
    this.follow.destroy();
    cancelAnimationFrame(this.frameRequest);
  }
}

/** Open a menu of the page, whose own button is not seen. @param {string} key */
function openMenu(key) {
  const button = document.querySelector(`.st-key-${CSS.escape(key)} button`);
  if (!(button instanceof HTMLElement)) return;
  button.focus({ preventScroll: true }); // from there the keyboard goes into the menu
  setTimeout(() => button.click()); // the click under way would close it
}
