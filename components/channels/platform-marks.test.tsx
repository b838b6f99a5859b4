import { readFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, "../..", file), "utf8");
const marks = read("public/platforms.svg");

test("each platform shows its own mark, and the file of marks has it", () => {
  for (const { slug } of platforms) {
    const [, at] = renderToStaticMarkup(<PlatformIcon platform={slug} />).match(/style="--mark:(\d+)"/) ?? [];
    expect(marks).toContain(`<g id="${slug}" transform="translate(${Number(at) * 48})">`);
  }
});

test("the mask of a mark has the size and the steps of the file of marks", () => {
  const count = marks.match(/<g id=/g)?.length ?? 0;
  // Marks are 24 wide, with as much space between them.
  expect(marks).toContain(`width="${(2 * count - 1) * 24}"`);
  expect(read("app/globals.css")).toContain(
    `calc(var(--mark) * 100% / ${count - 1}) 0 / ${(2 * count - 1) * 100}% 100%`,
  );
});
