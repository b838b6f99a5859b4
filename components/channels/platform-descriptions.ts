import type { ConnectionMethod } from "#lib/contract/types.ts";

/** Describes a platform's features in a sentence. */
export function describePlatformFeatures({ can }: ConnectionMethod): string {
  const images = can.images === 0 ? "no images" : can.images === 1 ? "one image" : `up to ${can.images} images`;
  const chain = can.chain ? "Threads" : "Single posts";
  return `${chain}, ${images}. ${can.take_down ? "Posts can be taken down from here." : "Posts are taken down there, not from here."}`;
}

/** Describes how a lost answer from the platform is handled. */
export function describeDeliveryGuarantee({ can }: ConnectionMethod): string {
  return can.look_up
    ? "Never twice: what got no answer is looked up there before anything is sent again."
    : "A post that got no answer may end as unconfirmed; then you look and decide.";
}
