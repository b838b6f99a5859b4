/** Where the emoji used lately, and the skin tone chosen last, lie in the browser. */
export const recentEmojiName = "postwright:recent-emoji";
export const skinToneName = "postwright:skin-tone";

/** Three rows. */
const mostRecent = 21;
/** Longer than the longest there is: a family of four, or a flag of a region. */
const mostUnits = 40;

/** The emoji used lately, newest first; nothing of what somebody else has left there. */
export function readRecentEmoji(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    const isEmoji = (one: unknown): one is string =>
      typeof one === "string" && one.length <= mostUnits && /^\P{ASCII}/u.test(one);
    return Array.isArray(value) ? [...new Set(value.filter(isEmoji))].slice(0, mostRecent) : [];
  } catch {
    return [];
  }
}

/** With this one as the newest. */
export function addRecentEmoji(text: string | null, emoji: string): string {
  const others = readRecentEmoji(text).filter((one) => one !== emoji);
  return JSON.stringify([emoji, ...others].slice(0, mostRecent));
}
