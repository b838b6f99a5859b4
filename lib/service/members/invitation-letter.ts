import type { EmailMessage } from "#lib/service/core/context.ts";
import { formatInstant } from "#lib/time/format.ts";

/** The letter of an invitation. Its reader has no zone of theirs here yet: the end is told in UTC. */
export function renderInvitationEmail(at: {
  organization: string;
  by: string;
  url: string;
  expiresAt: string;
}): Pick<EmailMessage, "subject" | "text" | "html"> {
  const what = `${at.by} invites you to ${at.organization} on Postwright.`;
  const until = `The link works once, until ${formatInstant(new Date(at.expiresAt), "UTC")} (UTC).`;
  const unknown = "If you do not know them, ignore this e-mail: nothing happens.";
  return {
    subject: `${at.by} invites you to ${at.organization}`,
    text: [what, "", `Join: ${at.url}`, "", until, unknown, ""].join("\n"),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(what)}</title></head>
<body style="margin:0;padding:24px;font:15px/22px system-ui,sans-serif">
<div style="max-width:560px">
<p style="margin:0">${escapeHtml(what)}</p>
<p style="margin:24px 0"><a href="${escapeHtml(at.url)}" style="display:inline-block;padding:10px 16px;border-radius:10px;background:#2f48a8;color:#ffffff;font-weight:600;text-decoration:none">Join ${escapeHtml(at.organization)}</a></p>
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
