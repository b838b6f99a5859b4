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
 * Returns the refusal when a change would alter the texts or the images of the first `fixed` parts, which are published
 * or may be; null when the change is possible.
 */
export function getChangedPartsRefusal(
  before: { texts: readonly string[]; images: readonly (readonly string[])[] },
  after: { texts: readonly string[]; images: readonly (readonly string[])[] },
  fixed: number,
): Refusal | null {
  const changed = before.texts.slice(0, fixed).findIndex((text, index) => after.texts[index] !== text);
  if (changed !== -1) {
    const what = `${formatPublishedParts(fixed)} Part ${changed + 1} can't be changed; change only what follows part ${fixed}.`;
    return new Refusal("conflict", what, `thread.${changed}`);
  }
  const isOther = (part: number) => (before.images[part] ?? []).join() !== (after.images[part] ?? []).join();
  const part = before.texts.slice(0, fixed).findIndex((_, index) => isOther(index));
  if (part === -1) return null;
  return new Refusal(
    "conflict",
    `${formatPublishedParts(fixed)} The images of part ${part + 1} were published with it and can't be changed.`,
    part === 0 ? "media" : `part_media.${part}`,
  );
}
