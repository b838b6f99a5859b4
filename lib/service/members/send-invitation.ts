import type { Invitation, NewInvitation } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { getOrganization } from "./get-organization.ts";
import { renderInvitationEmail } from "./invitation-letter.ts";
import { createInvitation } from "./invitations.ts";

type SentInvitation = Invitation & { url: string; letter: { sent: boolean; why: string | null } | null };

/** Makes an invitation, then sends its letter where one is wanted: the link is given out whatever comes of that. */
export async function sendInvitation(context: Context, actor: Actor, input: NewInvitation): Promise<SentInvitation> {
  const { pool, clock, settings } = context;
  const { invitation, token, mailToken } = await inTransaction(pool, (tx) => createInvitation(tx, actor, input, clock));
  const urlOf = (value: string) => `${settings.origin}/join?token=${value}`;
  const url = urlOf(token);
  if (invitation.email === null || mailToken === null) return { ...invitation, url, letter: null };
  const organization = (await getOrganization(pool, actor.orgId, settings)).name;
  const letter = await context.sendLetter({
    ...renderInvitationEmail({
      ...{ organization, by: invitation.made_by.name, url: urlOf(mailToken), expiresAt: invitation.expires_at },
    }),
    to: { name: "", address: invitation.email },
    id: invitation.id,
  });
  return { ...invitation, url, letter };
}
