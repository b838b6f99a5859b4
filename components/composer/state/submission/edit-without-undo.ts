import type { ComposerSubject } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";

/**
 * Returns true if the edited post can't be taken back once it is published now: the service can't wait with it, or its
 * channels change too.
 * @param graceSeconds null for a service that can't wait; 0 if the member turned the wait off
 */
export function isEditWithoutUndo(
  subject: ComposerSubject,
  { channelIds }: ComposerDraft,
  graceSeconds: number | null,
): boolean {
  if (subject.type === "new") return false;
  const posts = subject.whole?.posts;
  const hasOtherChannels =
    posts !== undefined &&
    (channelIds.length !== posts.length || posts.some(({ channelId }) => !channelIds.includes(channelId)));
  return graceSeconds === null || hasOtherChannels;
}
