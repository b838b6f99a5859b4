/** Platform names, separate from the platform rules: nearly every page shows a name, few need limits. */
const known: ReadonlyMap<string, { name: string; mark: string }> = new Map([
  ["x", { name: "X", mark: "𝕏" }],
  ["bluesky", { name: "Bluesky", mark: "B" }],
  ["mastodon", { name: "Mastodon", mark: "M" }],
  ["threads", { name: "Threads", mark: "@" }],
  ["linkedin", { name: "LinkedIn", mark: "in" }],
  ["telegram", { name: "Telegram", mark: "T" }],
  ["discord", { name: "Discord", mark: "D" }],
  ["slack", { name: "Slack", mark: "S" }],
]);

/** Names of platforms that a remote service may know although this version has no rules for them. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["facebook", "Facebook"],
  ["instagram", "Instagram"],
  ["pinterest", "Pinterest"],
  ["reddit", "Reddit"],
  ["tiktok", "TikTok"],
  ["youtube", "YouTube"],
]);

/**
 * Returns a platform's display name. An unknown slug becomes text: `my_space` reads "My space"; an empty one "Unknown".
 */
export function formatPlatformName(slug: string): string {
  const name = known.get(slug)?.name ?? otherNames.get(slug);
  if (name !== undefined) return name;
  const words = slug.replace(/[\s_-]+/gu, " ").trim();
  const first = words.codePointAt(0);
  if (first === undefined) return "Unknown";
  const initial = String.fromCodePoint(first);
  return initial.toUpperCase() + words.slice(initial.length);
}

/** Returns a platform's mark (see `PlatformRules.mark`); for an unknown slug the first letter of its name. */
export function getPlatformMark(slug: string): string {
  const mark = known.get(slug)?.mark;
  if (mark !== undefined) return mark;
  return String.fromCodePoint(formatPlatformName(slug).codePointAt(0) ?? 0x3f);
}
