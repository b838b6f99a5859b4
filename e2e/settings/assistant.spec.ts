import { expectAccessible } from "../support/accessibility.ts";
import { expect } from "../support/fixtures.ts";
import { createPersonTest } from "../support/person-fixture.ts";
import { visit } from "../support/visit.ts";

const test = createPersonTest();

test("an assistant with a key for drafts only writes a draft, publishes nothing, and the history says who wrote", async ({
  signedInPage: page,
  app,
}) => {
  await page.goto("/profile#keys");
  const keys = page.getByRole("region", { name: "API keys" });
  await keys.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Assistant");
  await page
    .getByRole("checkbox", { name: "Drafts only: it writes drafts and images, and nothing else" })
    .press("Space");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create key" }).click();
  const value = (await keys.getByText(/^pw_[0-9A-Za-z]{49}$/).textContent()) ?? "";
  const row = keys.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Assistant", exact: true }) });
  await expect(row).toContainText("Drafts only");

  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const response = await fetch(`${app.origin}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${value}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the results of several tools
    return ((await response.json()) as any).result;
  };
  const [{ id: channel }] = (await call("list_channels")).structuredContent.channels;
  const text = "Written by an assistant, read by a person";
  const refused = await call("create_post", { channels: [channel], text, publish_now: true });
  expect(refused.content[0].text).toContain("This API key may write drafts only.");
  const [post] = (await call("create_post", { channels: [channel], text, draft: true })).structuredContent.posts;

  await visit(page, `/posts/${post.id}`);
  await expect(page.getByRole("list", { name: "History" })).toContainText(/Created by .+ through an assistant/);
  await expectAccessible(page);
});
