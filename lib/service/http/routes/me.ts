import { api } from "#lib/contract/api.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import { requireIdentity } from "#lib/service/members/get-actor-identity.ts";

export const meRoutes = [
  defineRoute(api.getMe, async ({ context, actor }) => ({ data: await requireIdentity(context.db, actor) })),
];
