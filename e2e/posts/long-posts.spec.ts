import { randomUUID } from "node:crypto";
import { createPost } from "../support/api-client.ts";
import { expect, test } from "../support/fixtures.ts";
import { needs } from "../support/needs.ts";

const posts = 12;
/** Returns a post of the maximum length: 60,000 characters in three parts. */
const partsOf = (word: string) =>
  [25_000, 25_000, 10_000].map((length) => `${word} `.padEnd(length, "long ").trimEnd());

test("lists of posts of 60,000 characters show their titles and send none of the text behind them", async ({
  signedInPage: page,
  app,
}) => {
  needs("listPosts.text");
  const word = `z${randomUUID().slice(0, 8)}`;
  for (let at = 0; at < posts; at += 1) await createPost(app, "x", { thread: partsOf(word), draft: true });
  const bytes = async (path: string) => (await (await page.request.get(path)).body()).length;
  // Far below the size of one such post, and above a dozen rows of a page.
  const most = 400_000;
  for (const path of ["/posts", `/posts?q=${word}`, "/", "/calendar", "/drafts"]) {
    expect(await bytes(path), path).toBeLessThan(most);
  }
  for (const path of [`posts?q=${word}`, "home", "drafts", `found?q=${word}`]) {
    expect(await bytes(`/read/${path}`), path).toBeLessThan(100_000);
  }
  await page.goto(`/posts?q=${word}`);
  await expect(page.getByRole("table", { name: "Posts" }).getByRole("row")).toHaveCount(posts + 1);
  await expect(page.getByRole("table", { name: "Posts" }).getByText("3 parts").first()).toBeVisible();
  await page
    .getByRole("link", { name: `${word} long` })
    .first()
    .click();
  await expect(page.getByText("long long").first()).toBeVisible();
});
