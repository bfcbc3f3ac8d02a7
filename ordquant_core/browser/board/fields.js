// What the sentences of a lesson say of a board, while votes are in the hand. Every number is one of these fields.
import { scoreOf, stepsOf } from "../draw/measures.js";
import { decimals } from "../draw/numerals.js";
import { errorsOf, gapsOf, openEyes, sum } from "../draw/shares.js";
/** @import { Board, Flag, Side, Step, Votes } from "./step.d.ts" */

/** @typedef {Record<string, string>} Fields */

const ROUNDING = 1e-9;

/** @param {string} key @param {Votes} gold @param {Votes} estimate */
export const measured = (key, gold, estimate) =>
  key === "area" ? sum(squaredErrors(gold, estimate)) : scoreOf(key, gold, estimate, stepsOf(gold.length, null));

/** A score as it is read; the area of squares is a whole number. @param {string} key @param {Votes} gold @param {Votes} estimate */
export const scoreText = (key, gold, estimate) =>
  key === "area" ? String(measured(key, gold, estimate)) : decimals(measured(key, gold, estimate));

/** @param {Votes} one @param {Votes} other */
export const same = (one, other) => one.every((votes, i) => votes === other[i]);

/** @param {Votes} votes */
export const average = (votes) => sum(votes.map((number, i) => number * (i + 1))) / sum(votes);

/** @param {Votes} gold @param {Votes} estimate */
export const stepsBetween = (gold, estimate) => sum(gapsOf(gold, estimate).map(Math.abs));

/** @param {Votes} gold @param {Votes} estimate */
export const squaredErrors = (gold, estimate) => errorsOf(gold, estimate).map((error) => error ** 2);

/** What the lookout on each class sees: DW, of shares. @param {Votes} gold @param {Votes} estimate */
export function seenBy(gold, estimate) {
  const squares = squaredErrors(gold, estimate);
  return gold.map((_, eye) => sum(squares.map((square, i) => Math.abs(eye - i) * square)) / sum(gold) ** 2);
}

/** What the lookouts see on average: OD, of shares. @param {Votes} gold @param {Votes} estimate */
export function meanSeen(gold, estimate) {
  const [seen, eyes] = [seenBy(gold, estimate), openEyes(gold)];
  return sum(eyes.map((eye) => seen[eye])) / eyes.length;
}

/** @param {number} difference */
export const signOf = (difference) => Math.abs(difference) < ROUNDING ? 0 : Math.sign(difference);

/** The pairs of bars: 1 in the order of the gold, -1 in the opposite one, 0 where two are equal. @param {Votes} gold @param {Votes} estimate */
export const pairsOf = (gold, estimate) =>
  gold.flatMap((_, i) =>
    gold.slice(i + 1).map((_, k) => {
      const j = i + 1 + k;
      return { i, j, order: signOf(gold[i] - gold[j]) * signOf(estimate[i] - estimate[j]) };
    })
  );

/**
 * What DNKT counts: pairs of bars in the order of the gold, in the opposite one, equal in one picture only; how many
 * differ in the gold and in the estimate; and their rank correlation, tau-b.
 * @param {Votes} gold @param {Votes} estimate
 */
export function orderOf(gold, estimate) {
  const pairs = pairsOf(gold, estimate);
  const [inOrder, opposite] = [1, -1].map((sign) => pairs.filter(({ order }) => order === sign).length);
  const [inGold, inEstimate] = [gold, estimate].map((side) =>
    pairs.filter(({ i, j }) => signOf(side[i] - side[j]) !== 0).length
  );
  const differ = { gold: Math.max(1, inGold), estimate: Math.max(1, inEstimate) };
  const tau = (inOrder - opposite) / Math.sqrt(differ.gold * differ.estimate);
  return { inOrder, opposite, equal: inGold + inEstimate - 2 * (inOrder + opposite), differ, tau };
}

/** @param {string} key @param {Board} board @returns {"A" | "B" | "tie"} */
export function preferred(key, { gold, a, b }) {
  const [ofA, ofB] = [a, b].map((estimate) => measured(key, gold, estimate));
  return ofA === ofB || Math.abs(ofA - ofB) < ROUNDING ? "tie" : ofA < ofB ? "A" : "B"; // both may be infinite
}

/** What a class is called. @param {Step} step @param {number} at counted from 0 */
export const nameOfClass = (step, at) => step.classes[at] ?? String(at + 1);

/** @param {number} number @param {string} word */
export const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** The votes of an estimate that lie in wrong classes, the largest pile first. @param {Votes} gold @param {Votes} estimate */
const pilesOf = (gold, estimate) => errorsOf(gold, estimate).filter((error) => error > 0).sort((x, y) => y - x);

