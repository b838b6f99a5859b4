// After a space or line end: "2/5", "(2/5)" or "[2/5]".
const numberAtEnd = /\s(?:\((\d{1,3})\/(\d{1,3})\)|\[(\d{1,3})\/(\d{1,3})\]|(\d{1,3})\/(\d{1,3}))$/u;
const longestNumber = 12;

/**
 * Removes the numbering at the ends of the parts. Numbering counts only if every part has a number, the numbers run
 * from 1 to the number of parts, name that total, and leave text before them. Otherwise the parts are returned
 * unchanged.
 */
export function removeNumbering(parts: readonly string[]): string[] {
  const bare: string[] = [];
  for (const [index, part] of parts.entries()) {
    const text = part.trimEnd();
    // Only the end is searched, so the cost does not grow with the text.
    const found = numberAtEnd.exec(text.slice(-longestNumber));
    const [position, total] = found?.slice(1).filter((group) => group !== undefined) ?? [];
    const rest = text.slice(0, text.length - (found?.[0].length ?? 0)).trimEnd();
    const isNumber = Number(position) === index + 1 && Number(total) === parts.length;
    if (!isNumber || rest.trimStart() === "") return [...parts];
    bare.push(rest);
  }
  return parts.length > 1 ? bare : [...parts];
}

/** Joins the parts to one text as delivery sends it: without numbering, a blank line between two parts. */
export function joinThreadParts(parts: readonly string[]): string {
  return removeNumbering(parts).join("\n\n");
}
