import { api } from "#lib/contract/api.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import { applySubmissionAction, updateSubmission } from "#lib/service/posts/submissions/change-submission.ts";
import { getSubmission } from "#lib/service/posts/submissions/get-submission.ts";
import { countSubmissions, listSubmissions } from "#lib/service/posts/submissions/list-submissions.ts";

export const submissionRoutes = [
  defineRoute(api.listSubmissions, ({ context, actor, query }) => listSubmissions(context, actor, query)),

  defineRoute(api.countSubmissions, async ({ context, actor, query }) => ({
    data: await countSubmissions(context, actor, query),
  })),

  defineRoute(api.getSubmission, async ({ context, actor, params }) => ({
    data: await getSubmission(context.pool, actor, params.id, context.settings.origin),
  })),

  defineRoute(api.changeSubmission, async ({ context, actor, params, body, tx }) => {
    const { undo } = await updateSubmission(tx, actor, params.id, body, context);
    const submission = await getSubmission(tx.client, actor, params.id, context.settings.origin);
    return { data: { ...submission, undo } };
  }),

  defineRoute(api.applySubmissionAction, async ({ context, actor, params, body, tx }) => ({
    data: await applySubmissionAction(tx, actor, params.id, body, context),
  })),

  defineRoute(api.deleteSubmission, async ({ context, actor, params, tx }) => {
    await applySubmissionAction(tx, actor, params.id, { action: "delete" }, context);
    return { data: { id: params.id, deleted: true } };
  }),
];
