import { api } from "#lib/contract/api";
import { recordedExport } from "#lib/service/audit/recorded-export";
import { changeOne, changePosts } from "#lib/service/posts/change-posts";
import { checkPosts } from "#lib/service/posts/check-posts";
import { countPosts } from "#lib/service/posts/count-posts";
import { createSubmission } from "#lib/service/posts/create-submission";
import { editPost } from "#lib/service/posts/edit-post";
import { exportPosts } from "#lib/service/posts/export-posts";
import { listEvents } from "#lib/service/posts/list-events";
import { listPosts } from "#lib/service/posts/list-posts";
import { needPost } from "#lib/service/posts/need-post";
import { readPosts } from "#lib/service/posts/read-posts";
import { undoChange } from "#lib/service/posts/undo-change";
import { takeDownPost } from "#lib/service/publishing/take-down";
import { on, onOutside, onStream } from "../on.ts";

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
