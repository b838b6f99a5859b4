import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { lexer, type Token, walkTokens } from "marked";
import { expect, test } from "vitest";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { resolveGuideLink, toPublishedMarkdown } from "./guide-links.ts";
import { findGuide, type Guide, guides } from "./guide-list.ts";
import { parseGuide, toAnchorId } from "./parse-guide.ts";
import { listSearchEntries } from "./search-entries.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = ({ file }: Pick<Guide, "file">) => readFileSync(path.join(root, file), "utf8");
const listLinks = (markdown: string): string[] => {
  const found: string[] = [];
  void walkTokens(lexer(markdown), (token: Token) => {
    if (token.type === "link") found.push(token["href"]);
  });
  return found;
};
/** For the developers of Postwright, not for people who use a server. */
const unpublished = ["architecture.md", "cli.md", "client.md", "glossary.md", "guarantees.md", "security.md"];

test("each Markdown file of docs is a guide or is known to be for developers", () => {
  const files = ["docs", "docs/recipes"].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  );
  const published = guides.map(({ file }) => file).filter((file) => file.startsWith("docs/"));
  expect(files.toSorted()).toEqual([...published, ...unpublished.map((name) => `docs/${name}`)].toSorted());
});

test("each guide has an address of its own, a title, and one sentence about it", () => {
  expect(new Set(guides.map(({ slug }) => slug)).size).toBe(guides.length);
  expect(new Set(guides.map(({ label }) => label)).size).toBe(guides.length);
  for (const guide of guides) {
    expect(guide.slug).toMatch(/^(?!api$)[a-z][a-z0-9-]{0,39}$/);
    expect(parseGuide(read(guide)).title).not.toBe("");
    expect(guide.summary).toMatch(/^[A-Z].{20,120}\.$/);
  }
});

test.for(guides.map((guide) => [guide.slug, guide] as const))(
  "each link of the guide %s leads somewhere",
  ([, guide]) => {
    for (const href of listLinks(read(guide))) {
      if (/^https?:\/\//.test(href)) continue;
      const [file = "", fragment] = href.split("#");
      if (file.startsWith("/docs")) {
        expect(file).toMatch(/^\/docs\/api(\/[a-z-]+)?$/);
        continue;
      }
      const linked = file === "" ? guide.file : path.join(path.dirname(guide.file), file);
      expect(existsSync(path.join(root, linked)), href).toBe(true);
      if (fragment === undefined) continue;
      const ids = parseGuide(read({ file: linked })).sections.map(({ id }) => id);
      expect(ids, href).toContain(fragment);
    }
  },
);

test("a link to another guide leads to its page, and one to an unpublished file becomes text", () => {
  const guide = { file: "docs/recipes/make.md" };
  expect(resolveGuideLink("../webhooks.md#messages", guide)).toBe("/docs/webhooks#messages");
  expect(resolveGuideLink("../webhooks.md", guide, ".md")).toBe("/docs/webhooks.md");
  expect(resolveGuideLink("../../packages/cli/README.md", guide)).toBe("/docs/cli");
  expect(resolveGuideLink("#here", guide)).toBe("#here");
  expect(resolveGuideLink("/docs/api/posts#createPosts", guide, ".md")).toBe("/docs/api/posts.md#createPosts");
  expect(resolveGuideLink("https://example.org/a.md", guide)).toBe("https://example.org/a.md");
  for (const href of ["../architecture.md", "../../SECURITY.md", "../pictures/compose.png", "javascript:alert(1)"])
    expect(resolveGuideLink(href, guide)).toBeNull();
  const markdown =
    "See [hooks](../webhooks.md), [why](../architecture.md#a).\n\n```md\n[raw](../architecture.md)\n```\n";
  expect(toPublishedMarkdown(markdown, guide)).toBe(
    "See [hooks](/docs/webhooks.md), why.\n\n```md\n[raw](../architecture.md)\n```\n",
  );
});

test("the published Markdown of each guide names no file that is not published", () => {
  for (const guide of guides) {
    const published = toPublishedMarkdown(read(guide), guide);
    for (const href of listLinks(published)) {
      if (!href.startsWith("/docs/")) expect(href).toMatch(/^(https?:\/\/|#)/);
      else if (!href.startsWith("/docs/api"))
        expect(guides.map(({ slug }) => `/docs/${slug}.md`)).toContain(href.split("#")[0]);
    }
    expect(Buffer.byteLength(published)).toBeLessThan(60_000);
  }
});

test("each platform that accounts can be connected on has its section in the guide", () => {
  const guide = findGuide("connect");
  const ids = parseGuide(guide ? read(guide) : "").sections.map(({ id }) => id);
  expect(platforms.map(({ slug }) => slug).filter((slug) => !ids.includes(slug))).toEqual([]);
});

test("headings get the fragments that GitHub gives them, and no two are equal", () => {
  expect(toAnchorId("If you can't sign in: `POST /posts`?")).toBe("if-you-cant-sign-in-post-posts");
  const { title, sections } = parseGuide("# One *title*\n\n## A\n\n### A\n\n## `b` and [c](x.md)\n");
  expect(title).toBe("One title");
  expect(sections.map(({ id, depth }) => [id, depth])).toEqual([
    ["a", 2],
    ["a-1", 3],
    ["b-and-c", 2],
  ]);
});

test("the search has each section with its text, also of tables, lists and code", () => {
  const guide = { slug: "a", file: "docs/a.md", audience: "people", label: "A", summary: "About a." } as const;
  const markdown =
    "# A\n\nFirst.\n\n## Second\n\n- one `two`\n\n| x | y |\n|-|-|\n| 1 | [2](b.md) |\n\n```sh\nrun it\n```\n";
  expect(listSearchEntries(guide, markdown)).toEqual([
    { href: "/docs/a", title: "A", page: "A", text: "About a. First." },
    { href: "/docs/a#second", title: "Second", page: "A", text: "one two x y 1 2 run it" },
  ]);
});
