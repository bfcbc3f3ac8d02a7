// The page for the projector: the picture, the question, and how the class answers.
/** @import { Shown } from "./room.js" */
/** @import { Mounted } from "../../../../ordquant_core/browser/board/lesson.js" */
import { ask, element, forget, kept, part, problem, RefusedError, renew, write } from "./room.js";

const EVERY = 500; // ms
const HERE = location.pathname.replace(/\/stage\/*$/, "");
const CODE = HERE.slice(-4).toUpperCase();
const NAME = `key-${CODE}`;
const KEY = kept(NAME);
const ADDRESS = `${location.origin}${HERE.slice(0, -4)}${CODE}`;
const OPENED = HERE.slice(0, -5); // the page that opens rooms

/** @type {{ shown: Shown | null, timer: number, turn: number }} */
const NOW = { shown: null, timer: 0, turn: 0 };

const headers = () => ({ "X-Room-Key": KEY ?? "" });

const look = async () => {
  clearTimeout(NOW.timer);
  const turn = NOW.turn;
  try {
    const shown = await (await ask(`${HERE}/counts`, headers())).json();
    if (turn === NOW.turn) show(shown); // else the class was at another question when it was asked
    problem("");
  } catch (reason) {
    if (reason instanceof RefusedError && (reason.status === 404 || reason.status === 403)) {
      over(reason.message);
      return;
    }
    problem(reason instanceof RefusedError ? reason.message : "No connection to the server. This page keeps trying.");
  }
  NOW.timer = setTimeout(look, EVERY);
};

/** @param {number} question @param {boolean} reveal */
const turn = async (question, reveal) => {
  NOW.turn += 1;
  try {
    await ask(`${HERE}/turn`, headers(), { question, reveal });
  } catch (reason) {
    problem(reason instanceof Error ? reason.message : "");
  }
  await look();
};

const forward = () => {
  const shown = NOW.shown;
  if (!shown) return;
  if (!shown.revealed) turn(shown.question, true);
  else if (shown.question + 1 < shown.of) turn(shown.question + 1, false);
};

/** @param {number} by */
const move = (by) => {
  const to = (NOW.shown?.question ?? 0) + by;
  if (NOW.shown && to >= 0 && to < NOW.shown.of) turn(to, false);
};

const leave = () => location.assign(OPENED);

const download = async () => {
  try {
    const text = await (await ask(`${HERE}/counts.csv`, headers())).blob();
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(text) });
    link.download = `room-${CODE}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (reason) {
    problem(reason instanceof Error ? reason.message : "");
  }
};

const close = async () => {
  if (!confirm("Close this room and delete its answers?")) return;
  try {
    await ask(`${HERE}/close`, headers(), {});
    forget(NAME);
    leave();
  } catch (reason) {
    problem(reason instanceof Error ? reason.message : "");
  }
};

/** @param {string} words */
const over = (words) => {
  problem(words);
  part("shown").hidden = true;
  for (const id of ["forward", "back", "on", "download", "close"]) part(id).hidden = true;
};

/** @param {Shown} shown */
const show = (shown) => {
  NOW.shown = shown;
  const counts = shown.counts ?? {};
  const given = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const last = shown.question + 1 === shown.of;
  part("title").textContent = shown.title;
  part("where").textContent = `Question ${shown.question + 1} of ${shown.of}`;
  part("answered").textContent = `${given} of ${shown.phones} ${shown.phones === 1 ? "phone" : "phones"} answered`;
  write("look", shown.look);
  write("asked", shown.asked);
  board(shown);
  votes(shown, counts);
  write("why", shown.why);
  write("take", shown.take_away);
  part("after").style.visibility = shown.revealed ? "visible" : "hidden";
  part("word").textContent = shown.revealed ? "Next question" : "Reveal";
  disable("forward", shown.revealed && last);
  disable("back", shown.question === 0);
  disable("on", last);
};

/** @type {{ question: number, revealed: boolean, mounted: Mounted | null }} */
const BOARD = { question: -1, revealed: false, mounted: null };
/** Two boards above each other, and small type, as a lecture hall needs them. */
const TALL = `.cv-stage .cv-two .cv-boardhost { height: 27vh; }
  .cv-stage :is(.cv-scores th, .cv-old, .cv-who, .cv-caption, .cv-progress) { font-size: 0.8em; }`;
const ROOT = part("board").attachShadow({ mode: "open" });
const modules = location.pathname.replace(/[^/]*\/stage\/*$/, "files/board/");

/** Make the board as small as its place needs: nobody scrolls in a lecture hall. */
const fit = () => {
  const host = ROOT.querySelector("div");
  if (!host) return;
  const needed = host.offsetHeight * Number(host.style.zoom || 1);
  const place = part("board").clientHeight;
  if (needed > place + 1) host.style.zoom = String(Math.max(0.4, Number(host.style.zoom || 1) * place / needed * 0.99));
};

addEventListener("resize", () => {
  const host = ROOT.querySelector("div");
  if (host) host.style.zoom = "";
  fit();
});

/** Show the question on the board; the reveal does its task. @param {Shown} shown */
const board = async (shown) => {
  if (BOARD.question === shown.question) {
    if (shown.revealed && !BOARD.revealed) BOARD.mounted?.reveal();
    BOARD.revealed = shown.revealed;
    return;
  }
  BOARD.question = shown.question;
  BOARD.revealed = shown.revealed;
  try {
    const { question, revealed, lesson } = await (await ask(`${HERE}/board`, headers())).json();
    const { mount } = await import(`${modules}lesson.js`);
    if (BOARD.question !== question) return;
    BOARD.mounted?.destroy();
    const style = Object.assign(element("link"), { rel: "stylesheet", href: `${modules}board.css` });
    const [host, tall] = [element("div"), element("style", "", TALL)];
    ROOT.replaceChildren(style, tall, host);
    BOARD.mounted = mount(host, { lesson, done: revealed, answer: revealed ? -1 : null }, {
      stage: true,
      cardless: true,
    });
    BOARD.revealed = revealed;
    style.addEventListener("load", fit);
    new ResizeObserver(fit).observe(host);
  } catch {
    BOARD.question = -1; // it is asked for again
  }
};

/** @param {string} id @param {boolean} is */
const disable = (id, is) => {
  const button = part(id);
  if (button instanceof HTMLButtonElement) button.disabled = is;
};

/** @param {Shown} shown @param {Record<string, number>} counts */
const votes = (shown, counts) => {
  const target = part("votes");
  renew(
    target,
    String(shown.question),
    () =>
      shown.choices.map(() =>
        element("li", "", element("b"), element("span", "track", element("i")), element("span", "number"))
      ),
  );
  const most = Math.max(1, ...Object.values(counts));
  shown.choices.forEach(({ key, label }, at) => {
    const row = target.children[at];
    const right = shown.revealed && key === shown.right;
    const [name, track, number] = row.children;
    row.classList.toggle("right", right);
    name.textContent = right ? `${label} ✓` : label;
    number.textContent = String(counts[key] ?? 0);
    const bar = track.firstElementChild;
    if (bar instanceof HTMLElement) bar.style.setProperty("--share", String((counts[key] ?? 0) / most));
  });
};

const KEYS = new Map([[" ", forward], ["ArrowRight", () => move(1)], ["ArrowLeft", () => move(-1)], ["Escape", leave]]);

document.addEventListener("keydown", (event) => {
  const action = KEYS.get(event.key);
  if (!action || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target === part("board")) return; // keys carry votes there
  if (event.key === " " && event.target instanceof Element && event.target.closest("button, a")) return;
  event.preventDefault();
  action();
});
for (
  const [id, action] of /** @type {[string, () => void][]} */ ([
    ["forward", forward],
    ["back", () => move(-1)],
    ["on", () => move(1)],
    ["leave", leave],
    ["download", download],
    ["close", close],
  ])
) part(id).addEventListener("click", action);

document.title = `Room ${CODE} · OrdQuant`;
for (const target of document.querySelectorAll(".code")) target.textContent = CODE;
part("address").textContent = ADDRESS.replace(/^https?:\/\//, "");
if (["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)) {
  part("how").textContent =
    "Phones cannot open this address: start the server with ADDRESS= set to a name they can reach.";
}
const image = part("qr");
if (image instanceof HTMLImageElement) image.src = `${HERE}/qr.svg?address=${encodeURIComponent(ADDRESS)}`;
if (KEY) look();
else over("Only the browser that opened this room can show its stage. On a phone, open the address without “/stage”.");
