import { api } from "#lib/contract/api.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import { requireActorMembership } from "#lib/service/members/require-actor-membership.ts";

export const meRoutes = [
  defineRoute(api.getMe, async ({ context, actor }) => ({ data: await requireActorMembership(context.pool, actor) })),
];
