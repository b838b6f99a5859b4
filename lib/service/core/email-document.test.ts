import { expect, test } from "vitest";
import { escapeHtml, renderEmailDocument } from "./email-document.ts";

test("a name in an e-mail is text, wherever it stands, and a long one breaks", () => {
  const name = `<b title="x">${"N".repeat(100)}</b>`;
  const html = renderEmailDocument({
    title: name,
    content: `<p>${escapeHtml(name)}</p>`,
    action: { label: name, url: `https://posts.example.org/?"${name}` },
  });
  expect(html).not.toContain("<b title");
  expect(html.match(/&lt;b title=&quot;x&quot;&gt;N/g)).toHaveLength(4);
  expect(html).toContain("overflow-wrap:anywhere");
});
