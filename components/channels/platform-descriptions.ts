import type { ConnectionMethod } from "#lib/contract/types.ts";

/** Describes a platform's features in a sentence. */
export function describePlatformFeatures({ can }: ConnectionMethod): string {
  const images = can.images === 0 ? "no images" : can.images === 1 ? "one image" : `up to ${can.images} images`;
  const chain = can.chain ? "Threads" : "Single posts";
  return `${chain}, ${images}. ${can.take_down ? "You can delete published posts from here." : "Delete published posts on the platform."}`;
}

/** Describes how a lost answer from the platform is handled. */
export function describeDeliveryGuarantee({ can, host }: ConnectionMethod): string {
  if (!can.look_up) return "If the platform doesn't answer, you check and decide.";
  if (can.repeat_safe) return "No duplicates: we check the platform before retrying.";
  const late = "a request that arrives minutes late can become a second post.";
  return host
    ? `We check the server before retrying. On servers other than Mastodon and Hollo ${late}`
    : `We check the platform before retrying, once. Only ${late}`;
}
