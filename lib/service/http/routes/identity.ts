import { api } from "#lib/contract/api";
import { needIdentity } from "#lib/service/members/get-identity";
import { on } from "../on.ts";

export const identityRoutes = [
  on(api.getMe, async ({ context, actor }) => ({ data: await needIdentity(context.db, actor) })),
];
