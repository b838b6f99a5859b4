/** Platform names, separate from the platform rules: nearly every page shows a name, few need limits. */
const names: ReadonlyMap<string, string> = new Map([
  ["x", "X"],
  ["bluesky", "Bluesky"],
  ["mastodon", "Mastodon"],
  ["threads", "Threads"],
  ["linkedin", "LinkedIn"],
  ["instagram", "Instagram"],
  ["facebook", "Facebook"],
  ["telegram", "Telegram"],
  ["discord", "Discord"],
  ["slack", "Slack"],
  // A remote service may know these, although this version has no rules for them.
  ["pinterest", "Pinterest"],
  ["reddit", "Reddit"],
  ["tiktok", "TikTok"],
  ["youtube", "YouTube"],
]);

/**
 * Returns a platform's display name. An unknown slug becomes text: `my_space` reads "My space"; an empty one "Unknown".
 */
export function formatPlatformName(slug: string): string {
  const name = names.get(slug);
  if (name !== undefined) return name;
  const words = slug.replace(/[\s_-]+/gu, " ").trim();
  const first = words.codePointAt(0);
  if (first === undefined) return "Unknown";
  const initial = String.fromCodePoint(first);
  return initial.toUpperCase() + words.slice(initial.length);
}
