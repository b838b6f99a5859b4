import { usageError } from "../cli-error.ts";

/** A row with the number of the line it begins on. */
export type CsvRow = { line: number; cells: string[] };

/** Parses CSV as RFC 4180 describes it; the separator is the one of the first line that occurs most: comma, semicolon or tab. */
export function parseCsv(text: string): CsvRow[] {
  const source = text.replace(/^\uFEFF/, "");
  const separator = findSeparator(source);
  const rows: CsvRow[] = [];
  let line = 1;
  let row: CsvRow = { line, cells: [] };
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    row.cells.push(cell);
    cell = "";
  };
  const endRow = () => {
    endCell();
    if (row.cells.some((one) => one.trim() !== "")) rows.push(row);
    row = { line, cells: [] };
  };
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? "";
    if (character === "\n") line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === separator) endCell();
    else if (character === "\n") {
      cell = cell.replace(/\r$/, "");
      endRow();
    } else cell += character;
  }
  if (isQuoted) throw usageError(`The quotes that open on line ${row.line} are never closed.`);
  endRow();
  return rows;
}

function findSeparator(text: string): string {
  const first = (text.split("\n", 1)[0] ?? "").replace(/"[^"]*"/g, "");
  const count = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (count(one) > count(best) ? one : best));
}
