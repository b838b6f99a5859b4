import { api } from "#lib/contract/api";
import { inviteByLink } from "#lib/service/members/invite-by-link";
import { onOutside } from "../on.ts";

export const invitationRoutes = [
  // A mail server may take its time: no transaction waits for it.
  onOutside(api.createInvitation, async ({ context, actor, body }) => ({
    data: await inviteByLink(context, actor, body),
  })),
];
