import { api } from "#lib/contract/api.ts";
import { recordedExport } from "#lib/service/audit/audit-export.ts";
import { changeOne, changePosts } from "#lib/service/posts/write/bulk-action.ts";
import { checkPosts } from "#lib/service/posts/write/check-posts.ts";
import { countPosts } from "#lib/service/posts/read/count-posts.ts";
import { createSubmission } from "#lib/service/posts/write/create-submission.ts";
import { editPost } from "#lib/service/posts/write/update-post.ts";
import { exportPosts } from "#lib/service/posts/read/export-posts.ts";
import { listEvents } from "#lib/service/posts/events/list-post-events.ts";
import { listPosts } from "#lib/service/posts/read/list-posts.ts";
import { needPost } from "#lib/service/posts/read/require-post.ts";
import { readPosts } from "#lib/service/posts/read/load-posts.ts";
import { undoChange } from "#lib/service/posts/undo/undo-bulk-action.ts";
import { takeDownPost } from "#lib/service/publishing/takedown/take-down-post.ts";
import { on, onOutside, onStream } from "#lib/service/http/define-route.ts";

export const postRoutes = [
  on(api.createPosts, async ({ context, actor, body, tx }) => {
    const { ids, warnings } = await createSubmission(tx, actor, body, context);
    const posts = await readPosts(tx.client, ids, context.settings.origin);
    const ofChannel = (id: string | null | undefined) => warnings.filter((warning) => warning.channel_id === id);
    return { data: posts.map((post) => ({ ...post, warnings: ofChannel(post.channel_id) })) };
  }),

  on(api.checkPosts, async ({ context, actor, body, tx }) => ({
    data: { warnings: await checkPosts(tx, actor, body, context) },
  })),

  on(api.listPosts, ({ context, actor, query }) => listPosts(context, actor, query)),

  on(api.countPosts, async ({ context, actor, query }) => ({ data: await countPosts(context, actor, query) })),

  on(api.getPost, async ({ context, actor, params }) => ({
    data: await needPost(context.pool, actor, params.id, context.settings.origin),
  })),

  on(api.listPostEvents, async ({ context, actor, params }) => ({ data: await listEvents(context, actor, params.id) })),

  onStream(api.exportPosts, async ({ context, actor, query }) =>
    recordedExport(context, actor, "posts.export", await exportPosts(context, actor, query)),
  ),

  on(api.changePost, async ({ context, actor, params, body, tx }) => {
    await editPost(tx, actor, params.id, body, context);
    return { data: await needPost(tx.client, actor, params.id, context.settings.origin) };
  }),

  on(api.retryPost, async ({ context, actor, params, body, tx }) => {
    await changeOne(tx, actor, params.id, { is: "retry", graceMs: 0, unconfirmed: body.unconfirmed ?? null }, context);
    return { data: await needPost(tx.client, actor, params.id, context.settings.origin) };
  }),

  on(api.cancelPost, async ({ context, actor, params, tx }) => {
    await changeOne(tx, actor, params.id, { is: "cancel" }, context);
    return { data: await needPost(tx.client, actor, params.id, context.settings.origin) };
  }),

  on(api.restorePost, async ({ context, actor, params, tx }) => {
    await changeOne(tx, actor, params.id, { is: "restore" }, context);
    return { data: await needPost(tx.client, actor, params.id, context.settings.origin) };
  }),

  on(api.changePosts, async ({ context, actor, body, tx }) => ({ data: await changePosts(tx, actor, body, context) })),

  on(api.undoChange, async ({ context, actor, params, tx }) => ({
    data: await undoChange(tx, actor, params.id, context),
  })),

  onOutside(api.takeDownPost, async ({ context, actor, params, body }) => ({
    data: await takeDownPost(context, actor, params.id, body),
  })),

  on(api.deletePost, async ({ context, actor, params, tx }) => {
    await changeOne(tx, actor, params.id, { is: "delete" }, context);
    return { data: { id: params.id, deleted: true } };
  }),
];
