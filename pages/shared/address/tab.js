// What belongs to a tab of the browser: its session, which may end before the tab, its files, and links that stay in it.
/** @import { Component } from "../streamlit.d.ts" */

/** @typedef {{ visit: string, files: boolean, begins: number }} Data */

const VISIT = "ordquant-visit"; // of this tab: its session, and whether that held files
const GONE =
  "Your files are no longer on the server, because a new session has started: the server was restarted, the connection " +
  "was interrupted for too long, or the page was reloaded. Upload the files again.";

/**
 * Says that the files of an earlier session of this tab are gone, and asks before those of this one are lost.
 * @param {Data} data
 * @param {ShadowRoot} place
 */
function guard({ visit, files }, place) {
  /** @type {{ visit: string, files: boolean, lost: boolean }} */
  const before = JSON.parse(sessionStorage.getItem(VISIT) ?? '{"visit":"","files":false,"lost":false}');
  const lost = !files && (before.visit === visit ? before.lost : before.files);
  sessionStorage.setItem(VISIT, JSON.stringify({ visit, files, lost }));
  const [box, said, close] = ["p", "span", "button"].map((name) => place.querySelector(name));
  if (box instanceof HTMLElement && said && close instanceof HTMLElement) {
    /** @param {boolean} shown */
    const show = (shown) => {
      box.hidden = !shown;
      place.host.closest(".st-key-tab")?.toggleAttribute("data-said", shown); // hidden, it takes no room: ordquant.css
    };
    show(lost);
    said.textContent = lost ? GONE : "";
    close.onclick = () => {
      show(false);
      sessionStorage.setItem(VISIT, JSON.stringify({ visit, files, lost: false }));
    };
  }
  globalThis.onbeforeunload = files ? (event) => event.preventDefault() : null;
}

/** Makes Streamlit read the address bar and, where it is connected, draw the page from it. */
function readAgain() {
  dispatchEvent(new PopStateEvent("popstate", { state: null }));
}

const BETWEEN_RUNS = 400; // milliseconds: the first run of a new session may end early, for the next one

/**
 * Keeps the visitor from pressing anything on the page; returns what allows it again.
 * @returns {() => void}
 */
function suspend() {
  const focused = document.activeElement;
  /** @type {HTMLElement[]} */
  const parts = [...document.querySelectorAll("[data-testid=stMain], [data-testid=stPopoverBody]")].filter((each) =>
    each instanceof HTMLElement
  );
  for (const part of parts) part.inert = true;
  return () => {
    for (const part of parts) part.inert = false;
    if (focused instanceof HTMLElement && document.activeElement === document.body) focused.focus();
  };
}

/**
 * Draws the page again when a lost connection is back: whether the session is still the same shows only then.
 * By then Streamlit may have asked already, for the address that it knows: the one with which the page was opened. So it
 * reads the address bar as soon as the connection is lost.
 *
 * A new session knows none of the page's controls until its first run has drawn them: what is pressed before would be
 * lost. So nothing can be pressed from the loss of the connection until that run has ended, and no other follows.
 */
function reconnecting() {
  const app = document.querySelector("[data-testid=stApp]");
  if (!(app instanceof HTMLElement) || app.dataset.oqWatched) return;
  app.dataset.oqWatched = "true";
  let lost = false;
  let running = false;
  let ended = 0;
  /** @type {(() => void) | null} */
  let allow = null;
  const observer = new MutationObserver(() => {
    const connected = app.getAttribute("data-test-connection-state") === "CONNECTED";
    if (connected === lost) setTimeout(readAgain);
    if (!connected) allow ??= suspend();
    lost = !connected;
    const before = running;
    running = app.getAttribute("data-test-script-state") === "running";
    if (running || !connected) clearTimeout(ended);
    else if (before) {
      ended = setTimeout(() => {
        allow?.();
        allow = null;
      }, BETWEEN_RUNS);
    }
  });
  const attributeFilter = ["data-test-connection-state", "data-test-script-state"];
  observer.observe(app, { attributes: true, attributeFilter });
}

/**
 * Follows a link to another page of ours as Streamlit's own links do: in the same session, which keeps its files.
 * @param {MouseEvent} event
 */
function follow(event) {
  const link = event.composedPath().find((each) =>
    each instanceof HTMLAnchorElement && each.dataset.inside !== undefined
  );
  if (!(link instanceof HTMLAnchorElement) || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  readAgain();
}

let page = location.pathname;
let begun = NaN; // how often the pages of this session have begun anew

const OPENED = '[aria-controls="stSidebar"][aria-expanded="true"]'; // what closes the sidebar, while that is open

/**
 * Begins every page at its top, and on a phone without the sidebar over it: there Streamlit leaves it scrolled as far as
 * the page before, and closes the sidebar only for links of its own navigation.
 * @param {number} begins
 */
function begin(begins) {
  const isOther = page !== location.pathname;
  if (isOther || begins > begun) document.querySelector("[data-testid=stMain]")?.scrollTo(0, 0);
  const close = isOther && matchMedia(PHONE).matches && document.querySelector(OPENED);
  if (close instanceof HTMLElement) close.click();
  [page, begun] = [location.pathname, begins];
}

const PHONE = "(max-width: 767px)"; // there the open sidebar covers the page

/**
 * Lets Tab lead into what has been opened, which stands elsewhere in the document, and Escape fold notes over the page.
 * @param {KeyboardEvent} event
 */
function lead({ key, shiftKey, target }) {
  if (!(target instanceof Element)) return;
  const notes = document.querySelector(".oq-description[open]");
  if (key === "Escape" && notes instanceof HTMLDetailsElement) {
    if (notes.contains(target)) notes.querySelector("summary")?.focus();
    notes.open = false;
  }
  if (key !== "Tab" || shiftKey) return;
  const popover = target.closest('[data-testid=stPopoverButton][aria-expanded="true"]') && "stPopoverBody";
  const sidebar = target === document.body && matchMedia(PHONE).matches && document.querySelector(OPENED) &&
    "stSidebar";
  const opened = document.querySelector(`[data-testid=${popover || sidebar || "none"}]`);
  if (!(opened instanceof HTMLElement)) return;
  opened.tabIndex = -1; // Tab itself goes on from here, to the first control in it
  opened.focus({ preventScroll: true });
}

/** @param {Component<Data>} component */
export default function ({ data, parentElement }) {
  begin(data.begins);
  guard(data, parentElement);
  document.onclick = follow;
  document.onkeydown = lead;
  reconnecting();
}
