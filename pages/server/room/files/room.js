// What the pages of a room share: requests, tokens, and the picture.

/** @typedef {{ side: string, name: string, shares: number[], labels: string[] }} Side */
/** @typedef {{ classes: string[], sides: Side[] }} Picture */
/**
 * @typedef {{
 *   question: number, of: number, revealed: boolean, title: string, look: string, asked: string, picture: Picture,
 *   choices: { key: string, label: string }[], right?: string, verdict?: string, why?: string, take_away?: string,
 *   mine?: string | null, phones?: number, counts?: Record<string, number>
 * }} Shown
 */

const LIFE = 2 * 60 * 60 * 1000;

/** An answer of the server that refuses something: its status and its sentence. */
export class RefusedError extends Error {
  /** @param {number} status @param {string} words */
  constructor(status, words) {
    super(words);
    this.status = status;
  }
}

/**
 * Ask the server. Raises `RefusedError`, or `TypeError` without a connection.
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {object} [body]
 * @returns {Promise<Response>}
 */
export const ask = async (path, headers, body) => {
  const sent = body && { method: "POST", body: JSON.stringify(body) };
  /** @type {Record<string, string>} */
  const types = body ? { "Content-Type": "application/json" } : {};
  const answer = await fetch(path, { ...sent, headers: { ...headers, ...types }, cache: "no-store" });
  if (!answer.ok) {
    const said = await answer.json().catch(() => ({}));
    throw new RefusedError(answer.status, String(said.error ?? "The server does not answer as expected."));
  }
  return answer;
};

/** @type {Record<string, string>} */
const HELD = {}; // where a browser keeps nothing

/** Return what this browser keeps under a name for two hours at most, null where there is nothing. @param {string} name */
export const kept = (name) => {
  try {
    for (const other of Object.keys(localStorage).filter((key) => key.startsWith("ordquant-room-"))) {
      const { until } = JSON.parse(localStorage.getItem(other) ?? "{}");
      if (!(until > Date.now())) localStorage.removeItem(other);
    }
    const found = localStorage.getItem(`ordquant-room-${name}`);
    return found ? String(JSON.parse(found).token) : HELD[name] ?? null;
  } catch {
    return HELD[name] ?? null;
  }
};

/** @param {string} name @param {string} token */
export const keep = (name, token) => {
  HELD[name] = token;
  try {
    localStorage.setItem(`ordquant-room-${name}`, JSON.stringify({ token, until: Date.now() + LIFE }));
  } catch {
    // in this page alone
  }
};

/** @param {string} name */
export const forget = (name) => {
  delete HELD[name];
  try {
    localStorage.removeItem(`ordquant-room-${name}`);
  } catch {
    // it was not kept
  }
};

/** Return a random token. */
export const newToken = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return an element of the page. @param {string} id */
export const part = (id) => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no #${id}`);
  return found;
};

/** @param {string} id @param {string | undefined} html */
export const write = (id, html) => {
  const target = part(id);
  if (target.innerHTML !== (html ?? "")) target.innerHTML = html ?? "";
};

/**
 * An element with its class and what is in it.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {string} look
 * @param {(Node | string)[]} children
 */
export const element = (name, look = "", ...children) => {
  const made = document.createElement(name);
  if (look) made.className = look;
  made.append(...children);
  return made;
};

/**
 * Fill a part of the page anew where it is of something else.
 * @param {HTMLElement} target @param {string} of @param {() => Node[]} make
 */
export const renew = (target, of, make) => {
  if (target.dataset.of === of) return;
  target.dataset.of = of;
  target.replaceChildren(...make());
};

/** Draw a picture, or move its bars where it is drawn already. @param {HTMLElement} target @param {Picture} picture */
export const draw = (target, picture) => {
  renew(target, picture.sides.map((side) => side.side).join() + picture.classes.join("|"), () => [
    ...picture.sides.map((side) => emptySide(side, picture)),
    classes(picture),
  ]);
  target.getBoundingClientRect(); // bars grow from where they are
  const figures = [...target.querySelectorAll("figure")];
  picture.sides.forEach((side, at) => fill(figures[at], side, picture));
};

/** @param {Side} side @param {Picture} picture */
const emptySide = (side, picture) => {
  const columns = picture.classes.map(() => element("span", "", element("em"), element("i")));
  const bars = element("div", "bars", ...columns);
  bars.setAttribute("role", "img");
  return element("figure", `side ${side.side}`, element("figcaption", "", side.name), bars);
};

/** @param {HTMLElement} figure @param {Side} side @param {Picture} picture */
const fill = (figure, side, picture) => {
  const bars = [...figure.querySelectorAll("span")];
  bars.forEach((bar, at) => {
    const [label, column] = bar.children;
    label.textContent = side.labels[at];
    if (column instanceof HTMLElement) column.style.setProperty("--share", String(side.shares[at]));
  });
  const words = picture.classes.map((name, at) => `class ${name}: ${side.labels[at]}`).join(", ");
  figure.querySelector(".bars")?.setAttribute("aria-label", `${side.name}: ${words}`);
};

/** @param {Picture} picture */
const classes = (picture) => {
  const names = picture.classes.map((name) => element("span", "", name));
  const row = element("div", "classes", element("span", "", "Class"), element("div", "", ...names));
  row.setAttribute("aria-hidden", "true");
  return row;
};

/**
 * Say what is wrong; nothing where there are no words.
 * @param {string} words
 */
export const problem = (words) => {
  const target = part("problem");
  target.hidden = !words;
  if (target.textContent !== words) target.textContent = words;
};
