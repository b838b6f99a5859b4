import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expectAccessible } from "../support/accessibility.ts";
import { waitForStatus } from "../support/api-client.ts";
import { expect, signIn, test } from "../support/fixtures.ts";

type DocsPage = { html: string; ids: Set<string>; links: string[]; title: string };

/** Reads every page of the documentation, beginning at the first and following its links. */
async function readPages(origin: string): Promise<Map<string, DocsPage>> {
  const pages = new Map<string, DocsPage>();
  const waiting = ["/docs"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const answer = await fetch(origin + path);
    expect(answer.status, path).toBe(200);
    const html = await answer.text();
    const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = ""]) => href.replaceAll("&amp;", "&"));
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));
    pages.set(path, { html, links, ids, title: /<title>([^<]*)</.exec(html)?.[1] ?? "" });
    waiting.push(
      ...links.map((href) => href.split("#")[0] ?? "").filter((href) => /^\/docs(\/[a-z0-9/-]+)?$/.test(href)),
    );
  }
  return pages;
}

/** Returns what a screen reader's user would miss in a page's headings, tables, code and ids. */
function findStructureProblems(html: string): string[] {
  const levels = [...html.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => Number(level));
  const skipped = levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  return [
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ["not one h1"]),
    ...skipped.map((level) => `a level above h${level} is left out`),
    ...[...html.matchAll(/<table.*?<\/table>/gs)]
      .filter(([table]) => !table.includes("<th"))
      .map(() => "a table without heads"),
    ...[...html.matchAll(/<img (?![^>]*alt=)[^>]*>/g)].map(([image]) => image),
    ...[...html.matchAll(/<a [^>]*>\s*<\/a>/g)].map(([link]) => link),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `id ${id} twice`),
  ];
}

test("every link and anchor of every page of the documentation leads somewhere, and no page is heavy", async ({
  app,
}) => {
  const pages = await readPages(app.origin);
  expect(pages.size).toBeGreaterThan(45);
  const broken: string[] = [];
  const elsewhere = new Set<string>();
  for (const [path, { links, html, title }] of pages) {
    expect(Buffer.byteLength(html), path).toBeLessThan(160_000);
    expect(html.match(/<script/g), path).toHaveLength(1);
    expect(title, path).toMatch(/ · Postwright$/);
    expect(findStructureProblems(html), path).toEqual([]);
    for (const href of links) {
      if (/^https?:/.test(href)) continue;
      const [file = "", fragment] = href.split("#");
      const target = pages.get(file === "" ? path : file);
      if (!target) elsewhere.add(file);
      else if (fragment !== undefined && !target.ids.has(fragment)) broken.push(`${path}: ${href}`);
    }
  }
  expect(broken).toEqual([]);
  expect(new Set([...pages.values()].map(({ title }) => title)).size).toBe(pages.size);
  // Markdown beside each page, the API's description, and the pages of the app.
  for (const path of elsewhere) {
    const answer = await fetch(app.origin + path, { redirect: "manual" });
    expect([200, 303, 307], path).toContain(answer.status);
    if (path.endsWith(".md")) expect(answer.headers.get("content-type"), path).toContain("text/markdown");
  }
  expect([...elsewhere].filter((path) => path.endsWith(".md")).length).toBe(pages.size);
  expect((await fetch(`${app.origin}/docs/nothing`)).status).toBe(404);
  const former = await fetch(`${app.origin}/docs/posts`, { redirect: "manual" });
  expect([former.status, former.headers.get("location")]).toEqual([308, "/docs/api/posts"]);
});

