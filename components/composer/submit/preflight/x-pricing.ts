import type { Channel } from "#lib/contract/types.ts";
import { costOnX } from "#lib/text/platforms/x-pricing.ts";
import { sheetOf } from "#components/composer/state/submission/submit-requests.ts";
import { type Draft, type Part, writtenParts } from "#components/composer/state/draft.ts";
import { isBilled } from "./is-billed-on-x.ts";

/** A part is looked at for links once: with each letter all the others are the same. */
const known = new WeakMap<Part, number>();

function priceOf(part: Part): number {
  const price = known.get(part) ?? costOnX([part.text], 0);
  known.set(part, price);
  return price;
}

/** What X bills for this draft on all of these channels that are chosen, in micros of a US dollar. */
export function billOnX(draft: Draft, channels: readonly Channel[]): number {
  const described = draft.images.filter(({ alt }) => alt.trim() !== "").length;
  const billed = channels.filter((channel) => draft.channelIds.includes(channel.id) && isBilled(channel));
  return billed.reduce((sum, { id }) => {
    const parts = writtenParts(draft, sheetOf(draft, id));
    if (parts.length === 0) return sum;
    return sum + costOnX([], described) + parts.reduce((all, part) => all + priceOf(part), 0);
  }, 0);
}

const dollars = new Intl.NumberFormat("en-US", {
  ...{ style: "currency", currency: "USD", minimumFractionDigits: 2, maximumFractionDigits: 3 },
});

/** "About $0.015 on X"; null where nothing is billed. */
export const billWords = (micros: number): string | null =>
  micros === 0 ? null : `About ${dollars.format(micros / 1_000_000)} on X`;
