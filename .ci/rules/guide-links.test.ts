import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { guides } from "#lib/guides/guide-list.ts";
import { parseGuide } from "#lib/guides/parse-guide.ts";
import { readFiles } from "./source-tree.ts";

const root = path.resolve(import.meta.dirname, "../..");
const guideLink = /["'`](\/docs\/[a-z0-9-]+)(?:#([^"'`]+))?["'`]/g;

/** Links of pages and messages to guides that are not there, as `file: link`. */
function findBrokenLinks(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, text]) => {
    if (!/^(app|components|lib)\//.test(file) || /\.test\.tsx?$|^components\/api-docs\/|^lib\/server\//.test(file))
      return [];
    return [...text.matchAll(guideLink)]
      .filter(([, page = "", fragment]) => !isThere(page, fragment))
      .map(([link]) => `${file}: ${link}`);
  });
}

function isThere(page: string, fragment: string | undefined): boolean {
  const guide = guides.find(({ slug }) => `/docs/${slug}` === page);
  if (!guide) return page === "/docs/api";
  // A test of the guides covers the sections of platforms.
  if (fragment === undefined || fragment.startsWith("$")) return true;
  const { sections } = parseGuide(readFileSync(path.join(root, guide.file), "utf8"));
  return sections.some(({ id }) => id === fragment);
}

test("each link of the interface to a guide leads to a section of it", () => {
  const files = readFiles(root);
  const links = [...files].flatMap(([file, text]) =>
    file.startsWith("components/") ? [...text.matchAll(guideLink)] : [],
  );
  expect(links.length).toBeGreaterThan(6);
  expect(findBrokenLinks(files)).toEqual([]);
});

test("a link to a guide or a section that is not there is found", () => {
  const broken = new Map([
    ["components/a.tsx", '<a href="/docs/nothing">A</a>'],
    ["components/b.tsx", '<a href="/docs/errors#nothing">B</a><a href="/docs/errors#codes">C</a>'],
  ]);
  expect(findBrokenLinks(broken)).toHaveLength(2);
});
