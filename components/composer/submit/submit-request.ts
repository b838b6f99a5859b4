import { describeImages } from "#lib/actions/media.ts";
import { changePost, createPosts } from "#lib/actions/posts.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { Post } from "#lib/contract/types.ts";
import { failureOf } from "#lib/queries/read-resource.ts";
import { addRecent, recentSetsName } from "#components/composer/variants/stored-channel-sets.ts";
import { recall, remember } from "#components/composer/browser-storage.ts";
import { lastChannelsName } from "#components/composer/drafts/draft-storage.ts";
import type { Effect } from "#components/composer/state/composer-state.ts";
import { makeChange, makeNewPost } from "#components/composer/state/submission/post-payload.ts";
import { serverNow } from "#components/composer/schedule/server-clock.ts";

/** Asks the service; never throws. What the images show is said first: it goes out with the post. */
export async function ask(
  effect: Extract<Effect, { do: "send" }>,
  describes: boolean,
  draftId: string | null,
): Promise<Result<Post[]>> {
  const { subject, draft, intent, call } = effect;
  const now = serverNow();
  try {
    const images = draft.images.flatMap(({ state, alt }) => (state.is === "ready" ? [{ id: state.mediaId, alt }] : []));
    const said = describes && images.length > 0 ? await describeImages({ images }) : null;
    if (said?.error) return { error: said.error };
    if (subject.is === "new") {
      const post = makeNewPost(draft, intent, now, call);
      const named = draftId === null ? post : { ...post, draft_id: draftId };
      return await createPosts({ post: named, repeatKey: call.repeatKey });
    }
    const change = makeChange(draft, intent, subject, now);
    const result = await changePost({ id: subject.postId, change });
    return result.error ? { error: result.error } : { ok: [result.ok] };
  } catch (thrown) {
    return { error: failureOf(thrown) };
  }
}

/** The channels of what was sent: the next post begins with them, and they are offered as a set. */
export function keepChannels(memberId: string, channelIds: readonly string[]): void {
  remember(lastChannelsName(memberId), JSON.stringify(channelIds));
  remember(recentSetsName(memberId), addRecent(recall(recentSetsName(memberId)), channelIds));
}
