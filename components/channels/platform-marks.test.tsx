import { readFileSync } from "node:fs";
import path from "node:path";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";

const marks = readFileSync(path.resolve(import.meta.dirname, "../../public/platforms.svg"), "utf8");

test("each platform shows its own mark, and the file of marks has it", () => {
  for (const { slug } of platforms) {
    const [, at] = renderToStaticMarkup(<PlatformIcon platform={slug} />).match(/style="--mark:(\d+)"/) ?? [];
    expect(marks).toContain(`<g id="${slug}" transform="translate(${Number(at) * 48})">`);
  }
});