/** @param {Step} step @param {Board} board */
export function isDone({ tick, board: first, rows }, board) {
  const side = tick.side === "carried" ? board.carried : tick.side ?? "gold";
  const votes = board[side];
  const holds = (/** @type {boolean | undefined} */ asked, /** @type {boolean} */ held) => !asked || held;
  return (
    (!tick.votes || tick.votes.some((one) => same(one, votes))) &&
    holds(tick.home, same(votes, board.gold)) &&
    (tick.average === undefined || average(votes) === tick.average) &&
    holds(tick.moved, !same(votes, first[side])) &&
    (!tick.all_prefer || rows.every((key) => preferred(key, board) === tick.all_prefer)) &&
    (!tick.prefers || preferred(tick.prefers[0], board) === tick.prefers[1]) &&
    holds(tick.equal, orderOf(board.gold, votes).equal > 0) &&
    (!tick.piles || String(pilesOf(board.gold, board.b)) === String(tick.piles)) &&
    board.taps.length >= (tick.taps ?? 0)
  );
}

/** What is said of a board, with its marks and fields. @param {Step} step @param {Board} board @returns {string} */
export function liveText(step, board) {
  const flags = flagsOf(step, board);
  const found = step.live.map((one) => typeof one === "string" ? /** @type {const} */ (["", one]) : one)
    .find(([flag]) => flag === "" || flags[flag]);
  return found?.[1] ?? "";
}

/** The board on which "Do it for me" ends. @param {Step} step @returns {Board} */
export const goalOf = ({ board, goal }) => ({ ...board, [board.carried]: goal });

/** @param {Step} step @param {Board} board @returns {Record<Exclude<Flag, "">, boolean>} */
function flagsOf({ board: first }, board) {
  const { carried, gold } = board;
  const home = same(board[carried], gold);
  return {
    home,
    detour: home && board.walked > stepsBetween(first.gold, first[carried]),
    walked: board.walked > 0,
    "equal bars": orderOf(gold, board[carried]).equal > 0,
  };
}

/** All that sentences can say of a board, and of the one at first. @param {Step} step @param {Board} board */
export function fieldsOf(step, board) {
  const first = Object.entries(fieldsNow(step, step.board)).map(([name, value]) => [`${name} at first`, value]);
  return { ...Object.fromEntries(first), ...fieldsNow(step, board) };
}

/** @param {Step} step @param {Board} board @returns {Fields} */
function fieldsNow(step, board) {
  const { gold, carried } = board;
  const middle = Math.floor(gold.length / 2);
  const n = sum(gold);
  const possible = n * (gold.length - 1);
  const way = stepsBetween(step.board.gold, step.board[carried]);
  const left = stepsBetween(gold, board[carried]);
  const preferences = step.sides.length < 2 ? [] : Object.keys(step.names).flatMap((key) => {
    const winner = preferred(key, board);
    return [
      [`${key} prefers`, `[${key}] ${winner === "tie" ? "sees a tie" : `prefers [${winner}]`}`],
      [`${key} preferred`, `${step.labels[key]} ${winner === "tie" ? "saw a tie" : `preferred [${winner}]`}`],
    ];
  });
  return {
    votes: String(n),
    possible: String(possible),
    "votes below": counted(sum(gold.slice(0, middle)), "vote"),
    above: String(sum(gold.slice(middle + 1))),
    average: decimals(average(gold), 2),
    pairs: String(gold.length * (gold.length - 1) / 2),
    carried: `[${carried.toUpperCase()}]`,
    walked: String(board.walked),
    "steps walked": counted(board.walked, "step"),
    left: String(left),
    way: String(way),
    "NMD left": decimals(left / possible),
    "NMD way": decimals(way / possible),
    ...Object.assign({}, ...step.sides.map((side) => ofEstimate(step, side, gold, board[side]))),
    ...Object.fromEntries(preferences),
  };
}

/** @param {Step} step @param {Side} side @param {Votes} gold @param {Votes} estimate @returns {Fields} */
function ofEstimate(step, side, gold, estimate) {
  const errors = errorsOf(gold, estimate);
  const wrong = sum(errors.map(Math.abs)) / 2;
  const steps = stepsBetween(gold, estimate);
  const order = orderOf(gold, estimate);
  const piles = pilesOf(gold, estimate);
  const scores = Object.keys(step.names).map((key) => [`${key} ${side}`, scoreText(key, gold, estimate)]);
  return {
    [`wrong ${side}`]: String(wrong),
    [`votes wrong ${side}`]: counted(wrong, "vote"),
    [`steps ${side}`]: String(steps),
    [`steps away ${side}`]: counted(steps, "step"),
    [`mean ${side}`]: decimals(meanSeen(gold, estimate)),
    [`short mean ${side}`]: decimals(meanSeen(gold, estimate), 2),
    [`area ${side}`]: scoreText("area", gold, estimate),
    [`pile squares ${side}`]: String(sum(piles.map((votes) => votes ** 2))),
    [`in order ${side}`]: String(order.inOrder),
    [`opposite ${side}`]: String(order.opposite),
    [`pairs equal ${side}`]: `${counted(order.equal, "pair")} of bars`,
    [`average ${side}`]: decimals(average(estimate), 2),
    ...Object.fromEntries(scores),
  };
}
