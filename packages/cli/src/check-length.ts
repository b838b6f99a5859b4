import { getChannelRules } from "../../../lib/contract/platforms/channel-rules.ts";
import { getPlatformRules, getRulesWithImages } from "../../../lib/contract/platforms/platform-rules.ts";
import { formatLengthProblem, planDelivery } from "../../../lib/text/delivery-plan.ts";
import type { Channel } from "../../client/src/generated/contract-types.d.ts";

/**
 * Returns why a text is too long for a channel, or that it needs an image, by the rules that Postwright itself has; null if it fits or the platform
 * is unknown here. `counts` is the number of images of each part.
 */
export function findLengthProblem(
  channel: Channel,
  parts: readonly string[],
  counts: readonly number[],
): string | null {
  const known = getPlatformRules(channel.platform);
  if (!known) return null;
  const rules = getChannelRules(known, channel.reported_limits ?? null);
  if (parts.length > rules.maxParts) return `${channel.name}: ${parts.length} parts; the limit is ${rules.maxParts}`;
  const most = Math.max(0, ...counts);
  if (most > rules.images.max) return `${channel.name}: ${most} images; the limit is ${rules.images.max}`;
  const images = counts.map((count) => ({ count, animated: false }));
  const plan = planDelivery(parts, getRulesWithImages(rules, most), images);
  return "problem" in plan ? `${channel.name}: ${formatLengthProblem(plan.problem)}` : null;
}
