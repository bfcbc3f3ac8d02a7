// What a lesson says of a board, while votes are in the hand: ordquant_core/teaching/lesson_fields.py says the same, and a
// test compares both on many boards.
import { scoreOf, stepsOf } from "../draw/measures.js";
import { decimals } from "../draw/numerals.js";
import { sum } from "../draw/shares.js";
import { listed } from "../draw/words.js";
/** @import { Board, Lesson, Side, Votes } from "./lesson.d.ts" */

const ROUNDING = 1e-9;

/** @param {string} key @param {Votes} gold @param {Votes} estimate */
export const measured = (key, gold, estimate) => scoreOf(key, gold, estimate, stepsOf(gold.length, null));

/** @param {Votes} one @param {Votes} other */
export const same = (one, other) => one.every((votes, i) => votes === other[i]);

/** @param {Votes} votes */
export const average = (votes) => sum(votes.map((number, i) => number * (i + 1))) / sum(votes);

/** The classes, counted from 0, that have a gold vote. @param {Votes} gold */
export const openEyes = (gold) => gold.flatMap((votes, i) => votes > 0 ? [i] : []);

/** How many votes must still cross each boundary: to the right where positive. @param {Votes} gold @param {Votes} estimate */
export function gapsOf(gold, estimate) {
  let gap = 0;
  return gold.slice(0, -1).map((votes, i) => (gap += estimate[i] - votes));
}

/** @param {Votes} gold @param {Votes} estimate */
export const stepsBetween = (gold, estimate) => sum(gapsOf(gold, estimate).map(Math.abs));

/** @param {Votes} gold @param {Votes} estimate */
export const squaredErrors = (gold, estimate) => gold.map((votes, i) => (estimate[i] - votes) ** 2);

/** What the eye on each class sees: DW, of shares. @param {Votes} gold @param {Votes} estimate */
export function seenBy(gold, estimate) {
  const squares = squaredErrors(gold, estimate);
  const all = sum(gold) ** 2;
  return gold.map((_, eye) => sum(squares.map((square, i) => Math.abs(eye - i) * square)) / all);
}

/** What the open eyes see on average: OD, of shares. @param {Votes} gold @param {Votes} estimate */
export function meanSeen(gold, estimate) {
  const seen = seenBy(gold, estimate);
  const eyes = openEyes(gold);
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
export function preferred(key, board) {
  const [ofA, ofB] = [board.a, board.b].map((estimate) => measured(key, board.gold, estimate));
  return ofA === ofB || Math.abs(ofA - ofB) < ROUNDING ? "tie" : ofA < ofB ? "A" : "B"; // both may be infinite
}

/** What a class is called. @param {Lesson} lesson @param {number} at counted from 0 */
export const nameOfClass = (lesson, at) => lesson.classes[at] ?? String(at + 1);

/** @param {number} number @param {string} word */
export const counted = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** The scores of a measure as they are read, one for each estimate. @param {string} key @param {Lesson} lesson @param {Board} board */
export const scoresOf = (key, lesson, board) =>
  lesson.sides.map((side) => decimals(measured(key, board.gold, board[side])));

/** @param {Lesson} lesson @param {Board} board */
export function isDone(lesson, board) {
  const { tick } = lesson;
  const side = tick.side === "carried" ? board.carried : tick.side;
  const votes = board[side];
  return (
    (tick.votes.length === 0 || tick.votes.some((one) => same(one, votes))) &&
    (!tick.home || same(votes, board.gold)) &&
    (tick.average === null || average(votes) === tick.average) &&
    (!tick.moved || !same(votes, lesson.board[side])) &&
    (!tick.all_prefer || lesson.measures.every((key) => preferred(key, board) === tick.all_prefer))
  );
}

/** What is said of a board, with its marks. @param {Lesson} lesson @param {Board} board */
export function liveSentence(lesson, board) {
  const flags = flagsOf(lesson, board);
  const sentence = lesson.live.find(({ flag }) => flag === "" || flags[flag]);
  if (!sentence) throw new Error(`Nothing is said of this board in ${lesson.key}.`);
  return filled(sentence.text, fieldsOf(lesson, board));
}

/** Why the task comes out as it does, with its marks. @param {Lesson} lesson */
export function whyOf(lesson) {
  const first = Object.entries(fieldsOf(lesson, lesson.board)).map(([name, value]) => [`${name} at first`, value]);
  return filled(lesson.why, { ...Object.fromEntries(first), ...fieldsOf(lesson, goalOf(lesson)) });
}

/** The board on which "Do it for me" ends. @param {Lesson} lesson @returns {Board} */
export const goalOf = ({ kind, board, goal }) => kind === "swap" ? swapped(board) : { ...board, [board.carried]: goal };

/** Gold and estimate A exchanged. @param {Board} board @returns {Board} */
export const swapped = (board) => ({ ...board, gold: board.a, a: board.gold, b: board.gold });

/** @param {string} text @param {Record<string, string>} values */
const filled = (text, values) => text.replace(/\{([^{}]+)\}/g, (_, name) => values[name]);

/** A text without the marks of what can be tapped. @param {string} text */
export const plain = (text) =>
  text.replace(/\[(\w+)\]|\(\((\w+)(?:\|([^)]+))?\)\)/g, (_, mark, term, written) => mark ?? written ?? term);

