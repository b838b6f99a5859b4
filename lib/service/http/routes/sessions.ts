import { api } from "#lib/contract/api";
import { endAllSessions, endSession, listSessions } from "#lib/service/accounts/list-sessions";
import { requireActorProof } from "#lib/service/accounts/recent-proof";
import { removeMemberTwoStep } from "#lib/service/accounts/remove-two-step";
import { makeResetLink } from "#lib/service/accounts/reset-link";
import { on, onOutside } from "../on.ts";

export const sessionRoutes = [
  on(api.listSessions, async ({ context, actor }) => ({
    data: await listSessions(context.db, actor, context.clock),
  })),
  on(api.endSession, async ({ context, actor, params, tx }) => {
    await endSession(tx, actor, params.id, context.clock);
    return { data: { id: params.id, ended: true } };
  }),
  on(api.endAllSessions, async ({ context, actor, body, tx }) => ({
    data: { ended: await endAllSessions(tx, actor, body.keep_current, context.clock) },
  })),
  // A mail server may take its time: no transaction waits for it.
  onOutside(api.removeMemberTwoStep, async ({ context, actor, params }) => ({
    data: await removeMemberTwoStep(context, actor, params.id),
  })),
  on(api.createResetLink, async ({ context, actor, params, tx }) => {
    const { clock, settings } = context;
    await requireActorProof(tx.client, actor, clock);
    return { data: await makeResetLink(tx, actor, params.id, { clock, origin: settings.origin }) };
  }),
];
