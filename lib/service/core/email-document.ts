const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Makes a text safe inside HTML, also inside an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (found) => escapes[found] ?? "");

type EmailDocument = {
  title: string;
  /** Escaped HTML. */
  content: string;
  /** The one step that the e-mail asks for. */
  action?: { label: string; url: string };
  /** Small print, as escaped HTML. */
  note?: string;
};

/**
 * Renders the HTML of an e-mail. Names have no length that fits every mailbox, so long words break. Styles are inline:
 * many mailboxes drop a style sheet.
 */
export function renderEmailDocument({ title, content, action, note }: EmailDocument): string {
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 16px;border-radius:10px;background:#2f48a8;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>\n`
    : "";
  const smallPrint = note ? `<p style="margin:24px 0 0;font-size:13px;opacity:.75">${note}</p>\n` : "";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;font:15px/22px system-ui,sans-serif">
<div style="max-width:560px;overflow-wrap:anywhere">
${content}
${button}${smallPrint}</div>
</body></html>
`;
}
