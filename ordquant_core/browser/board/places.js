// Where things are on the board, in px: the boards, and what is drawn below them on the same scale.

/**
 * @typedef {object} Places
 * @property {number} width
 * @property {number} height
 * @property {number} type factor of type sizes
 * @property {number} left of the first class
 * @property {number} band width of a class
 * @property {number} side where the words at the right begin
 * @property {number} top
 * @property {number} base
 * @property {(at: number) => number} x the middle of a class
 * @property {(at: number) => number} fence the boundary behind a class
 */

const NARROW = 520;

/**
 * @param {HTMLElement} host @param {number} classes @param {number} type
 * @param {boolean} [beside] is there room for words at the right? Else they stand above the classes
 * @returns {Places}
 */
export function placesIn(host, classes, type, beside = true) {
  const width = Math.max(200, host.clientWidth);
  const height = Math.max(120 * type, host.clientHeight);
  const left = 30 * type;
  const gutter = !beside ? 16 * type : width < NARROW ? 94 : 104 * type;
  const band = (width - left - gutter) / classes;
  return {
    width,
    height,
    type,
    left,
    band,
    side: left + band * classes + 12 * type,
    top: (beside || width > 460 * type ? 40 : 66) * type,
    base: height - 44 * type,
    x: (at) => left + band * (at + 0.5),
    fence: (at) => left + band * (at + 1),
  };
}
