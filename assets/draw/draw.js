// The component: what the visitor does, undo, and what Python is told. Streamlit calls the default export again at
// every change of `data` or theme while the DOM stays: an editor is kept per mount.
const EDITORS = new WeakMap();
const PAUSE = 180; // ms without a key press that end a burst of them
const REMEMBERED = 200; // steps of undo
const SLIDER_KEYS = new Set("ArrowUp ArrowRight ArrowDown ArrowLeft PageUp PageDown Home End".split(" "));

class Editor {
  constructor(root) {
    this.root = root;
    this.box = root.querySelector(".dq");
    this.ended = new AbortController();
    Object.assign(this, { series: "gold", past: [], seq: 0, sentAt: 0, updates: 0, gesture: null, drag: null, last: null });
    this.mount = Math.random(); // tells the messages of this editor from those of an earlier visit to the page
    this.canvas = new Canvas(this.part("plot"), root, {
      press: (event, i, onHandle) => this.press(event, i, onHandle),
      move: (event) => this.move(event),
      release: (event) => this.release(event),
      key: (event, i) => this.key(event, i),
      blur: () => this.endGesture(),
    });
    this.labels = new Labels(this.part("labels"), root, { label: (i, text, close) => this.rename(i, text, close) });
    this.controls = new Controls(this.box, root);
    this.listen();
    this.observer = new ResizeObserver(() => this.drag || this.render());
    this.observer.observe(this.part("plot"));
  }

  part(name) { return this.box.querySelector(`[data-part=${name}]`); }

  listen() {
    const on = (type, hear) => this.box.addEventListener(type, hear, { signal: this.ended.signal });
    on("click", (event) => this.click(event.target.closest("button")));
    on("keydown", (event) => this.shortcut(event));
    const input = this.part("n");
    input.onchange = () => this.setVotes(Number(input.value));
  }

  // ---- what Python says: its values count once per `rev`; a bar it could not know of yet is drawn on them again
  update({ data, setStateValue }) {
    this.setStateValue = setStateValue;
    this.live = data.live;
    this.updates += 1;
    this.box.dataset.updates = this.updates;
    if (data.rev !== this.rev) this.adopt(data);
    this.render();
  }

  adopt(data) {
    this.stopTimers();
    this.endGesture();
    const next = fromData(data);
    const fits = this.state?.classes.length === next.classes.length;
    const known = data.seen.mount === this.mount ? data.seen.seq : 0;
    const unknown = fits && this.last?.seq > known ? this.last : null;
    if (this.state && !same(this.state, next)) this.past.push(this.state); // a preset can be undone, too
    if (!fits) this.drag = null;
    if (this.drag) {
      this.drag.gesture = this.gestureOn(Symbol("drag"), () => baseFor(next, this.series));
      this.drag.offset *= topOf(next) / topOf(this.state);
    }
    this.rev = data.rev;
    this.state = next;
    this.problem = "";
    if (unknown) this.repeat(unknown);
  }

  // Numbers were typed, and a bar was moved before they arrived here: both are what the visitor wants.
  repeat({ series, i, share }) {
    const gesture = this.drag ? this.gesture : { base: baseFor(this.state, series), remembered: false };
    const value = share * topOf(this.state);
    this.stepBar(series, i, this.state.mode === "votes" ? Math.round(value) : value, gesture);
    if (this.drag) this.drag.told = true;
    this.tell(!this.drag);
  }

  // ---- one step of the visitor: `gesture` groups the steps that undo takes back together
  step(next, gesture = null) {
    this.problem = "";
    if (!same(next, this.state)) {
      if (!gesture?.remembered) this.past.push(this.state);
      if (gesture) gesture.remembered = true;
      this.past.splice(0, this.past.length - REMEMBERED);
      this.state = next;
    }
  }

  stepBar(series, i, value, gesture) {
    this.step(withBar(this.state, series, gesture.base, i, value), gesture);
    this.last = { series, i, share: value / topOf(this.state), seq: this.seq + 1 }; // the message that will tell of it
  }

