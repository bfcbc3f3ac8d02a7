// What is drawn, as a value that never changes in place: every operation takes a state and returns the next one.
// state = { classes, gold, a, b, name_a, name_b, mode: "votes" | "probability", n }; a and b are numbers or the key of
// a baseline, which follows the gold. Operations that can be refused return { state } or { problem }.
const SIDES = ["gold", "a", "b"];
const FEWEST_CLASSES = 2, MOST_CLASSES = 11, LONGEST_LABEL = 30, FEWEST_VOTES = 2, MOST_VOTES = 1000, USUAL_VOTES = 100; // one vote reads as a probability of 1
const isWord = (entry) => typeof entry === "string";

export function fromData(data) {
  const { classes, gold, a, b, name_a, name_b } = data;
  const votes = isVotes(gold);
  return { classes, gold, a, b, name_a, name_b, mode: votes ? "votes" : "probability", n: votes ? sum(gold) : fittingVotes(gold) };
}

// The fewest votes, from 10 to 100, that can say these probabilities exactly.
function fittingVotes(gold) {
  for (let n = 10; n <= USUAL_VOTES; n++) if (gold.every((share) => isWhole(share * n))) return n;
  return USUAL_VOTES;
}

export const topOf = (state) => (state.mode === "votes" ? state.n : 1);

export function axisFor(state) {
  const shares = SIDES.flatMap((side) => sharesFor(state, side));
  return axisEnd(Math.max(...shares) * topOf(state), topOf(state), state.mode === "votes");
}

export const sharesFor = (state, side) =>
  isWord(state[side]) ? BASELINES[state[side]](state.gold) : sharesOf(state[side]);

export function nameOf(state, side) {
  if (side === "gold") return "Gold";
  const entry = state[side];
  if (isWord(entry)) return entry[0].toUpperCase() + entry.slice(1);
  return state[`name_${side}`] || `Run ${side.toUpperCase()}`;
}

// A and B with their letters: `A System 7`, but `Run A`.
export function titleOf(state, side) {
  const name = nameOf(state, side);
  return side === "gold" || name === `Run ${side.toUpperCase()}` ? name : `${side.toUpperCase()} ${name}`;
}

// What a gesture on a side starts from: whole votes of n, or probabilities.
export function baseFor(state, side) {
  const entry = state[side];
  if (state.mode === "votes") {
    const ready = !isWord(entry) && entry.every(Number.isInteger) && sum(entry) === state.n;
    return ready ? entry : apportion(sharesFor(state, side), state.n);
  }
  return isWord(entry) || isVotes(entry) ? sharesFor(state, side) : entry;
}

// A run that was drawn on is no longer the system it came from: it loses that name.
function withEntry(state, side, entry) {
  return side === "gold" ? { ...state, gold: entry } : { ...state, [side]: entry, [`name_${side}`]: "" };
}

export function withBar(state, side, base, i, value) {
  const entry = state.mode === "votes" ? withVotes(base, i, value) : withShare(base, i, value);
  return withEntry(state, side, entry);
}

const randomWeights = (classes) => classes.map(() => -Math.log(1 - Math.random())); // a flat Dirichlet draw

const COMMANDS = {
  even: (state, base) => (state.mode === "votes" ? apportion(base.map(() => 1), state.n) : base.map(() => tidy(1 / base.length))),
  mirror: (state, base) => base.toReversed(),
  left: (state, base) => shifted(base, -1),
  right: (state, base) => shifted(base, 1),
  random: (state) =>
    state.mode === "votes"
      ? apportion(randomWeights(state.classes), state.n)
      : apportion(randomWeights(state.classes), 100).map((units) => units / 100),
};

export function commanded(state, side, command) {
  if (command === "swap") return { ...state, a: state.b, b: state.a, name_a: state.name_b, name_b: state.name_a };
  if (command in BASELINES) return side === "gold" ? state : withEntry(state, side, command);
  // Whole votes are needed to draw on a run, not to turn it round: a baseline keeps its exact shares.
  const turned = ["mirror", "left", "right"].includes(command) && side !== "gold";
  const base = !turned ? baseFor(state, side) : isWord(state[side]) ? sharesFor(state, side) : state[side];
  const entry = COMMANDS[command](state, base);
  const before = sharesFor(state, side);
  const same = sharesOf(entry).every((share, i) => Math.abs(share - before[i]) < 1e-12);
  return same && (side !== "gold" || state.mode !== "votes") ? state : withEntry(state, side, entry);
}

