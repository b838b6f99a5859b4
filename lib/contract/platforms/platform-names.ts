/**
 * Names that a slug does not give by itself. They are separate from the platform rules: nearly every page shows a name,
 * few need limits. A remote service may know platforms for which this version has no rules.
 */
const names: ReadonlyMap<string, string> = new Map([
  ["linkedin", "LinkedIn"],
  ["tiktok", "TikTok"],
  ["youtube", "YouTube"],
]);

/**
 * Returns a platform's display name. A slug becomes text: `bluesky` reads "Bluesky", `my_space` "My space"; an empty one
 * "Unknown".
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
