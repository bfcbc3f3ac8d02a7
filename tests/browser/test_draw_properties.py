"""Properties of the canvas's own modules, without the canvas: sums stay exact, the axis is round."""

import pytest
from playwright.sync_api import Page

from ordquant_core.browser import bundle
from tests.browser.on_canvas import DRAW

pytestmark = [pytest.mark.browser, pytest.mark.alone]


def test_random_sequences_of_operations_keep_every_sum_exact(page: Page) -> None:
    modules = [bundle(DRAW / name) for name in ("shares.js", "picture.js", "commands.js")]
    page.goto("about:blank")
    faults = page.evaluate(
        """async (sources) => {
          const load = (source) => import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
          const [shares, m, tools] = await Promise.all(sources.map(load));
          const limits = { longest_label: 30 };
          let seed = 20260101;
          Math.random = () => {  // mulberry32: what fails once fails again; the command "random" draws from it, too
            let t = (seed = (seed + 0x6d2b79f5) | 0);
            t = Math.imul(t ^ (t >>> 15), t | 1);
            t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
            return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
          };
          const pick = (list) => list[Math.floor(Math.random() * list.length)];
          const total = (values) => values.reduce((all, value) => all + value, 0);
          const whole = (values) => values.every((value) => Number.isInteger(value) && value >= 0);
          const faults = [];
          const commands = ["even", "mirror", "left", "right", "random", "swap", "popularity", "uniform"];
          for (let trial = 0; trial < 400; trial++) {
            let state = m.fromData({ classes: ["1", "2", "3", "4"], gold: [3, 0, 7, 1 + trial], a: "popularity",
              b: [0.25, 0.25, 0.5, 0], name_a: "", name_b: "x" });
            const steps = [];
            for (let step = 0; step < 40; step++) {
              const side = pick(["gold", "a", "b"]);
              const i = Math.floor(Math.random() * state.classes.length);
              const moves = {
                bar: () => {
                  const value = Math.floor(Math.random() * 101) / 100;
                  const goal = state.mode === "votes" ? Math.round(value * state.n) : value;
                  return m.withBar(state, side, m.baseFor(state, side), i, goal);
                },
                command: () => tools.commanded(state, side, pick(commands)),
                exchange: () => tools.exchanged(state, side === "gold" ? pick(["a", "b"]) : side).state,
                copy: () => {
                  const to = pick(["gold", "a", "b"]);
                  const copy = tools.copied(state, side, to).state;
                  const shares = m.sharesFor(state, side), now = m.sharesFor(copy, to);
                  if (now.some((share, k) => Math.abs(share - shares[k]) > 1e-11)) faults.push(`${side} to ${to}`);
                  return copy;
                },
                mode: () => m.withMode(state, pick(["votes", "probability"])),
                votes: () => (state.mode === "votes" ? m.withVotesTotal(state, pick([1, 2, 7, 20, 99, 300])) : state),
                more: () => (state.classes.length < 11 ? m.withMoreClasses(state).state : state),
                fewer: () => (state.classes.length > 2 ? m.withFewerClasses(state).state ?? state : state),
                label: () => m.withLabel(state, i, "label " + step, limits).state,
              };
              const name = pick(Object.keys(moves));
              const frozen = JSON.stringify(state);
              const next = moves[name]();
              if (JSON.stringify(state) !== frozen) faults.push(`${name} changed the state in place`);
              state = next;
              steps.push(name);
              const wrong = (what) => faults.push(`${what} after ${steps.join()}: ${JSON.stringify(state)}`);
              for (const each of ["gold", "a", "b"]) {
                const entry = state[each];
                if (typeof entry === "string") continue;
                if (entry.length !== state.classes.length) wrong("length");
                if (!whole(entry) && Math.abs(total(entry) - 1) > 1e-9) wrong("sum");
                const counted = each === "gold" && whole(entry) && state.mode === "votes";
                if (counted && total(entry) !== state.n) wrong("votes");
                if (entry.some((value) => !(value >= 0))) wrong("negative");
                const shown = shares.shownNumbers(m.sharesFor(state, each), state.mode === "votes" ? state.n : null);
                const cents = shown.map((text) => Math.round(Number(text) * 1000));
                if (total(cents) !== (state.mode === "votes" ? state.n : 1) * 1000) wrong(`shown ${shown}`);
              }
              if (new Set(state.classes).size !== state.classes.length) wrong("labels");
            }
          }
          return faults.slice(0, 3);
        }""",
        modules,
    )
    assert faults == []


def test_the_largest_remainder_deals_exactly_and_shares_ties_from_the_left(page: Page) -> None:
    assert by_shares(
        page,
        """return [
            m.apportion([1, 1, 1], 20), m.apportion([0, 0, 0], 4), m.apportion([0.1, 0.2, 0.7], 10),
            m.withVotes([0, 1, 2, 9, 8], 3, 20), m.BASELINES.popularity([4, 4, 0]),
            m.shownNumbers([1 / 3, 1 / 3, 1 / 3]), m.shownNumbers([1 / 3, 1 / 3, 1 / 3], 20)];""",
    ) == [
        [7, 7, 6],
        [2, 1, 1],
        [1, 2, 7],
        [0, 0, 0, 20, 0],
        [0.5, 0.5, 0],
        ["0.334", "0.333", "0.333"],
        ["6.7", "6.7", "6.6"],
    ]


def test_the_axis_is_round_and_above_the_bar_for_every_number_of_votes(page: Page) -> None:
    faults = by_shares(
        page,
        """const faults = [];
          const check = (largest, whole, votes) => {
            const end = m.axisEnd(largest, whole, votes);
            const ticks = m.axisTicks(end, votes);
            const enough = ticks.length >= (whole < 15 && votes ? 2 : 3) && ticks.length <= 6;
            const round = ticks.at(-1) === end || end === whole;
            const right = end <= whole && end >= whole / 4 && (end > largest || end === whole);
            if (!enough || !round || !right || (votes && !ticks.every(Number.isInteger)))
              faults.push([largest, whole, votes, end, ticks]);
          };
          for (let n = 1; n <= 1000; n++) for (let k = 0; k <= n; k += Math.max(1, n >> 5)) check(k, n, true);
          for (let k = 0; k <= 1000; k++) check(k / 1000, 1, false);
          return faults.slice(0, 5);""",
    )
    assert faults == []


def by_shares(page: Page, script: str) -> object:
    """Run a script in the browser, which calls the functions of shares.js as `m`, and return what it returns."""
    page.goto("about:blank")
    return page.evaluate(
        """async ([source, script]) => {
          const m = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
          return new Function("m", script)(m);
        }""",
        [bundle(DRAW / "shares.js"), script],
    )
