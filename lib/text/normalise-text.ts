/** Reason to refuse a text on every platform. */
export type TextProblem = "lone_surrogate" | "control_character" | "blank";

/**
 * Converts a text to the form that is stored, counted and sent: composed (NFC), LF line ends, no byte order mark (X
 * refuses it), no blanks at the end. The function is idempotent; call it once, when a text enters.
 */
export function normaliseText(text: string): string {
  return text.replace(/\r\n?/gu, "\n").replaceAll("\ufeff", "").normalize("NFC").trimEnd();
}

const isForbidden = (code: number): boolean =>
  (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) ||
  (code >= 0x7f && code <= 0x9f) ||
  code === 0xfffe ||
  code === 0xffff;

function hasForbiddenCharacters(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (isForbidden(text.charCodeAt(index))) return true;
  return false;
}

/**
 * Returns the problem of a text, or null. Lone surrogates have no UTF-8 form, PostgreSQL stores no NUL, and platforms
 * refuse or drop other control characters (tab and line ends are fine). A blank text consists of spaces and invisible
 * characters.
 */
export function findTextProblem(text: string): TextProblem | null {
  if (!text.isWellFormed()) return "lone_surrogate";
  if (hasForbiddenCharacters(text)) return "control_character";
  return /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(text) ? null : "blank";
}

/** Removes lone surrogates and control characters, which pasted text may hold. `left` is the number removed. */
export function removeForbiddenCharacters(text: string): { text: string; left: number } {
  // The fast path for nearly all texts: a long text is not rebuilt.
  if (text.isWellFormed() && !hasForbiddenCharacters(text)) return { text, left: 0 };
  let kept = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (!isForbidden(code) && (code < 0xd800 || code > 0xdfff)) kept += character;
  }
  return { text: kept, left: text.length - kept.length };
}
