/* Numbers as the reader writes them. */

import { language } from "../phone/language.js";

/** Return a text, as the reader writes it where it is a number. */
export const written = (text) => (/^-?\d+\.\d+$/.test(text) ? text.replace(".", number(0.5, 1)[1]) : text);

/** Return a number with so many decimals. */
export function number(value, decimals = 0) {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals, useGrouping: false };
  return value.toLocaleString(language.code, digits);
}
