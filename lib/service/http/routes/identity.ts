import { api } from "#lib/contract/api.ts";
import { needIdentity } from "#lib/service/members/require-identity.ts";
import { on } from "#lib/service/http/define-route.ts";

export const identityRoutes = [
  on(api.getMe, async ({ context, actor }) => ({ data: await needIdentity(context.db, actor) })),
];
