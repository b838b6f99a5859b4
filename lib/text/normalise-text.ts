/** Reason to refuse a text on every platform. */
export type TextProblem = "lone_surrogate" | "control_character" | "blank";

/** More marks on one character than any language writes; UAX #15, section 13, names the same number. */
const longMarks = /(\p{M}{31,})/u;

/**
 * Returns a text in a Unicode normal form. Marks beyond 30 on one character stay as they are: sorting them takes the square
 * of their number (0.7 s for 64,000). The time is linear in the text.
 */
export function normalizeUnicode(text: string, form: "NFC" | "NFKC" | "NFKD"): string {
  if (!longMarks.test(text)) return text.normalize(form);
  const pieces = text.split(longMarks);
  return pieces.map((piece, at) => (at % 2 === 0 ? piece.normalize(form) : piece)).join("");
}

/**
 * The line breaks of office programs and of Unicode: line tabulation (Shift-Enter in Word and PowerPoint), form feed,
 * next line, line separator and paragraph separator. Each becomes LF.
 */
const otherLineBreaks = /[\v\f\u0085\u2028\u2029]/gu;

/**
 * Converts a text to the form that is stored, counted and sent: composed (NFC), LF line ends, no byte order mark (X
 * refuses it), no blanks at the end. The function is idempotent; call it once, when a text enters.
 */
export function normaliseText(text: string): string {
  const lines = text.replace(/\r\n?/gu, "\n").replace(otherLineBreaks, "\n");
  return normalizeUnicode(lines.replaceAll("\ufeff", ""), "NFC").trimEnd();
}

const isForbidden = (code: number): boolean =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) ||
  (code >= 0x7f && code <= 0x9f) ||
  code === 0xfffe ||
  code === 0xffff;

/** Returns the index of the first control character or noncharacter, -1 for none. */
function findForbiddenIndex(text: string): number {
  for (let index = 0; index < text.length; index++) if (isForbidden(text.charCodeAt(index))) return index;
  return -1;
}

/**
 * Returns the problem of a text, or null. Lone surrogates have no UTF-8 form, PostgreSQL stores no NUL, and platforms
 * refuse or drop other control characters (tab and line ends are fine). A blank text consists of spaces and invisible
 * characters.
 */
export function findTextProblem(text: string): TextProblem | null {
  if (!text.isWellFormed()) return "lone_surrogate";
  if (findForbiddenIndex(text) !== -1) return "control_character";
  return /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(text) ? null : "blank";
}

/**
 * Finds the first character for which `findTextProblem` refuses a text: a lone surrogate or a control character.
 * @param raw the text before `normaliseText`, so that the position is the sender's
 * @returns its position in code points, from 1, and its number such as `U+0007`; null for none
 */
export function findForbiddenCharacter(raw: string): { position: number; name: string } | null {
  const text = raw.replace(otherLineBreaks, "\n");
  let position = 0;
  for (const character of text) {
    position += 1;
    const code = character.codePointAt(0) ?? 0;
    if (!isForbidden(code) && !isSurrogate(code)) continue;
    return { position, name: `U+${code.toString(16).toUpperCase().padStart(4, "0")}` };
  }
  return null;
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/**
 * Converts pasted text to what a field may hold: each line break of an office program becomes LF, lone surrogates and
 * control characters are removed. `removed` is the number of characters removed.
 */
export function toEditableText(pasted: string): { text: string; removed: number } {
  const text = pasted.replace(otherLineBreaks, "\n");
  // The fast path for nearly all texts: a long text is not rebuilt.
  if (text.isWellFormed() && findForbiddenIndex(text) === -1) return { text, removed: 0 };
  let allowed = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (!isForbidden(code) && !isSurrogate(code)) allowed += character;
  }
  return { text: allowed, removed: text.length - allowed.length };
}
