import { api } from "#lib/contract/api";
import { listPracticeTimeline } from "#lib/service/channels/practice/timeline";
import { Refusal } from "#lib/service/refusal";
import { on } from "../on.ts";

export const practiceRoutes = [
  on(api.getPracticeTimeline, async ({ context, actor, params, query }) => {
    const data = await listPracticeTimeline(context, actor.orgId, params.username, query);
    if (!data) throw new Refusal("not_found", "There is no such practice channel, or no such item on it.");
    return { data };
  }),
];
