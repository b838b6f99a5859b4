import { api } from "#lib/contract/api.ts";
import { limits } from "#lib/contract/limits.ts";
import { nextSlot } from "#lib/contract/resources/post-inputs.ts";
import type { CheckPostsInput, NewPost } from "#lib/contract/types.ts";
import { takeNextSlot } from "#lib/service/calendar/next-slot.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { requireDraftsAllowed } from "#lib/service/core/drafts-only.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { defineRoute, type PreTransactionWork } from "#lib/service/http/define-route.ts";
import { createMedia, type StoredImage } from "#lib/service/media/create-media.ts";
import { downloadMedia, removeStoredImages } from "#lib/service/media/download-media.ts";
import { loadPosts } from "#lib/service/posts/read/load-posts.ts";
import { checkPosts } from "#lib/service/posts/write/check-posts.ts";
import { createSubmission } from "#lib/service/posts/write/create-submission.ts";

const imageDownloads: PreTransactionWork<typeof api.createPosts, StoredImage[]> = {
  isNeeded: ({ media_urls: urls }) => urls !== undefined && urls.length > 0,
  async prepare({ context, actor, body }, beforeWork) {
    requireImageRights(actor, body);
    return downloadMedia(context, actor.memberId, body.media_urls ?? [], beforeWork);
  },
  discard: ({ context }, stored) => removeStoredImages(context, stored),
};

export const postCreationRoutes = [
  defineRoute(
    api.createPosts,
    async ({ context, actor, body, tx, prepared }) => {
      const input = await resolveNextSlot(
        tx,
        actor,
        await attachImages(tx, actor, body, prepared, context.clock),
        context.clock,
      );
      const { ids, warnings } = await createSubmission(tx, actor, input, context);
      const posts = await loadPosts(tx.client, ids, context.settings.origin);
      const ofChannel = (id: string | null | undefined) => warnings.filter((warning) => warning.channel_id === id);
      return { data: posts.map((post) => ({ ...post, warnings: ofChannel(post.channel_id) })) };
    },
    imageDownloads,
  ),

  defineRoute(api.checkPosts, async ({ context, actor, body, tx }) => ({
    data: await checkPosts(tx, actor, context, async () => {
      if (body.media_urls?.length) requireImageRights(actor, body);
      return resolveNextSlot(tx, actor, body, context.clock);
    }),
  })),
];

/** Refuses what would waste the downloads. */
function requireImageRights(actor: Actor, body: NewPost): void {
  const { media_urls: urls = [], draft = false } = body;
  const first = body.part_media?.[0] ?? body.media ?? [];
  requireDraftsAllowed(actor, draft ? "draft" : "publishing");
  if (!actor.scopes.has("media:write")) {
    throw new Refusal("forbidden", "This key does not have the scope media:write, which media_urls requires.");
  }
  if (first.length + urls.length <= limits.imagesPerPost) return;
  const message = `The first part has ${first.length + urls.length} images with those of media_urls; at most ${limits.imagesPerPost} are allowed.`;
  throw new Refusal("invalid_request", message, "media_urls");
}

async function attachImages(
  tx: Tx,
  actor: Actor,
  body: NewPost,
  stored: readonly StoredImage[] | null,
  clock: Clock,
): Promise<NewPost> {
  if (stored === null) return body;
  const ids: string[] = [];
  for (const image of stored) ids.push((await createMedia(tx, actor, image, clock)).id);
  if (!body.part_media) return { ...body, media: [...(body.media ?? []), ...ids] };
  const [first = [], ...others] = body.part_media;
  return { ...body, part_media: [[...first, ...ids], ...others] };
}

async function resolveNextSlot<T extends NewPost | CheckPostsInput>(
  tx: Tx,
  actor: Actor,
  body: T,
  clock: Clock,
): Promise<T> {
  if (body.scheduled_for !== nextSlot) return body;
  return { ...body, scheduled_for: await takeNextSlot(tx, actor, body, clock) };
}
