import { formatNumber } from "#components/ui/format-number.ts";
import type { PlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { TextCount } from "#lib/text/count-text.ts";

type NamedCount = { rules: Pick<PlatformRules, "name" | "byteLimit">; count: TextCount };

/**
 * Returns what is left of a limit in the platform's unit, or in bytes if only the byte limit is exceeded. Negative if
 * the text is too long.
 */
function getLeft({ rules, count: { bytes, over, isOver } }: NamedCount): { left: number; unit: string } {
  if (isOver && over <= 0 && rules.byteLimit !== null) return { left: rules.byteLimit - bytes, unit: "byte" };
  return { left: 0 - over, unit: "character" };
}

/** Describes the remaining characters of the tightest platform for screen readers: "31 characters left on X". */
export function describeRemaining(counts: readonly NamedCount[]): string {
  const all = counts.map((one) => ({ ...getLeft(one), name: one.rules.name }));
  const [least] = all.sort((one, other) => one.left - other.left);
  if (!least) return "";
  const number = Math.abs(least.left);
  const what = `${formatNumber(number)} ${least.unit}${number === 1 ? "" : "s"}`;
  return least.left < 0 ? `${what} too many for ${least.name}` : `${what} left on ${least.name}`;
}
