// Numbers as Python writes them on pages: ordquant_core/numerals.py.
const NOISE = 12; // decimals: what differs beyond them is float rounding
const PLACES = 3;

/**
 * A score to three decimals; the exact middle of two goes to the even one, as in Python.
 * @param {number} value
 */
export function decimals(value) {
  if (!Number.isFinite(value)) return "∞";
  const rounded = Number(value.toFixed(NOISE));
  const sixteenths = rounded * 16; // of all numbers, only odd ones of these are a middle to the last bit
  const middle = Number.isInteger(sixteenths) && sixteenths % 2 !== 0;
  const text = middle ? (evenOf(rounded * 10 ** PLACES) / 10 ** PLACES).toFixed(PLACES) : rounded.toFixed(PLACES);
  return text.replace(/^(\d+)/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ","));
}

/** @param {number} middle */
const evenOf = (middle) => 2 * Math.round(middle / 2);

/**
 * All digits of a number, as Python writes it.
 * @param {number} value
 */
export function exactly(value) {
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Number.isInteger(value)) return Object.is(value, -0) ? "-0.0" : `${value}.0`;
  const small = value !== 0 && Math.abs(value) < 1e-4;
  return small ? value.toExponential().replace(/e-(\d)$/, "e-0$1") : String(value);
}
