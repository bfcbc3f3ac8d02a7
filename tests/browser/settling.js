// Says on <html data-busy="…"> that the app is still at work, so that a test can wait for the end of it.
// Busy is: a run that was asked for and has not begun or not ended, an upload under way, parts that are not drawn yet,
// and what a page has put off for a moment in answer to the visitor (a pause that ends a burst of keys, a scroll).
// `wire` counts the bytes of all messages.
(() => {
  if (!location.protocol.startsWith("http")) return;
  const { RERUN, NEW_SESSION, SCRIPT_FINISHED, EARLY } = FIELDS; // of Streamlit's BackMsg and ForwardMsg
  const GRACE = 4; // frames in which nothing new has begun
  const MOMENT = 500; // milliseconds
  const { setTimeout, clearTimeout } = window;
  const wire = window.wire = { sent: 0, received: 0 };
  const at_work = { asked: true, running: false, uploads: 0, put_off: 0 };
  // What is asked for twice before a run begins is answered by that run, or by one more: then it begins in a moment.
  let sent = 0;
  let another = false;
  let waiting = 0;
  let calm = 0;

  const fields = (bytes) => {
    const found = new Map();
    let at = 0;
    const varint = () => {
      let value = 0;
      for (let place = 1; ; place *= 128) {
        const byte = bytes[at++];
        value += (byte & 127) * place;
        if (byte < 128 || at >= bytes.length) return value;
      }
    };
    while (at < bytes.length) {
      const tag = varint();
      const kind = tag % 8;
      const value = kind === 0 || kind === 2 ? varint() : 0;
      found.set((tag - kind) / 8, value);
      at += [0, 8, value, 0, 0, 4][kind];
    }
    return found;
  };

  const unfinished = () => {
    if (at_work.asked) return "asked";
    if (at_work.running) return "running";
    if (at_work.uploads) return "uploading";
    if (at_work.put_off) return "put off";
    if (document.fonts.status === "loading") return "drawing";
    const app = document.querySelector("[data-testid=stApp]");
    if (app?.dataset.testScriptState !== "notRunning") return "drawing";
    const page = app.querySelector("[data-testid=stMainBlockContainer]"); // it is hidden until all of it is drawn
    if (page?.querySelector("h1") && getComputedStyle(page).visibility === "hidden") return "drawing";
    return document.querySelector("[data-stale=true], [data-testid=stSkeleton]") ? "drawing" : "";
  };

  const look = () => {
    const what = unfinished();
    calm = what ? 0 : calm + 1;
    if (what || calm < GRACE) document.documentElement.dataset.busy = what || "calming";
    else delete document.documentElement.dataset.busy;
    if (what || calm < GRACE) requestAnimationFrame(look);
    else looking = false;
  };
  let looking = false;
  const changed = () => {
    calm = 0;
    if (document.documentElement) document.documentElement.dataset.busy = unfinished() || "calming";
    if (!looking) requestAnimationFrame(look);
    looking = true;
  };

  const nothing_more = () => {
    at_work.asked = false;
    changed();
  };

  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how);
      at_work.asked = true; // a page that has a connection again asks for a run
      changed();
      this.addEventListener("message", ({ data }) => {
        if (!(data instanceof ArrayBuffer)) return;
        wire.received += data.byteLength;
        const told = fields(new Uint8Array(data));
        if (told.has(NEW_SESSION)) {
          another = sent > 1;
          sent = 0;
          clearTimeout(waiting);
          Object.assign(at_work, { asked: another, running: true });
        }
        if (told.has(SCRIPT_FINISHED)) {
          at_work.running = false;
          if (told.get(SCRIPT_FINISHED) === EARLY) at_work.asked = true;
          else if (another) waiting = setTimeout(nothing_more, MOMENT);
        }
        if (told.has(NEW_SESSION) || told.has(SCRIPT_FINISHED)) changed();
      });
    }
    send(data) {
      wire.sent += data.byteLength;
      if (fields(new Uint8Array(data)).has(RERUN)) {
        another = false;
        sent += 1;
        clearTimeout(waiting);
        at_work.asked = true;
        changed();
      }
      super.send(data);
    }
  };

  const pending = new Set();
  const drop = (timer) => {
    if (!pending.delete(timer)) return;
    at_work.put_off -= 1;
    changed();
  };
  let answering = false; // window.event does not tell: it is empty while a shadow root hears of the event
  const hear = (event) => {
    answering = true;
    setTimeout(() => (answering = false), 0);
    if (event.type !== "pointermove" || event.buttons) changed(); // what is asked for may be sent some frames later
  };
  for (const kind of ["pointerdown", "pointermove", "pointerup", "click", "keydown", "keyup", "input", "change"])
    window.addEventListener(kind, hear, true);
  window.setTimeout = (callback, delay = 0, ...rest) => {
    if (delay > MOMENT || typeof callback !== "function" || !answering)
      return setTimeout(callback, delay, ...rest);
    const timer = setTimeout(() => {
      try {
        callback(...rest);
      } finally {
        drop(timer);
      }
    }, delay);
    pending.add(timer);
    at_work.put_off += 1;
    changed();
    return timer;
  };
  window.clearTimeout = (timer) => {
    drop(timer);
    clearTimeout(timer);
  };

  const { open, send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, ...rest) {
    this.method = method;
    return open.call(this, method, ...rest);
  };
  XMLHttpRequest.prototype.send = function (...what) {
    if (this.method.toUpperCase() !== "GET") {
      at_work.uploads += 1;
      changed();
      this.addEventListener("loadend", () => {
        at_work.uploads -= 1;
        at_work.asked ||= this.method === "PUT" && this.status < 300 && this.status > 0; // a file asks for a run
        changed();
      });
    }
    return send.apply(this, what);
  };
  changed();
})();
