import { api } from "#lib/contract/api.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { createMemberResetLink } from "#lib/service/auth/passwords/password-reset-link.ts";
import { requireActorRecentAuthentication } from "#lib/service/auth/sessions/recent-authentication.ts";
import { endAllSessions, endSession, listSessions } from "#lib/service/auth/sessions/sign-in-sessions.ts";
import { removeMemberTwoStep } from "#lib/service/auth/two-step/remove-member-two-step.ts";
import { defineExternalRoute, defineRoute } from "#lib/service/http/define-route.ts";

export const sessionRoutes = [
  defineRoute(api.listSessions, async ({ context, actor }) => ({
    data: await listSessions(context.db, actor, context.clock),
  })),
  defineRoute(api.endSession, async ({ context, actor, params, tx }) => {
    await endSession(tx, actor, params.id, context.clock);
    await recordAuditEvent(tx, { type: "session.end", by: actor, target: { type: "session", id: params.id } });
    return { data: { id: params.id, ended: true } };
  }),
  // A mail server may be slow: no transaction waits for it.
  defineExternalRoute(api.removeMemberTwoStep, async ({ context, actor, params }) => ({
    data: await removeMemberTwoStep(context, actor, params.id),
  })),
  defineRoute(api.endAllSessions, async ({ context, actor, body, tx }) => {
    const ended = await endAllSessions(tx, actor, body.keep_current, context.clock);
    await recordAuditEvent(tx, { type: "session.end", by: actor, detail: { sessions: ended } });
    return { data: { ended } };
  }),
  defineRoute(api.createResetLink, async ({ context, actor, params, tx }) => {
    const { clock, settings } = context;
    await requireActorRecentAuthentication(tx.client, actor, clock);
    const link = await createMemberResetLink(tx, actor, params.id, { clock, origin: settings.origin });
    await recordAuditEvent(tx, {
      type: "password.create_reset_link",
      by: actor,
      target: { type: "member", id: params.id },
    });
    return { data: link };
  }),
];
