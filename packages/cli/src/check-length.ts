import { applyThreadChoice, getChannelRules } from "../../../lib/contract/platforms/channel-rules.ts";
import { getPlatformRules, getRulesWithImages } from "../../../lib/contract/platforms/platform-rules.ts";
import type { ThreadChoice } from "../../../lib/contract/types.ts";
import { formatLengthProblem, planDelivery } from "../../../lib/text/delivery-plan.ts";
import type { Channel } from "../../client/src/generated/contract-types.d.ts";

/** Returns `threads` of a create: the choice for every channel whose platform has threads. */
export function toThreadFields(
  channels: readonly Channel[],
  choice: ThreadChoice | null,
): { threads?: Record<string, ThreadChoice> } {
  if (choice === null) return {};
  const chosen = channels.filter(({ platform }) => getPlatformRules(platform)?.thread !== "never");
  return { threads: Object.fromEntries(chosen.map(({ id }) => [id, choice])) };
}

/** Reads the author's choice. @returns undefined for another word, null for none */
export function parseThreadChoice(text: string): ThreadChoice | null | undefined {
  if (text === "") return null;
  return text === "chain" || text === "join" ? text : undefined;
}

/**
 * Returns why a text is too long for a channel, or that it needs an image, by the rules that Postwright itself has; null if it fits or the platform
 * is unknown here. `counts` is the number of images of each part.
 */
export function findLengthProblem(
  channel: Channel,
  parts: readonly string[],
  counts: readonly number[],
  choice: ThreadChoice | null = null,
): string | null {
  const known = getPlatformRules(channel.platform);
  if (!known) return null;
  const rules = getChannelRules(known, channel.reported_limits ?? null);
  if (parts.length > rules.maxParts) return `${channel.name}: ${parts.length} parts; the limit is ${rules.maxParts}`;
  const most = Math.max(0, ...counts);
  if (most > rules.images.max) return `${channel.name}: ${most} images; the limit is ${rules.images.max}`;
  const images = counts.map((count) => ({ count, animated: false }));
  const plan = planDelivery(parts, applyThreadChoice(getRulesWithImages(rules, most), choice), images);
  return "problem" in plan ? `${channel.name}: ${formatLengthProblem(plan.problem)}` : null;
}
