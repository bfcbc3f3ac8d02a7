// Calls functions of the canvas without a browser. Reads [[name, ...arguments], ...] as JSON, writes what they return.
import * as commands from "../../ordquant_core/browser/draw/commands.js";
import * as numerals from "../../ordquant_core/browser/draw/numerals.js";
import * as picture from "../../ordquant_core/browser/draw/picture.js";
import * as shares from "../../ordquant_core/browser/draw/shares.js";
import * as words from "../../ordquant_core/browser/draw/words.js";
import address from "../../pages/shared/address/address.js";

const CALLS = {
  ...shares,
  ...picture,
  ...commands,
  ...words,
  ...numerals,
  baseline: (word, gold) => shares.BASELINES[word](gold),
  on: (data, name, ...how) => CALLS[name](picture.fromData(data), ...how),
  bar: (state, side, i, value) => picture.withBar(state, side, picture.baseFor(state, side), i, value),
  /** What stands in the address after each message. */
  address: (page, messages) => {
    let url = new URL(page);
    Object.defineProperty(globalThis, "location", { configurable: true, get: () => url });
    globalThis.history = { replaceState: (_state, _title, to) => (url = new URL(to)) };
    return messages.map((data) => (address({ data }), url.search));
  },
};

const called = JSON.parse(await new Response(Deno.stdin.readable).text());
console.log(JSON.stringify(called.map(([name, ...args]) => CALLS[name](...args) ?? null)));
