import type { EmailMessage } from "#lib/service/core/context.ts";

/** The letter with a link to a new password. It names nobody: whoever typed the address is not known. */
export function renderPasswordResetEmail(url: string): Pick<EmailMessage, "subject" | "text" | "html"> {
  const what = "Someone asked to reset the password of your Postwright account.";
  const until =
    "The link works once, for an hour. Setting a new password signs you out everywhere, and you choose which passkeys and API keys stay.";
  const unknown = "If it was not you, ignore this e-mail: nothing changes.";
  return {
    subject: "Set a new password",
    text: [what, "", `Set a new password: ${url}`, "", until, unknown, ""].join("\n"),
    // The address is the server's own and a token of letters and digits: nothing in it could be markup.
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${what}</title></head>
<body style="margin:0;padding:24px;font:15px/22px system-ui,sans-serif">
<div style="max-width:560px">
<p style="margin:0">${what}</p>
<p style="margin:24px 0"><a href="${encodeURI(url)}" style="display:inline-block;padding:10px 16px;border-radius:10px;background:#2f48a8;color:#ffffff;font-weight:600;text-decoration:none">Set a new password</a></p>
<p style="margin:0;font-size:13px;opacity:.75">${until} ${unknown}</p>
</div>
</body></html>
`,
  };
}
