import { api } from "#lib/contract/api";
import { getIdentity } from "#lib/service/members/get-identity";
import { Refusal } from "#lib/service/refusal";
import { on } from "../on.ts";

export const identityRoutes = [
  on(api.getMe, async ({ context, actor }) => {
    const data = await getIdentity(context.db, actor);
    if (!data) throw new Refusal("unauthorized", "The API key is missing, invalid or revoked.");
    return { data };
  }),
];
