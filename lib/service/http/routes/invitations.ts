import { api } from "#lib/contract/api";
import { listInvitations, revokeInvitation } from "#lib/service/members/invitations";
import { inviteByLink } from "#lib/service/members/invite-by-link";
import { on, onOutside } from "../on.ts";

export const invitationRoutes = [
  // A mail server may take its time: no transaction waits for it.
  onOutside(api.createInvitation, async ({ context, actor, body }) => ({
    data: await inviteByLink(context, actor, body),
  })),

  on(api.listInvitations, async ({ context, actor, query }) =>
    listInvitations(context.pool, actor, query, context.clock),
  ),

  on(api.revokeInvitation, async ({ context, actor, params, tx }) => ({
    data: await revokeInvitation(tx, actor, params.id, context.clock),
  })),
];
