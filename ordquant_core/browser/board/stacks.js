// The votes of the carried side as single votes, so that each is seen to go where it goes; and the shortest way home.
/** @import { Votes } from "./step.d.ts" */

/** @typedef {{ from: number, to: number }} Hop one vote across one boundary */

/** A number for every vote, by class, from the lowest up. @param {Votes} votes */
export function stackUp(votes) {
  let id = 0;
  return votes.map((number) => Array.from({ length: number }, () => id++));
}

/** @param {number[][]} stacks @returns {Votes} */
export const votesOf = (stacks) => stacks.map((stack) => stack.length);

/** The stacks after the uppermost `n` votes went from one class to another. @param {number[][]} stacks @param {number} from @param {number} to @param {number} n */
export function carried(stacks, from, to, n) {
  const next = stacks.map((stack) => [...stack]);
  next[to].push(...next[from].splice(next[from].length - n, n));
  return next;
}

/**
 * The shortest way from one distribution to another, a vote after the other; those in front go first.
 * @param {Votes} from
 * @param {Votes} to
 * @returns {Hop[]}
 */
export function routeOf(from, to) {
  const [here, there] = [from, to].map((votes) => votes.flatMap((number, i) => Array(number).fill(i)));
  const trips = here.map((start, i) => ({ start, end: there[i] })).filter(({ start, end }) => start !== end);
  const right = trips.filter(({ start, end }) => end > start).sort((x, y) => y.start - x.start || y.end - x.end);
  const left = trips.filter(({ start, end }) => end < start).sort((x, y) => x.start - y.start || x.end - y.end);
  return [...right, ...left].flatMap(({ start, end }) => {
    const way = Math.sign(end - start);
    return Array.from({ length: Math.abs(end - start) }, (_, i) => ({
      from: start + i * way,
      to: start + (i + 1) * way,
    }));
  });
}

/** @param {number[][]} stacks @param {Hop[]} hops */
export const walk = (stacks, hops) => hops.reduce((now, { from, to }) => carried(now, from, to, 1), stacks);
