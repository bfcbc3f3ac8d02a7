// The page on which a class answers.
/** @import { Shown } from "./room.js" */
import { ask, draw, element, forget, keep, kept, newToken, part, problem, RefusedError, renew, write } from "./room.js";

const EVERY = 2000; // ms between two questions to the server, while the page is looked at
const HERE = location.pathname.replace(/\/+$/, "");
const CODE = HERE.slice(-4).toUpperCase();
const NAME = `phone-${CODE}`;
const PHONE = kept(NAME) ?? newToken();

/** @type {{ shown: Shown | null, drawn: string, over: boolean, timer: number }} */
const NOW = { shown: null, drawn: "", over: false, timer: 0 };

const look = async () => {
  clearTimeout(NOW.timer);
  try {
    show(await (await ask(`${HERE}/now`, { "X-Phone": PHONE })).json());
    problem("");
  } catch (reason) {
    failed(reason);
  }
  if (!NOW.over && !document.hidden) NOW.timer = setTimeout(look, EVERY * (0.75 + Math.random() / 2));
};

/** @param {string} choice */
const answer = async (choice) => {
  const shown = NOW.shown;
  if (!shown || shown.revealed) return;
  try {
    await ask(`${HERE}/answer`, { "X-Phone": PHONE }, { question: shown.question, choice });
    if (NOW.shown === shown || NOW.shown?.question === shown.question) show({ ...(NOW.shown ?? shown), mine: choice });
    problem("");
  } catch (reason) {
    failed(reason);
    if (reason instanceof RefusedError && reason.status === 409) await look();
  }
};

/** @param {unknown} reason */
const failed = (reason) => {
  if (!(reason instanceof RefusedError)) {
    problem("No connection to the server. This page keeps trying.");
    return;
  }
  problem(reason.message);
  if (reason.status === 404) {
    NOW.over = true;
    forget(NAME);
    part("asking").hidden = true;
  }
};

/** @param {Shown} shown */
const show = (shown) => {
  NOW.shown = shown;
  const state = JSON.stringify(shown);
  if (state === NOW.drawn) return;
  NOW.drawn = state;
  part("asking").hidden = false;
  part("title").textContent = shown.title;
  part("where").textContent = `Question ${shown.question + 1} of ${shown.of}`;
  write("look", shown.look);
  write("asked", shown.asked);
  draw(part("picture"), shown.picture);
  choices(shown);
  part("status").textContent = said(shown);
  part("after").hidden = !shown.revealed;
  write("verdict", shown.verdict);
  write("why", shown.why);
  write("take", shown.take_away);
};

/** @param {Shown} shown */
const choices = (shown) => {
  const target = part("choices");
  renew(target, String(shown.question), () =>
    shown.choices.map(({ key, label }) => {
      const button = Object.assign(element("button", "", label), { type: "button", onclick: () => answer(key) });
      button.dataset.key = key;
      return button;
    }));
  for (const button of target.querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.key === shown.mine));
    button.disabled = shown.revealed;
    button.classList.toggle("right", shown.revealed && button.dataset.key === shown.right);
  }
};

/** @param {Shown} shown */
const said = (shown) => {
  /** @param {string | null | undefined} key */
  const label = (key) => shown.choices.find((one) => one.key === key)?.label ?? "";
  const mine = shown.mine ? `You answered “${label(shown.mine)}”` : "";
  if (!shown.revealed) return mine ? `${mine}. You can change it until your teacher reveals.` : "Choose an answer.";
  const right = `Right: “${label(shown.right)}”.`;
  return mine ? `${mine}: ${shown.mine === shown.right ? "right." : `not right. ${right}`}` : right;
};

keep(NAME, PHONE);
part("code").textContent = CODE;
document.title = `Room ${CODE} · OrdQuant`;
document.addEventListener("visibilitychange", () => !document.hidden && !NOW.over && look());
look();