// Votes to probabilities keeps votes/n. Probabilities to votes makes n whole votes of the gold and of what was drawn by
// hand; the probabilities of a real run stay as they came.
export function withMode(state, mode) {
  if (mode === state.mode) return state;
  const next = { ...state, mode };
  for (const side of SIDES) {
    const entry = state[side];
    if (isWord(entry)) continue;
    if (mode === "probability" && isVotes(entry)) next[side] = sharesOf(entry);
    const ours = side === "gold" || !state[`name_${side}`];
    if (mode === "votes" && ours && !isVotes(entry)) next[side] = apportion(sharesOf(entry), state.n);
  }
  return next;
}

export function withVotesTotal(state, n) {
  const next = { ...state, n, gold: apportion(state.gold, n) };
  for (const side of ["a", "b"]) if (!isWord(state[side]) && isVotes(state[side])) next[side] = apportion(state[side], n);
  return next;
}

export function withMoreClasses(state) {
  const next = { ...state, classes: [...state.classes, freshLabel(state.classes)] };
  for (const side of SIDES) if (!isWord(state[side])) next[side] = [...state[side], 0];
  return { state: next };
}

// Nothing is lost in silence: a class that holds mass stays.
export function withFewerClasses(state) {
  const holders = SIDES.filter((side) => !isWord(state[side]) && state[side].at(-1) > 0);
  if (holders.length) {
    const names = holders.map((side) => (side === "gold" ? "the gold" : side.toUpperCase())).join(" and ");
    return { problem: `Class ${state.classes.at(-1)} still holds mass of ${names}; move it away first.` };
  }
  const next = { ...state, classes: state.classes.slice(0, -1) };
  for (const side of SIDES) if (!isWord(state[side])) next[side] = state[side].slice(0, -1);
  return { state: next };
}

export function withLabel(state, i, text) {
  const label = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  if (!label) return { problem: "A class needs a label." };
  if (label.length > LONGEST_LABEL) return { problem: `A label has at most ${LONGEST_LABEL} characters.` };
  if (state.classes.some((other, j) => j !== i && other === label)) return { problem: `Another class is called ${label}.` };
  return { state: label === state.classes[i] ? state : { ...state, classes: state.classes.with(i, label) } };
}

const toNumber = (label) => (/^[+−-]?\d+(\.\d+)?$/.test(label) ? Number(label.replace("−", "-")) : NaN);

function freshLabel(classes) {
  const [before, last] = classes.slice(-2).map(toNumber);
  const next = String(tidy(2 * last - before)); // -2, -1, 0 goes on with 1
  if (!Number.isNaN(2 * last - before) && !classes.includes(next)) return next;
  let number = classes.length + 1;
  while (classes.includes(`Class ${number}`)) number += 1;
  return `Class ${number}`;
}

export function describeGold(state) {
  const shares = sharesFor(state, "gold");
  const top = Math.max(...state.gold);
  const modes = state.classes.filter((_, i) => state.gold[i] === top);
  const positions = state.classes.map(toNumber);
  const parts = [`${modes.length > 1 ? "modes" : "mode"} ${modes.join(", ")}`];
  if (state.mode === "votes") parts.unshift(`${state.gold.every(Number.isInteger) ? "" : "shown as "}${state.n} vote${state.n > 1 ? "s" : ""}`);
  if (!positions.some(Number.isNaN)) parts.push(`mean ${mean(shares, positions)}`);
  return `Gold: ${parts.join(", ")}.`;
}

function mean(shares, positions) {
  const text = sum(shares.map((share, i) => share * positions[i])).toFixed(2);
  return text === "-0.00" ? "0.00" : text.replace("-", "−");
}
