import { getLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import type { ComposerEffect } from "#components/composer/state/composer-state.ts";
import { createPostPayload, createUpdatePayload } from "#components/composer/state/submission/draft-post-conversion.ts";
import { createSubmissionChange } from "#components/composer/state/submission/edited-submission.ts";
import { addRecentSet, getRecentSetsKey } from "#components/composer/variants/stored-channel-sets.ts";
import { getLastChannelsKey } from "#components/post-actions/last-channels.ts";
import { storeUndo } from "#components/post-actions/undo-storage.ts";
import { getServerNow } from "#components/ui/server-clock.ts";
import { updateImageDescriptions } from "#lib/actions/media.ts";
import { createPosts, updatePost, updateSubmission } from "#lib/actions/posts.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { Channel, Post, SubmissionChange } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { addChannelIdsToPosts } from "./add-channel-ids-to-posts.ts";

type SubmitSubject = Extract<ComposerEffect, { type: "send" }>["subject"];

type SendSubmitRequestOptions = {
  /** True if the service stores alt text. */
  describes: boolean;
  draftId: string | null;
  channels: readonly Channel[];
  /** Seconds that posts to publish now wait at the service, so that they can be taken back; null if it can't wait. */
  graceSeconds: number | null;
};

/**
 * Sends one request to the service; never throws. Saves the images' alt texts first, because they are published with
 * the post.
 */
export async function sendSubmitRequest(
  effect: Extract<ComposerEffect, { type: "send" }>,
  { describes, draftId, channels, graceSeconds }: SendSubmitRequestOptions,
): Promise<Result<Post[]>> {
  const { draft, intent, call } = effect;
  const now = getServerNow();
  try {
    const images = draft.images.flatMap(({ state, alt }) =>
      state.type === "ready" ? [{ id: state.mediaId, alt }] : [],
    );
    const said = describes && images.length > 0 ? await updateImageDescriptions({ images }) : null;
    if (said?.error) return { error: said.error };
    for (const { id, version } of said?.ok ?? []) getOwnRaises(id).add(version);
    const subject = withOwnRaises(effect.subject);
    if (subject.type === "new") {
      const post = createPostPayload(draft, intent, now, call);
      const waits = graceSeconds && intent === "send" && post.scheduled_for === undefined;
      const waiting = waits ? { ...post, grace_seconds: graceSeconds } : post;
      const named = draftId === null ? waiting : { ...waiting, draft_id: draftId };
      const replaced = subject.replaces === undefined ? undefined : { id: subject.replaces, isLast: effect.isLast };
      const result = await createPosts({ post: named, repeatKey: call.repeatKey, replaced });
      return result.error ? result : { ok: addChannelIdsToPosts(result.ok, call.channelIds, channels) };
    }
    if (subject.whole) {
      const change = createSubmissionChange(draft, intent, subject.whole, now);
      const fixedIds = subject.whole.fixed.map(({ id }) => id);
      const isShown = ({ id }: Post) => !fixedIds.includes(id);
      return await sendSubmissionChange(subject.whole.id, change, { ...call, graceSeconds, isShown, isAlone: false });
    }
    const change = createUpdatePayload(draft, intent, subject, now);
    if (graceSeconds && change.status === "publishing" && subject.submissionId && !subject.fixed?.length) {
      const { version, ...content } = change;
      const ofOne = { posts: [{ id: subject.postId, version }], ...content };
      const isShown = ({ id }: Post) => id === subject.postId;
      return await sendSubmissionChange(subject.submissionId, ofOne, { ...call, graceSeconds, isShown, isAlone: true });
    }
    const result = await updatePost({ id: subject.postId, change });
    return result.error ? { error: result.error } : { ok: [result.ok] };
  } catch (thrown) {
    return { error: toReadFailure(thrown) };
  }
}

/**
 * Versions that posts got from alt texts which this page saved. A submission that fails afterwards is sent again with the
 * version that the person read, so they are kept.
 */
const ownRaises = new Map<string, Set<number>>();

function getOwnRaises(postId: string): Set<number> {
  const known = ownRaises.get(postId) ?? new Set();
  ownRaises.set(postId, known);
  return known;
}

/** Returns the version after this page's own alt texts. A change by somebody else in between stays a conflict. */
function addOwnRaises(postId: string, version: number): number {
  const raises = ownRaises.get(postId);
  let current = version;
  while (raises?.has(current + 1)) current += 1;
  return current;
}

function withOwnRaises(subject: SubmitSubject): SubmitSubject {
  if (subject.type === "new") return subject;
  const version = addOwnRaises(subject.postId, subject.version);
  if (!subject.whole) return { ...subject, version };
  const posts = subject.whole.posts.map((post) => ({ ...post, version: addOwnRaises(post.id, post.version) }));
  return { ...subject, version, whole: { ...subject.whole, posts } };
}

type ChangeOptions = {
  repeatKey: string;
  graceSeconds: number | null;
  isShown: (post: Post) => boolean;
  /** True for an edit of one channel. */
  isAlone: boolean;
};

/** Changes posts of a submission. Posts to publish now wait at the service, and the browser remembers how to take them back. */
async function sendSubmissionChange(
  id: string,
  change: SubmissionChange,
  { repeatKey, graceSeconds, isShown, isAlone }: ChangeOptions,
): Promise<Result<Post[]>> {
  // The undo of other channels would lose the new text, so such a change does not wait.
  const waits =
    graceSeconds !== null && graceSeconds > 0 && change.status === "publishing" && !change.add && !change.remove;
  const sentAtMs = Date.now();
  const waiting = waits ? { ...change, grace_seconds: graceSeconds } : change;
  const result = await updateSubmission({ id, change: waiting, repeatKey });
  if (result.error) return { error: result.error };
  const postId = change.posts?.[0]?.id;
  if (waits && result.ok.undo !== null && postId !== undefined) {
    const editHref = `/compose?post=${encodeURIComponent(postId)}${isAlone ? "&one=1" : ""}`;
    const untilMs = sentAtMs + graceSeconds * 1000;
    const times = { doneAtMs: sentAtMs, endsAtMs: untilMs, untilMs };
    const undo = { undo: result.ok.undo, message: "Publishing", postId, editHref, countDown: true, ...times };
    storeUndo(localStorage, undo, sentAtMs);
  }
  return { ok: result.ok.posts.filter(isShown) };
}

/** Stores the channels of a submission: the next post starts with them, and they are offered as a set. */
export function saveLastChannels(memberId: string, channelIds: readonly string[]): void {
  setLocalItem(getLastChannelsKey(memberId), JSON.stringify(channelIds));
  setLocalItem(getRecentSetsKey(memberId), addRecentSet(getLocalItem(getRecentSetsKey(memberId)), channelIds));
}