  // Numbers are always worked out from the bars at the start of the gesture: there and back again is lossless.
  gestureOn(key, base) {
    if (this.gesture?.key !== key) {
      this.endGesture();
      this.gesture = { key, base: base(), remembered: false };
    }
    return this.gesture;
  }

  endGesture() {
    if (this.gesture) this.endStep(this.gesture);
    this.gesture = null;
  }

  endStep(gesture) {
    if (gesture.remembered && same(this.past.at(-1), this.state)) this.past.pop(); // away and back: no step
    gesture.remembered = false;
  }

  act(next) {
    this.endGesture();
    this.step(next);
    this.render();
    this.tell(true);
  }

  undo() {
    if (this.drag || !this.past.length) return;
    this.endGesture();
    if (!this.past.length) return;
    this.state = this.past.pop();
    this.problem = "";
    this.render();
    this.tell(true);
  }

  refuse(problem) {
    this.problem = problem;
    this.render();
  }

  // ---- pointer
  press(event, i, onHandle) {
    if (event.button || this.drag) return;
    event.preventDefault();
    // A field that is left takes its value now: that may draw the grid anew, and with it the node to capture.
    if (this.root.activeElement instanceof HTMLInputElement) this.root.activeElement.blur();
    this.canvas.svg.setPointerCapture(event.pointerId);
    this.canvas.focus(i);
    this.endGesture();
    const gesture = this.gestureOn(Symbol("drag"), () => baseFor(this.state, this.series));
    // On the handle: keep the distance to the pointer (no jump). Elsewhere in the column: go to the pointer.
    const offset = onHandle ? gesture.base[i] - this.canvas.valueAt(event) : 0;
    this.drag = { i, gesture, offset, pointer: event.pointerId, told: false };
    if (!onHandle) this.move(event);
  }

  move(event) {
    if (event.pointerId !== this.drag?.pointer) return;
    if (!event.buttons) return this.release(event); // the button came up where nobody could tell us
    const { i, gesture, offset } = this.drag;
    const value = this.snapped(this.canvas.valueAt(event) + offset, gesture.base[i]);
    if (value === gesture.base[i] && !gesture.remembered) return; // a touch without a move changes nothing
    this.stepBar(this.series, i, value, gesture);
    this.frame ??= requestAnimationFrame(() => this.render());
    this.drag.told = true;
    this.tell(false);
  }

  release(event) {
    if (event.pointerId !== this.drag?.pointer) return;
    const { told } = this.drag;
    this.drag = null;
    this.endGesture();
    this.render();
    if (told) this.tell(true);
  }

  snapped(value, start) {
    const top = topOf(this.state);
    if (this.state.mode === "votes") return clamp(Math.round(value), 0, top);
    return Math.abs(value - start) < 0.005 ? start : clamp(Math.round(value * 100) / 100, 0, top);
  }

  // ---- keyboard
  key(event, i) {
    if (!SLIDER_KEYS.has(event.key) || event.ctrlKey || event.metaKey || event.altKey || this.drag) return;
    event.preventDefault();
    event.stopPropagation();
    const votes = this.state.mode === "votes";
    const top = topOf(this.state);
    const unit = votes ? 1 : event.shiftKey ? 0.1 : 0.01;
    const leap = votes ? Math.max(1, Math.round(top / 10)) : 0.1;
    const gesture = this.gestureOn(`key ${this.series} ${i}`, () => baseFor(this.state, this.series));
    const now = gesture.moved ?? gesture.base[i];
    const goals = {
      ArrowUp: now + unit, ArrowRight: now + unit, ArrowDown: now - unit, ArrowLeft: now - unit,
      PageUp: now + leap, PageDown: now - leap, Home: 0, End: top,
    };
    gesture.moved = this.snapped(goals[event.key], gesture.base[i]);
    this.stepBar(this.series, i, gesture.moved, gesture);
    gesture.typing = true;
    this.render();
    this.tellSoon(gesture);
  }

