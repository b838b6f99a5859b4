import { api } from "#lib/contract/api.ts";
import { changeDraft, changeDrafts, deleteDraft, restoreDraft } from "#lib/service/drafts/change-drafts.ts";
import { getDraft, listDrafts } from "#lib/service/drafts/list-drafts.ts";
import { saveDraft } from "#lib/service/drafts/save-draft.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";

export const draftRoutes = [
  defineRoute(api.listDrafts, ({ context, actor, query }) => listDrafts(context.pool, actor, query)),

  defineRoute(api.getDraft, async ({ context, actor, params }) => ({
    data: await getDraft(context, actor, params.id),
  })),

  defineRoute(api.saveDraft, async ({ context, actor, params, body, tx }) => ({
    data: await saveDraft(tx, actor, params.id, body, context.clock),
  })),

  defineRoute(api.renameDraft, async ({ actor, params, body, tx }) => ({
    data: await changeDraft(tx, actor, params.id, body),
  })),

  defineRoute(api.changeDrafts, async ({ context, actor, body, tx }) => ({
    data: { ids: await changeDrafts(tx, actor, body, context.clock) },
  })),

  defineRoute(api.deleteDraft, async ({ context, actor, params, tx }) => {
    await deleteDraft(tx, actor, params.id, context.clock);
    return { data: { id: params.id, deleted: true } };
  }),

  defineRoute(api.restoreDraft, async ({ context, actor, params, tx }) => ({
    data: await restoreDraft(tx, actor, params.id, context.clock),
  })),
];
