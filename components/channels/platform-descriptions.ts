import type { ConnectionMethod } from "#lib/contract/types.ts";

/** Describes a platform's features in a sentence. */
export function describePlatformFeatures({ can }: ConnectionMethod): string {
  const images = can.images === 0 ? "no images" : can.images === 1 ? "one image" : `up to ${can.images} images`;
  const chain = can.chain ? "Threads" : "Single posts";
  return `${chain}, ${images}. ${can.take_down ? "You can delete published posts from here." : "Delete published posts on the platform."}`;
}

/** Describes how a lost answer from the platform is handled. */
export function describeDeliveryGuarantee({ can }: ConnectionMethod): string {
  return can.look_up
    ? "No duplicates: we check the platform before retrying."
    : "If the platform doesn't answer, you check and decide.";
}
