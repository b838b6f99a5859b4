import { api } from "#lib/contract/api.ts";
import { listPracticeTimeline } from "#lib/service/channels/platforms/practice/timeline.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";

export const practiceRoutes = [
  defineRoute(api.getPracticeTimeline, async ({ context, actor, params, query }) => {
    const data = await listPracticeTimeline(context, actor.orgId, params.username, query);
    if (!data) throw new Refusal("not_found", "The practice channel or its item was not found.");
    return { data };
  }),
];
