import { type ComposerDraft, type DraftPart, getPublishableParts } from "#components/composer/state/draft.ts";
import { getVariantId } from "#components/composer/state/submission/submit-requests.ts";
import type { Channel } from "#lib/contract/types.ts";
import { computeXCost } from "#lib/text/platforms/x-pricing.ts";

/** True for a channel whose posts X bills. A practice channel publishes nowhere. */
const isBilledOnX = ({ platform, practice }: Channel): boolean => platform === "x" && practice !== true;

/** Caches the cost of each part, because one keystroke changes only one part. */
const partCosts = new WeakMap<DraftPart, number>();

function getPartCost(part: DraftPart): number {
  const price = partCosts.get(part) ?? computeXCost([part.text], { images: 0, descriptions: 0 });
  partCosts.set(part, price);
  return price;
}

/**
 * Returns what X bills for this draft on all chosen channels, in micros of a US dollar. Parts that are joined are billed as
 * one post, with a link if one of them has one.
 */
export function getXCost(draft: ComposerDraft, channels: readonly Channel[]): number {
  const descriptions = draft.images.filter(({ alt }) => alt.trim() !== "").length;
  const media = computeXCost([], { images: draft.images.length, descriptions });
  const billed = channels.filter((channel) => draft.channelIds.includes(channel.id) && isBilledOnX(channel));
  return billed.reduce((sum, { id }) => {
    const parts = getPublishableParts(draft, getVariantId(draft, id));
    if (parts.length === 0) return sum;
    const costs = parts.map(getPartCost);
    const isJoined = draft.threads?.[id] === "join";
    return sum + media + (isJoined ? Math.max(...costs) : costs.reduce((all, cost) => all + cost, 0));
  }, 0);
}

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 3,
});

/** Formats "About $0.015 on X"; null if nothing is billed. */
export const formatXCost = (micros: number): string | null =>
  micros === 0 ? null : `About ${dollars.format(micros / 1_000_000)} on X`;
