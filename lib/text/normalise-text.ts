/** Why a text is not taken, whatever the platform. */
export type TextProblem = "lone_surrogate" | "control_character" | "blank";

/**
 * The form in which a text is stored, counted and sent: composed (NFC), lines ended by LF, no byte order mark (X refuses
 * it), nothing blank at the end. Done once, when a text enters; doing it again changes nothing.
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
 * What is wrong with a text, or null. Lone surrogates have no UTF-8 form, PostgreSQL stores no NUL, platforms refuse
 * or drop other control characters (tab and line ends are fine). Blank is what shows nothing: spaces and invisible
 * characters alone.
 */
export function findTextProblem(text: string): TextProblem | null {
  if (!text.isWellFormed()) return "lone_surrogate";
  if (hasForbiddenCharacters(text)) return "control_character";
  return /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u.test(text) ? null : "blank";
}

/** A text without lone surrogates and control characters, and how many those were: what is pasted may hold some. */
export function removeForbiddenCharacters(text: string): { text: string; left: number } {
  // As nearly all are: of a long one nothing is put together anew.
  if (text.isWellFormed() && !hasForbiddenCharacters(text)) return { text, left: 0 };
  let kept = "";
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (!isForbidden(code) && (code < 0xd800 || code > 0xdfff)) kept += character;
  }
  return { text: kept, left: text.length - kept.length };
}
