// Numbers as Python writes them on pages: ordquant_core/numerals.py.
const NOISE = 12; // decimals: what differs beyond them is float rounding
const UP = 1 + 1e-14; // times this, what is halfway between two numbers of few decimals is nearer to the larger one

/**
 * A number to so many decimals, with a true minus sign; what is halfway between two goes away from 0.
 * @param {number} value
 */
export function decimals(value, places = 3) {
  const text = (Number(Math.abs(value).toFixed(NOISE)) * UP).toFixed(places);
  const sign = value < 0 && Number(text) ? "−" : "";
  return sign + (Number.isFinite(value) ? text.replace(/^\d+/, withCommas) : "∞");
}

/** @param {string} digits */
const withCommas = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",");

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
