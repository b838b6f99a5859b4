import { api } from "#lib/contract/api.ts";
import { deleteDraft, restoreDraft } from "#lib/service/drafts/delete-draft.ts";
import { getDraft, listDrafts } from "#lib/service/drafts/list-drafts.ts";
import { saveDraft } from "#lib/service/drafts/save-draft.ts";
import { on } from "#lib/service/http/define-route.ts";

export const draftRoutes = [
  on(api.listDrafts, ({ context, actor, query }) => listDrafts(context.pool, actor, query)),

  on(api.getDraft, async ({ context, actor, params }) => ({ data: await getDraft(context, actor, params.id) })),

  on(api.saveDraft, async ({ context, actor, params, body, tx }) => ({
    data: await saveDraft(tx, actor, params.id, body, context.clock),
  })),

  on(api.deleteDraft, async ({ context, actor, params, tx }) => {
    await deleteDraft(tx, actor, params.id, context.clock);
    return { data: { id: params.id, deleted: true } };
  }),

  on(api.restoreDraft, async ({ context, actor, params, tx }) => ({
    data: await restoreDraft(tx, actor, params.id, context.clock),
  })),
];
