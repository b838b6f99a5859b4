import { api } from "#lib/contract/api.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import { requireActorIdentity } from "#lib/service/members/require-actor-identity.ts";

export const meRoutes = [
  defineRoute(api.getMe, async ({ context, actor }) => ({ data: await requireActorIdentity(context.db, actor) })),
];
