import type { ComposerEvent, PartialSubmission, SubmitRequest } from "#components/composer/state/composer-state.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { findSubmittedPosts } from "./find-submitted-posts.ts";
import type { UnconfirmedStore } from "./unconfirmed-store.ts";

/** `absent`: the posts were not found; `unreadable`: the latest posts can't be read. */
export type UnconfirmedPollStatus = "looking" | "absent" | "unreadable" | "arrived";

export type UnconfirmedPollDeps = {
  store: Pick<UnconfirmedStore, "sinceMs" | "findArrived" | "listKnownIds" | "arrived">;
  /** Reads the member's latest posts, newest first; null if they can't be read. */
  readLatestPosts: (signal: AbortSignal) => Promise<readonly Post[] | null>;
  getProgress: () => PartialSubmission;
  getChannels: () => readonly Channel[];
  dispatch: (event: ComposerEvent) => void;
  /** Gets the posts that were found, which are shown among the results. */
  onFound: (posts: readonly Post[]) => void;
  onStatus: (status: UnconfirmedPollStatus) => void;
  nowMs: () => number;
  timing?: UnconfirmedPollTiming;
};

/**
 * `pendingMs`: ms after the submission within which a slow service may still create the posts; `everyMs`: ms between two
 * reads meanwhile; `laterMs`: ms between two reads after the author was asked; `lastMs`: ms until reading ends.
 */
type UnconfirmedPollTiming = { pendingMs: number; everyMs: number; laterMs: number; lastMs: number };
const usualTiming: UnconfirmedPollTiming = { pendingMs: 12_000, everyMs: 2_000, laterMs: 20_000, lastMs: 180_000 };

/**
 * Looks for the posts of unconfirmed requests among the latest posts, until all are there. Once a slow service would have
 * created them the author is asked, and reading goes on: a post may still appear.
 */
export async function pollForUnconfirmedPosts(deps: UnconfirmedPollDeps, signal: AbortSignal): Promise<void> {
  const { store, timing = usualTiming } = deps;
  for (;;) {
    const posts = await deps.readLatestPosts(signal).catch(() => null);
    if (signal.aborted) return;
    if (takeFound(deps, posts ?? [])) return deps.onStatus("arrived");
    const passedMs = deps.nowMs() - store.sinceMs();
    const isPending = deps.getProgress().unsure.some(mayBePending) && passedMs < timing.pendingMs;
    if (!isPending) deps.onStatus(posts ? "absent" : "unreadable");
    if (passedMs > timing.lastMs) return;
    await new Promise((resolve) => setTimeout(resolve, isPending ? timing.everyMs : timing.laterMs));
    if (signal.aborted) return;
  }
}

/** @returns true if every unconfirmed request was found */
function takeFound(deps: UnconfirmedPollDeps, posts: readonly Post[]): boolean {
  const { store, dispatch, onFound } = deps;
  const progress = deps.getProgress();
  const knownIds = new Set([...progress.postIds, ...store.listKnownIds()]);
  let isAll = true;
  for (const call of progress.unsure) {
    const elsewhere = store.findArrived(call.repeatKey);
    if (elsewhere) {
      onFound(posts.filter(({ id }) => elsewhere.includes(id)));
      dispatch({ type: "arrived", repeatKey: call.repeatKey, channelIds: call.channelIds, postIds: elsewhere });
      continue;
    }
    const found = findSubmittedPosts(call, { posts, channels: deps.getChannels(), sinceMs: store.sinceMs(), knownIds });
    for (const { post } of found) knownIds.add(post.id);
    isAll &&= found.length === call.channelIds.length;
    if (found.length === 0) continue;
    onFound(found.map(({ channelId, post }) => ({ ...post, channel_id: post.channel_id ?? channelId })));
    const channelIds = found.map(({ channelId }) => channelId);
    const postIds = found.map(({ post }) => post.id);
    dispatch({ type: "arrived", repeatKey: call.repeatKey, channelIds, postIds });
    store.arrived(call, channelIds, postIds);
  }
  return isAll;
}

/** False after an answer from the service itself, which has then finished the request. */
function mayBePending({ state }: SubmitRequest): boolean {
  const status = "failure" in state ? state.failure.status : null;
  return status === null || status === 502 || status === 504;
}
