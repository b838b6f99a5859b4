import { Refusal } from "#lib/service/core/refusal.ts";
import type { PostRow } from "#lib/service/posts/read/require-post.ts";
import { formatPublishedParts } from "./transitions.ts";

// A thread that stopped on its way: its first parts are out, or may be, and stay what they are; the rest may still change.

type PartState = "waiting" | "sending" | "sent" | "unknown";

/** The first parts of a plan, up to the last one that is out or may be; none while nothing has left. */
export function getPublishedParts<P extends { state: PartState }>(planned: readonly P[]): P[] {
  return planned.slice(0, planned.findLastIndex((part) => part.state !== "waiting") + 1);
}

/**
 * Whether what stands there is what the post says, part by part, so that the next one answers it. It is not where the
 * parts were joined to one item.
 */
export function isPublishedAsThread(standing: readonly { text: string }[], texts: readonly string[]): boolean {
  return standing.every((part, index) => part.text === texts[index]);
}

/**
 * Why a post of which the first `fixed` parts are out, or may be, can't become `after`; null when it can: those parts and
 * the images, which went with the first one, are the same then.
 */
export function getChangedPartsRefusal(
  before: { texts: readonly string[]; images: readonly string[] },
  after: { texts: readonly string[]; images: readonly string[] },
  fixed: number,
): Refusal | null {
  const changed = before.texts.slice(0, fixed).findIndex((text, index) => after.texts[index] !== text);
  if (changed !== -1) {
    const what = `${formatPublishedParts(fixed)} Part ${changed + 1} stays as it is; change what comes after part ${fixed}.`;
    return new Refusal("conflict", what, `thread.${changed}`);
  }
  const isSame =
    after.images.length === before.images.length && before.images.every((id, at) => after.images[at] === id);
  if (isSame) return null;
  return new Refusal(
    "conflict",
    `${formatPublishedParts(fixed)} The images went with part 1 and stay as they are.`,
    "media",
  );
}

/** While its platform is asked to take parts down, such a post is held by a lease: nothing else is done with it. */
export function isBeingTakenDown(post: Pick<PostRow, "status" | "leaseUntil">, now: Date): boolean {
  return post.status === "failed" && post.leaseUntil !== null && post.leaseUntil > now;
}

export function beingTakenDownRefusal(): Refusal {
  return new Refusal("conflict", "What is out of the post is being taken down just now. Try again in a moment.");
}
