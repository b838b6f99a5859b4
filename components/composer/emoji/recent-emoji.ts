/** Storage keys of the recent emoji and of the skin tone. */
export const recentEmojiKey = "postwright:recent-emoji";
export const skinToneKey = "postwright:skin-tone";

/** Three rows. */
const maxRecentEmoji = 21;
/** Longer than the longest emoji: a family of four, or the flag of a region. */
const maxEmojiLength = 40;

/** Parses the recent emoji, newest first, and leaves out every other value. */
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

export function addRecentEmoji(text: string | null, emoji: string): string {
  const others = parseRecentEmoji(text).filter((one) => one !== emoji);
  return JSON.stringify([emoji, ...others].slice(0, maxRecentEmoji));
}
