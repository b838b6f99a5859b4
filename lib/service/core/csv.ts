import { stringify } from "csv-stringify/sync";

/** Characters that begin a formula in some spreadsheet, in their full-width forms too. */
const formula = "=+\\-@＝＋－＠";
/** Where a spreadsheet that separates otherwise begins a cell inside one of ours: Excel takes `;` in half of Europe. */
const inner = "[;\\t\\r\\n\\v\\f\\u0085\\u2028\\u2029]";
/** A `'` counts as passed over, so that taking one away everywhere gives the text back. */
const leading = `[ "']*[${formula}]`;

const innerFormula = new RegExp(`(${inner})(?=${leading})`, "gu");
const firstFormula = new RegExp(`^(?:${leading}|'*[\\t\\r])`, "u");

/**
 * A text that no spreadsheet runs: a `'` stands before whatever could begin a formula, at the start and after `;`, a tab or
 * a line break inside. Removing one `'` at each of these places gives the text back.
 */
export function escapeFormulas(text: string): string {
  const inside = text.replace(innerFormula, "$1'");
  return firstFormula.test(inside) ? `'${inside}` : inside;
}

/** The first row of a file. Excel reads a file without the byte-order mark in the encoding of its country. */
export const formatCsvHeader = (names: readonly string[]): string => `\uFEFF${formatCsv([names])}`;

/** Rows as RFC 4180 asks: CRLF after each, quotes doubled, line breaks in quotes. Texts are inert, numbers stay numbers. */
export function formatCsv(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "string" ? escapeFormulas(cell) : cell)));
  return stringify(cells, { record_delimiter: "\r\n", quoted_match: /[\r\n]/ });
}
