/** Where the emoji used lately, and the skin tone chosen last, lie in the browser. */
export const recentEmojiKey = "postwright:recent-emoji";
export const skinToneKey = "postwright:skin-tone";

/** Three rows. */
const maxRecentEmoji = 21;
/** Longer than the longest there is: a family of four, or a flag of a region. */
const maxEmojiLength = 40;

/** The emoji used lately, newest first; nothing of what somebody else has left there. */
export function parseRecentEmoji(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    const isEmoji = (one: unknown): one is string =>
      typeof one === "string" && one.length <= maxEmojiLength && /^\P{ASCII}/u.test(one);
    return Array.isArray(value) ? [...new Set(value.filter(isEmoji))].slice(0, maxRecentEmoji) : [];
  } catch {
    return [];
  }
}

/** With this one as the newest. */
export function addRecentEmoji(text: string | null, emoji: string): string {
  const others = parseRecentEmoji(text).filter((one) => one !== emoji);
  return JSON.stringify([emoji, ...others].slice(0, maxRecentEmoji));
}