  // One message per burst of keys, and one step of undo.
  tellSoon(gesture) {
    this.tell(false);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      if (gesture === this.gesture) this.endStep(gesture);
      gesture.typing = false;
      this.render();
      this.tell(true);
    }, PAUSE);
  }

  shortcut(event) {
    // Streamlit's own keys (r, c) would fire while a label is typed: the shadow root hides that it is an input.
    if (event.target instanceof HTMLInputElement) {
      event.stopPropagation();
      if (event.key === "Enter" && event.target === this.part("n")) this.setVotes(Number(event.target.value));
      return;
    }
    if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey) {
      event.preventDefault();
      this.undo();
    }
    moveInGroup(event);
  }

  // ---- buttons
  click(button) {
    if (!button || this.drag || button.getAttribute("aria-disabled") === "true") return;
    const { series, act, mode, classes, votes, save } = button.dataset;
    if (series) this.choose(series);
    if (act === "undo") this.undo();
    else if (act) this.act(commanded(this.state, this.series, act));
    if (mode && mode !== this.state.mode) this.act(withMode(this.state, mode));
    if (classes) this.changeClasses(Number(classes));
    if (votes) this.setVotes(this.state.n + Number(votes));
    if (save) this.save(save);
  }

  choose(series) {
    this.endGesture();
    this.series = series;
    this.render();
  }

  changeClasses(step) {
    const { state, problem } = step > 0 ? withMoreClasses(this.state) : withFewerClasses(this.state);
    if (problem) this.refuse(problem);
    else this.act(state);
  }

  setVotes(wanted) {
    const most = Math.max(MOST_VOTES, this.state.n);
    if (!Number.isInteger(wanted) || wanted < FEWEST_VOTES || wanted > most) {
      this.part("n").value = this.state.n;
      return this.refuse(`Votes: a whole number from ${FEWEST_VOTES} to ${most}.`);
    }
    if (wanted === this.state.n) return this.render();
    const gesture = this.gestureOn("votes", () => this.state); // 20 to 19 and back to 20 restores the bars
    this.step(wanted === gesture.base.n ? gesture.base : withVotesTotal(gesture.base, wanted), gesture);
    this.render();
    this.tellSoon(gesture);
  }

  rename(i, text, close) {
    const { state, problem } = withLabel(this.state, i, text);
    if (problem) {
      this.refuse(problem);
      return false;
    }
    close();
    if (state !== this.state) this.act(state);
    else this.render();
    return true;
  }

  save(kind) {
    savePicture(kind, this.box, this.canvas, this.state).catch(() => this.refuse(`This browser cannot make the ${kind.toUpperCase()}.`));
  }

  // ---- what Python is told: one value, throttled while it changes, and once more at the end
  tell(final) {
    const wait = this.live - (performance.now() - this.sentAt);
    if (!final && wait > 0) {
      this.timer ??= setTimeout(() => {
        this.timer = null; // first: a timer that fires a little early sets the next one
        this.tell(false);
      }, wait);
      return;
    }
    if (final) clearTimeout(this.pause);
    clearTimeout(this.timer);
    this.timer = null;
    this.sentAt = performance.now();
    this.seq += 1;
    this.box.dataset.seq = this.seq;
    this.setStateValue("value", { ...this.state, rev: this.rev, mount: this.mount, seq: this.seq, final });
  }

  stopTimers() {
    clearTimeout(this.timer);
    clearTimeout(this.pause);
    this.timer = null;
  }

  // ---- what is shown
  render() {
    cancelAnimationFrame(this.frame);
    this.frame = null;
    if (!this.state) return;
    this.canvas.render(this.state, this.series, this.drag ? "drag" : this.gesture?.typing ? "keys" : "");
    this.labels.render(this.state, this.canvas);
    this.controls.render(this);
  }

  destroy() {
    this.ended.abort();
    this.observer.disconnect();
    this.stopTimers();
    cancelAnimationFrame(this.frame);
  }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
export default function (component) {
  const root = component.parentElement;
  let editor = EDITORS.get(root);
  if (!editor?.box.isConnected) {
    editor?.destroy();
    editor = new Editor(root);
    EDITORS.set(root, editor);
  }
  editor.update(component);
  return () => {
    editor.destroy();
    EDITORS.delete(root);
  };
}
