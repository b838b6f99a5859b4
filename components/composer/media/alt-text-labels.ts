import type { DraftImage } from "#components/composer/state/draft.ts";
import { formatNumber } from "#components/ui/format-number.ts";
import { limits } from "#lib/contract/limits.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";

/**
 * Returns the longest alt text that all of these platforms accept, in UTF-16 units, and the platform that sets the
 * limit; null if none does.
 */
export function getAltTextLimit(platforms: readonly PlatformRules[]): { most: number; by: string | null } {
  const strictest = platforms.toSorted((one, other) => one.images.maxAlt - other.images.maxAlt)[0];
  return strictest ? { most: strictest.images.maxAlt, by: strictest.name } : { most: limits.altCharacters, by: null };
}

/** Returns the count under an alt text, and how far the text exceeds the limit. */
export function getAltTextCount(alt: string, platforms: readonly PlatformRules[]): { label: string; isOver: boolean } {
  const { most, by } = getAltTextLimit(platforms);
  const over = alt.length - most;
  const said = `${formatNumber(alt.length)} of ${formatNumber(most)}${by === null ? "" : ` on ${by}`}`;
  return { label: over > 0 ? `${said}: ${formatNumber(over)} too many` : said, isOver: over > 0 };
}

/** Formats the reminder about images without alt text; null if every image has one. */
export function formatMissingAltText(images: readonly Pick<DraftImage, "alt" | "state">[]): string | null {
  const there = images.filter((image) => image.state.type !== "failed");
  const owed = there.filter((image) => image.alt.trim() === "");
  if (owed.length === 0) return null;
  if (there.length === 1) return "The image has no alt text.";
  if (owed.length === there.length) return `None of the ${there.length} images has alt text.`;
  const places = owed.map((image) => images.indexOf(image) + 1);
  const named =
    places.length === 1
      ? `Image ${places[0]} has`
      : `Images ${places.slice(0, -1).join(", ")} and ${places.at(-1)} have`;
  return `${named} no alt text.`;
}
