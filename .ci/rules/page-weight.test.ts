import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { findHeavyPages, measurePageWeights } from "./page-weight.ts";

/** Text that gzip makes no smaller than three quarters, the same on each run. */
const noise = (bytes: number, name: string) =>
  Array.from({ length: Math.ceil(bytes / 44) }, (_, at) =>
    createHash("sha256").update(`${name} ${at}`).digest("base64"),
  ).join("");

const manifest = (name: string, files: Record<string, string[]>, styles: Record<string, { path: string }[]>) =>
  `globalThis.__RSC_MANIFEST = globalThis.__RSC_MANIFEST || {};\nglobalThis.__RSC_MANIFEST["${name}"] = ${JSON.stringify({ entryJSFiles: files, entryCSSFiles: styles })}`;

function withBuild<T>(
  pages: Record<string, Record<string, string[]>>,
  chunks: Record<string, string>,
  use: (root: string) => T,
  styles: Record<string, { path: string }[]> = { "[project]/app/layout": [{ path: "main.css" }] },
): T {
  const root = mkdtempSync(path.join(tmpdir(), "weight-"));
  try {
    const put = (file: string, text: string) => {
      mkdirSync(path.dirname(path.join(root, ".next", file)), { recursive: true });
      writeFileSync(path.join(root, ".next", file), text);
    };
    put("build-manifest.json", JSON.stringify({ rootMainFiles: ["next.js"] }));
    for (const [file, text] of Object.entries(chunks)) put(file, text);
    for (const [name, files] of Object.entries(pages)) {
      put(`server/app${name}_client-reference-manifest.js`, manifest(name, files, styles));
    }
    return use(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const chunks = {
  "next.js": noise(100_000, "next"),
  "frame.js": noise(10_000, "frame"),
  "own.js": noise(15_000, "own"),
  "lost.js": noise(90_000, "lost"),
  "main.css": noise(8_000, "main"),
  "calendar.css": noise(4_000, "calendar"),
};

test("a page's weight counts its layout and its own code once each, and no other page's code", () => {
  const files = {
    "[project]/app/(desk)/layout": ["next.js", "frame.js"],
    "[project]/app/(desk)/posts/page": ["frame.js", "own.js"],
    "[project]/app/not-found": ["lost.js"],
  };
  const [weight] = withBuild({ "/(desk)/posts/page": files }, chunks, measurePageWeights);
  expect(weight?.page).toBe("/posts");
  const sizeOf = (file: string) => gzipSync(file, { level: 9 }).length;
  expect(weight?.script).toBe(sizeOf(chunks["next.js"]) + sizeOf(chunks["frame.js"]) + sizeOf(chunks["own.js"]));
});

test("a page's style sheets count once each", () => {
  const styles = {
    "[project]/app/layout": [{ path: "main.css" }],
    "[project]/app/(desk)/calendar/page": [{ path: "main.css" }, { path: "calendar.css" }],
  };
  const files = { "[project]/app/layout": ["next.js"] };
  const [weight] = withBuild({ "/(desk)/calendar/page": files }, chunks, measurePageWeights, styles);
  const sizeOf = (sheet: string) => gzipSync(sheet, { level: 9 }).length;
  expect(weight?.styles).toBe(sizeOf(chunks["main.css"]) + sizeOf(chunks["calendar.css"]));
});

test("a page with more script than its limit is named; the composer and the calendar may have more", () => {
  const lines = findHeavyPages([
    { page: "/", script: 230_000, styles: 14_000 },
    { page: "/posts", script: 230_001, styles: 12_000 },
    { page: "/compose", script: 300_000, styles: 12_000 },
    { page: "/calendar", script: 300_001, styles: 12_000 },
  ]);
  expect(lines.map((line) => line.split(" ")[0])).toEqual(["/posts", "/calendar"]);
});

test("a page whose style sheets are over 14 kB is named", () => {
  const lines = findHeavyPages([
    { page: "/posts", script: 200_000, styles: 14_000 },
    { page: "/calendar", script: 200_000, styles: 14_001 },
  ]);
  expect(lines).toEqual(["/calendar has style sheets of 14001 bytes; the limit is 14000"]);
});

test("a missing build, no pages, no style sheet, or an unknown list format of Next is an error, not a light page", () => {
  expect(() => measurePageWeights(tmpdir())).toThrow("no build");
  expect(() => withBuild({ "/page": {} }, {}, measurePageWeights)).toThrow();
  expect(() => withBuild({}, chunks, measurePageWeights)).toThrow("no build");
  const files = { "[project]/app/layout": ["next.js"] };
  expect(() => withBuild({ "/posts/page": files }, chunks, measurePageWeights, {})).toThrow("no style sheet");
});