/** @param {Lesson} lesson @param {Board} board @returns {Record<string, boolean>} */
function flagsOf(lesson, board) {
  const { carried, gold } = board;
  const home = same(board[carried], gold);
  return {
    home,
    detour: home && board.walked > stepsBetween(lesson.board.gold, lesson.board[carried]),
    walked: board.walked > 0,
    "one eye": openEyes(gold).length === 1,
    "equal bars": orderOf(gold, board[carried]).equal > 0,
  };
}

/** @param {Lesson} lesson @param {Board} board @returns {Record<string, string>} */
function fieldsOf(lesson, board) {
  const { gold, carried } = board;
  const middle = Math.floor(gold.length / 2);
  const eyes = openEyes(gold);
  const n = sum(gold);
  const possible = n * (gold.length - 1);
  const way = stepsBetween(lesson.board.gold, lesson.board[carried]);
  const left = stepsBetween(gold, board[carried]);
  const preferences = lesson.sides.length < 2 ? [] : Object.keys(lesson.names).map((key) => {
    const winner = preferred(key, board);
    return [`${key} prefers`, `[${key}] ${winner === "tie" ? "sees a tie" : `prefers [${winner}]`}`];
  });
  return {
    votes: String(n),
    possible: String(possible),
    "votes below": counted(sum(gold.slice(0, middle)), "vote"),
    above: String(sum(gold.slice(middle + 1))),
    average: decimals(average(gold), 2),
    pairs: String(gold.length * (gold.length - 1) / 2),
    "eyes open": eyes.length === 1 ? "1 eye is open" : `${eyes.length} eyes are open`,
    eyes: listed(eyes.map((eye) => nameOfClass(lesson, eye))),
    moved: gold[0] === 0 ? "No vote has moved" : `${counted(gold[0], "vote")} moved to class 1`,
    carried: `[${carried.toUpperCase()}]`,
    walked: String(board.walked),
    "steps walked": counted(board.walked, "step"),
    left: String(left),
    way: String(way),
    "NMD left": decimals(left / possible),
    "NMD way": decimals(way / possible),
    ...Object.assign({}, ...lesson.sides.map((side) => ofEstimate(lesson, side, gold, board[side]))),
    ...Object.fromEntries(preferences),
  };
}

/** @param {Lesson} lesson @param {Side} side @param {Votes} gold @param {Votes} estimate */
function ofEstimate(lesson, side, gold, estimate) {
  const errors = estimate.map((votes, i) => votes - gold[i]);
  const wrong = sum(errors.map(Math.abs)) / 2;
  const steps = stepsBetween(gold, estimate);
  const seen = seenBy(gold, estimate);
  const eyes = openEyes(gold);
  const order = orderOf(gold, estimate);
  const extra = errors.indexOf(Math.max(...errors));
  const lacking = errors.indexOf(Math.min(...errors));
  const scores = Object.keys(lesson.names).map((key) => [`${key} ${side}`, decimals(measured(key, gold, estimate))]);
  return {
    [`wrong ${side}`]: String(wrong),
    [`votes wrong ${side}`]: counted(wrong, "vote"),
    [`are wrong ${side}`]: wrong === 1 ? "It is" : "They are",
    [`steps ${side}`]: String(steps),
    [`steps away ${side}`]: counted(steps, "step"),
    [`seen ${side}`]: listed(eyes.map((eye) => `eye ${eye + 1} sees ${decimals(seen[eye])}`)),
    [`mean ${side}`]: decimals(meanSeen(gold, estimate)),
    [`same order ${side}`]: String(order.inOrder),
    [`opposite ${side}`]: String(order.opposite),
    [`average ${side}`]: decimals(average(estimate), 2),
    [`largest ${side}`]: counted(Math.max(...errors.map(Math.abs)), "vote"),
    [`equal ${side}`]: String(order.equal),
    [`pairs equal ${side}`]: `${counted(order.equal, "pair")} of bars ${order.equal === 1 ? "is" : "are"}`,
    [`extra ${side}`]: String(extra + 1),
    [`lacking ${side}`]: String(lacking + 1),
    [`far ${side}`]: String(sum(eyes.map((eye) => Math.abs(eye - extra) + Math.abs(eye - lacking)))),
    ...Object.fromEntries(scores),
  };
}