test("assistants find every page as Markdown, from the index on, whose links all work", async ({ app }) => {
  const intro = await (await fetch(`${app.origin}/llms.txt`)).text();
  expect(intro).toContain("(/docs.md)");
  const index = await (await fetch(`${app.origin}/docs.md`)).text();
  expect(Buffer.byteLength(index)).toBeLessThan(60_000);
  const links = [...index.matchAll(/\]\((\/docs[^)]+)\): .+\.$/gm)].map(([, href = ""]) => href);
  expect(links.length).toBe(index.match(/^- /gm)?.length);
  expect(links).toContain("/docs/quickstart.md");
  expect(links).toContain("/docs/api/posts.md");
  const known = new Set(["/docs.md", ...links]);
  for (const path of links) {
    const markdown = await (await fetch(app.origin + path)).text();
    expect(markdown, path).toMatch(/^# /);
    for (const [, href = ""] of markdown.matchAll(/\]\((\/docs[^)#]*)/g))
      expect(known, `${path}: ${href}`).toContain(href);
    expect(markdown, path).not.toContain("posts.example.org");
  }
});

test("the reference describes every endpoint, without a key and from this origin alone", async ({ page, app }) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== app.origin) foreign.push(request.url());
  });
  await page.goto("/docs/api");
  const described = await (await fetch(`${app.origin}/v1/openapi.json`)).json();
  const operations = Object.values<Record<string, { summary: string; tags: string[] }>>(described.paths).flatMap(
    Object.values,
  );
  expect(operations.length).toBeGreaterThan(50);
  // One query for all: one for each took a slow machine a minute.
  const listed = await page.locator("[data-endpoint-index] li").allTextContents();
  expect(operations.filter(({ summary }) => !listed.some((line) => line.endsWith(summary)))).toEqual([]);
  await expectAccessible(page);

  for (const group of new Set(operations.map(({ tags }) => tags[0] ?? ""))) {
    const html = await (await page.request.get(`/docs/api/${group}`)).text();
    for (const { summary, tags } of operations) if (tags[0] === group) expect(html).toContain(escapeHtml(summary));
  }

  await page.goto("/docs/api/leaderboard");
  await expect(page.getByText(`curl '${app.origin}/v1/leaderboard`).first()).toBeVisible();
  await page.getByText("Python").first().click();
  await expect(page.getByText("import requests").first()).toBeVisible();
  await page.goto("/docs/api/posts");
  await expect(page.getByText("import requests").first()).toBeVisible();
  await expectAccessible(page);
  expect(foreign).toEqual([]);
});

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");

test("a search by keyboard finds endpoints and sections of guides", async ({ page }) => {
  await page.goto("/docs");
  const search = page.getByRole("searchbox", { name: "Search the documentation" });
  const status = page.getByRole("main").getByRole("status");
  const results = page.getByRole("list", { name: "Search results" });
  await search.fill("leaderboard");
  await expect(status).toHaveText(/^\d+ results$/);
  await expect(results.getByRole("link", { name: /Leaderboard API/ }).first()).toHaveAttribute(
    "href",
    "/docs/api/leaderboard#getLeaderboard",
  );
  await search.fill("unconfirmed posts");
  await expect(results.getByRole("link").first()).toHaveText(/^Unconfirmed posts · When a post fails/);
  await expectAccessible(page);
  await search.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/when-a-post-fails#unconfirmed-posts$/);
  await expect(page.getByRole("heading", { name: "Unconfirmed posts" })).toBeInViewport();
  await search.fill("zzzz");
  await expect(status).toHaveText("No results");
});

test("guides are accessible, link their headings, copy their code, and print without navigation", async ({ page }) => {
  for (const path of [
    "/docs",
    "/docs/connect",
    "/docs/errors",
    "/docs/when-a-post-fails",
    "/docs/limits",
    "/docs/cli",
    "/docs/scale",
    "/docs/api/schemas",
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
  await page.goto("/docs/webhooks");
  await page.getByRole("link", { name: "Verify the signature" }).last().click();
  await expect(page).toHaveURL(/#verify-the-signature$/);
  expect(await page.getByRole("button", { name: /^Copy: / }).count()).toBeGreaterThan(2);
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Documentation" })).toBeHidden();
  await expect(page.getByRole("searchbox")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
});

test.describe("quickstart", () => {
  // The browser reports the refused read of a visitor.
  test.use({ expectedErrors: [/401 .*\/read\/channels/] });

  test("the quickstart publishes a post as it is printed, with the reader's own channel", async ({ page, app }) => {
    await page.goto("/docs/quickstart");
    await page.getByRole("button", { name: "Fill in my channel" }).click();
    await expect(page.getByText("Sign in first, then press again.")).toBeVisible();
    await signIn(page, app.key);
    await page.goto("/docs/quickstart");
    await page.getByRole("button", { name: "Fill in my channel" }).click();
    await expect(page.getByText(/^Filled in: /)).toBeVisible();
    const printed =
      (await page.getByRole("region", { name: "Example, sh", exact: true }).locator("pre").textContent()) ?? "";
    expect(printed).not.toContain("CHANNEL_ID");
    const commands = printed.replace(/pw_…/, app.key);
    const { stdout } = await promisify(execFile)("sh", ["-ec", commands]);
    const answers = stdout
      .split(/(?<=\})(?=\{"data")/)
      .map((answer): { data: { id: string; status: string }[] } => JSON.parse(answer));
    await waitForStatus(app, answers[1]?.data[0]?.id ?? "", "published");
  });
});
