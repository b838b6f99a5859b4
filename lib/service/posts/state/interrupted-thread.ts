import { Refusal } from "#lib/service/core/refusal.ts";
import { formatPublishedParts } from "./transitions.ts";

// A thread that stopped midway: its first parts are published, or may be, and can't change; the rest still can.

type PartState = "waiting" | "sending" | "sent" | "unknown";

/**
 * Returns the first parts of a plan, up to the last one that is published or may be; none before the first was sent.
 */
export function getPublishedParts<P extends { state: PartState }>(planned: readonly P[]): P[] {
  return planned.slice(0, planned.findLastIndex((part) => part.state !== "waiting") + 1);
}

/**
 * Checks that the published items match the post part by part, so that the next part can reply to the last one. They do
 * not match where the parts were joined to one item.
 */
export function isPublishedAsThread(published: readonly { text: string }[], texts: readonly string[]): boolean {
  return published.every((part, index) => part.text === texts[index]);
}

/**
 * Returns the refusal when a change would alter the first `fixed` parts, which are published or may be, or the images,
 * which went with the first part; null when the change is possible.
 */
export function getChangedPartsRefusal(
  before: { texts: readonly string[]; images: readonly string[] },
  after: { texts: readonly string[]; images: readonly string[] },
  fixed: number,
): Refusal | null {
  const changed = before.texts.slice(0, fixed).findIndex((text, index) => after.texts[index] !== text);
  if (changed !== -1) {
    const what = `${formatPublishedParts(fixed)} Part ${changed + 1} can't be changed; change only what follows part ${fixed}.`;
    return new Refusal("conflict", what, `thread.${changed}`);
  }
  const isSame =
    after.images.length === before.images.length && before.images.every((id, at) => after.images[at] === id);
  if (isSame) return null;
  return new Refusal(
    "conflict",
    `${formatPublishedParts(fixed)} The images were published with part 1 and can't be changed.`,
    "media",
  );
}
