import { createPost } from "../support/api-client.ts";
import { callApi, createIsolatedAppTest, expect } from "../support/isolated-app-fixture.ts";

// The spec uses its own names.
const test = createIsolatedAppTest();

// A console error fails the test: React logs one when server and browser rendered a name differently.
test("names that begin with an emoji, a flag, a family or a letter with a mark are drawn whole on every page", async ({
  signedInPage: page,
  app,
}) => {
  const [channel] = await callApi<{ id: string }[]>(app, "GET", "/channels");
  await createPost(app, "x", { text: "👩‍👩‍👧 says hello", draft: true });
  for (const [organization, member, account, initial] of [
    ["🦊 Fox House", "🇩🇪 Berta", "👍🏽 Channel", "🦊"],
    ["👩‍👩‍👧 Family", "e\u0301lodie", "🏴󠁧󠁢󠁳󠁣󠁴󠁿 Scots", "👩‍👩‍👧"],
  ] as const) {
    await callApi(app, "PATCH", "/organization", { name: organization });
    await callApi(app, "PATCH", "/me", { name: member });
    await callApi(app, "PATCH", `/channels/${channel?.id}`, { name: account });
    for (const address of ["/", "/posts", "/channels", "/members", "/leaderboard", "/review", "/compose", "/profile"]) {
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

      await expect(page.getByText(initial, { exact: true }).first()).toBeVisible();
    }
  }
});
