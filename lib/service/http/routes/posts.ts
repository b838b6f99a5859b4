import { api } from "#lib/contract/api.ts";
import { withExportAudit } from "#lib/service/audit/with-export-audit.ts";
import { defineExternalRoute, defineRoute, defineStreamRoute } from "#lib/service/http/define-route.ts";
import { listPostEvents } from "#lib/service/posts/events/list-post-events.ts";
import { countPosts } from "#lib/service/posts/read/count-posts.ts";
import { exportPosts } from "#lib/service/posts/read/export-posts.ts";
import { listPosts } from "#lib/service/posts/read/list-posts.ts";
import { requirePost } from "#lib/service/posts/read/require-post.ts";
import { requireConfirmedUrl } from "#lib/service/posts/state/require-confirmed-url.ts";
import { undoBulkAction } from "#lib/service/posts/undo/undo-bulk-action.ts";
import { applyBulkAction, applyPostAction } from "#lib/service/posts/write/bulk-action.ts";
import { updatePost } from "#lib/service/posts/write/update-post.ts";
import { takeDownPost } from "#lib/service/publishing/takedown/take-down-post.ts";

export const postRoutes = [
  defineRoute(api.listPosts, ({ context, actor, query }) => listPosts(context, actor, query)),

  defineRoute(api.countPosts, async ({ context, actor, query }) => ({ data: await countPosts(context, actor, query) })),

  defineRoute(api.getPost, async ({ context, actor, params }) => ({
    data: await requirePost(context.pool, actor, params.id, context.settings.origin),
  })),

  defineRoute(api.listPostEvents, async ({ context, actor, params }) => ({
    data: await listPostEvents(context, actor, params.id),
  })),

  defineStreamRoute(api.exportPosts, async ({ context, actor, query }) =>
    withExportAudit(context, actor, "posts.export", await exportPosts(context, actor, query)),
  ),

  defineRoute(api.changePost, async ({ context, actor, params, body, tx }) => {
    await updatePost(tx, actor, params.id, body, context);
    return { data: await requirePost(tx.client, actor, params.id, context.settings.origin) };
  }),

  defineRoute(api.retryPost, async ({ context, actor, params, body, tx }) => {
    requireConfirmedUrl(body, 1);
    const { unconfirmed = null, url } = body;
    await applyPostAction(tx, actor, params.id, { type: "retry", graceMs: 0, unconfirmed, url }, context);
    return { data: await requirePost(tx.client, actor, params.id, context.settings.origin) };
  }),

  defineRoute(api.cancelPost, async ({ context, actor, params, tx }) => {
    await applyPostAction(tx, actor, params.id, { type: "cancel" }, context);
    return { data: await requirePost(tx.client, actor, params.id, context.settings.origin) };
  }),

  defineRoute(api.restorePost, async ({ context, actor, params, tx }) => {
    await applyPostAction(tx, actor, params.id, { type: "restore" }, context);
    return { data: await requirePost(tx.client, actor, params.id, context.settings.origin) };
  }),

  defineRoute(api.changePosts, async ({ context, actor, body, tx }) => ({
    data: await applyBulkAction(tx, actor, body, context),
  })),

  defineRoute(api.undoChange, async ({ context, actor, params, tx }) => ({
    data: await undoBulkAction(tx, actor, params.id, context),
  })),

  defineExternalRoute(api.takeDownPost, async ({ context, actor, params, body }) => ({
    data: await takeDownPost(context, actor, params.id, body),
  })),

  defineRoute(api.deletePost, async ({ context, actor, params, tx }) => {
    await applyPostAction(tx, actor, params.id, { type: "delete" }, context);
    return { data: { id: params.id, deleted: true } };
  }),
];
