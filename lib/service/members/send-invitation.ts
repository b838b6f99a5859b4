import type { Invitation, NewInvitation } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context, EmailMessage } from "#lib/service/core/context.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { formatInstant } from "#lib/time/format.ts";
import { getOrganization } from "./get-organization.ts";
import { createInvitation } from "./invitations.ts";

/** The letter of an invitation. Its reader has no zone of theirs here yet: the end is told in UTC. */
function renderInvitationEmail(options: {
  organization: string;
  by: string;
  url: string;
  expiresAt: string;
}): Pick<EmailMessage, "subject" | "text" | "html"> {
  const what = `${options.by} invites you to ${options.organization} on Postwright.`;
  const until = `The link works once, until ${formatInstant(new Date(options.expiresAt), "UTC")}, UTC.`;
  const unknown = "If you don't know them, ignore this e-mail. Nothing happens.";
  return {
    subject: `${options.by} invites you to ${options.organization}`,
    text: [what, "", `Join: ${options.url}`, "", until, unknown, ""].join("\n"),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(what)}</title></head>
<body style="margin:0;padding:24px;font:15px/22px system-ui,sans-serif">
<div style="max-width:560px">
<p style="margin:0">${escapeHtml(what)}</p>
<p style="margin:24px 0"><a href="${escapeHtml(options.url)}" style="display:inline-block;padding:10px 16px;border-radius:10px;background:#2f48a8;color:#ffffff;font-weight:600;text-decoration:none">Join ${escapeHtml(options.organization)}</a></p>
<p style="margin:0;font-size:13px;opacity:.75">${escapeHtml(until)} ${escapeHtml(unknown)}</p>
</div>
</body></html>
`,
  };
}

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (found) => escapes[found] ?? "");

type SentInvitation = Invitation & { url: string; letter: { sent: boolean; why: string | null } | null };

/** Makes an invitation, then sends its letter where one is wanted: the link is given out whatever comes of that. */
export async function sendInvitation(context: Context, actor: Actor, input: NewInvitation): Promise<SentInvitation> {
  const { pool, clock, settings } = context;
  const { invitation, token, mailToken } = await inTransaction(pool, (tx) => createInvitation(tx, actor, input, clock));
  const urlOf = (value: string) => `${settings.origin}/join?token=${value}`;
  const url = urlOf(token);
  if (invitation.email === null || mailToken === null) return { ...invitation, url, letter: null };
  const organization = (await getOrganization(pool, actor.orgId, settings)).name;
  const delivery = await context.sendEmail({
    ...renderInvitationEmail({
      organization,
      by: invitation.made_by.name,
      url: urlOf(mailToken),
      expiresAt: invitation.expires_at,
    }),
    to: { name: "", address: invitation.email },
    id: invitation.id,
  });
  return { ...invitation, url, letter: delivery };
}
