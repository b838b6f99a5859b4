import type { Invitation, NewInvitation } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context, EmailMessage } from "#lib/service/core/context.ts";
import { escapeHtml, renderEmailDocument } from "#lib/service/core/email-document.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { spendMail } from "#lib/service/outbox/mail-limits.ts";
import { formatInstant } from "#lib/time/format.ts";
import { getOrganization } from "./get-organization.ts";
import { createInvitation } from "./invitations.ts";

/** Renders the e-mail of an invitation. Its reader has no time zone here yet, so its end is in UTC. */
function renderInvitationEmail(options: {
  organization: string;
  by: string;
  url: string;
  expiresAt: string;
}): Pick<EmailMessage, "subject" | "text" | "html"> {
  const what = `${options.by} invites you to ${options.organization} on Postwright.`;
  const until = `The link works once, until ${formatInstant(new Date(options.expiresAt), "UTC")} UTC.`;
  const unknown = "If you don't know them, ignore this e-mail. Nothing happens.";
  return {
    subject: `${options.by} invites you to ${options.organization}`,
    text: [what, "", `Join: ${options.url}`, "", until, unknown, ""].join("\n"),
    html: renderEmailDocument({
      title: what,
      content: `<p style="margin:0">${escapeHtml(what)}</p>`,
      action: { label: `Join ${options.organization}`, url: options.url },
      note: escapeHtml(`${until} ${unknown}`),
    }),
  };
}

type SentInvitation = Invitation & { url: string; letter: { sent: boolean; why: string | null } | null };

/**
 * Creates an invitation, then sends its e-mail if it has an address. The caller gets the link even if the e-mail fails.
 * @throws Refusal as `createInvitation`; `rate_limited` when the address or the caller has had too many e-mails
 */
export async function sendInvitation(context: Context, actor: Actor, input: NewInvitation): Promise<SentInvitation> {
  const { pool, clock, settings } = context;
  const { invitation, token, mailToken, permit } = await inTransaction(pool, async (tx) => {
    const created = await createInvitation(tx, actor, input, clock);
    const { email } = created.invitation;
    const mail = email === null ? null : ({ type: "invitation", to: email, by: actor.memberId } as const);
    return { ...created, permit: mail && (await spendMail(tx.client, mail, context)) };
  });
  const urlOf = (value: string) => `${settings.origin}/join?token=${value}`;
  const url = urlOf(token);
  if (invitation.email === null || mailToken === null || permit === null) return { ...invitation, url, letter: null };
  const organization = (await getOrganization(pool, actor.orgId, settings)).name;
  const message = renderInvitationEmail({
    organization,
    by: invitation.made_by.name,
    url: urlOf(mailToken),
    expiresAt: invitation.expires_at,
  });
  const to = { name: "", address: invitation.email };
  const delivery = await context.sendEmail({ ...message, to, id: invitation.id }, permit);
  return { ...invitation, url, letter: delivery };
}
