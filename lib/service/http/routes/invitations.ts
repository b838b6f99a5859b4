import { api } from "#lib/contract/api.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { defineExternalRoute, defineRoute } from "#lib/service/http/define-route.ts";
import { listInvitations, revokeInvitation } from "#lib/service/members/invitations.ts";
import { sendInvitation } from "#lib/service/members/send-invitation.ts";

export const invitationRoutes = [
  // A mail server may be slow: no transaction waits for it.
  defineExternalRoute(api.createInvitation, async ({ context, actor, body }) => {
    const invitation = await sendInvitation(context, actor, body);
    const target = { type: "invitation", id: invitation.id } as const;
    await recordAuditEvent(context.pool, { type: "invitation.create", by: actor, target, detail: { role: body.role } });
    return { data: invitation };
  }),

  defineRoute(api.listInvitations, async ({ context, actor, query }) =>
    listInvitations(context.pool, actor, query, context.clock),
  ),

  defineRoute(api.revokeInvitation, async ({ context, actor, params, tx }) => {
    const revoked = await revokeInvitation(tx, actor, params.id, context.clock);
    await recordAuditEvent(tx, { type: "invitation.revoke", by: actor, target: { type: "invitation", id: params.id } });
    return { data: revoked };
  }),
];
