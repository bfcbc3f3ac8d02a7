// Numbers as Python writes them on pages: ordquant_core/numerals.py.
const NOISE = 12; // decimals: what differs beyond them is float rounding

/**
 * A number to so many decimals, with a true minus sign; the exact middle of two goes to the even one, as in Python.
 * @param {number} value
 */
export function decimals(value, places = 3) {
  const size = Math.abs(Number(value.toFixed(NOISE)));
  const parts = size * 2 ** (places + 1); // of all numbers, only odd ones of these are a middle to the last bit
  const middle = Number.isInteger(parts) && parts % 2 !== 0;
  const rounded = middle ? evenOf(size * 10 ** places) / 10 ** places : size;
  const text = rounded.toFixed(places);
  const sign = value < 0 && Number(text) ? "−" : "";
  return sign + (Number.isFinite(value) ? text.replace(/^\d+/, withCommas) : "∞");
}

/** @param {number} middle */
const evenOf = (middle) => 2 * Math.round(middle / 2);

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
