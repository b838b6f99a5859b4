import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { lexer, type Token, walkTokens } from "marked";
import sharp from "sharp";
import { expect, test } from "vitest";
import { guides } from "#lib/guides/guide-list.ts";
import { resolveGuidePicture } from "#lib/guides/guide-pictures.ts";

const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, "public/docs/pictures");

/** Returns the pictures that a Markdown file names. */
function listPictures(file: string): { href: string; text: string }[] {
  const found: { href: string; text: string }[] = [];
  void walkTokens(lexer(readFileSync(path.join(root, file), "utf8")), (token: Token) => {
    if (token.type === "image") found.push({ href: token["href"], text: token["text"] });
  });
  return found;
}

test("each picture of a guide exists, is described, and has the size that its page reserves", async () => {
  const shown = guides.flatMap((guide) => listPictures(guide.file).map((picture) => ({ guide, ...picture })));
  expect(shown.length).toBeGreaterThan(5);
  for (const { guide, href, text } of shown) {
    expect(text, href).toMatch(/^\S.{30,}\.$/);
    const picture = resolveGuidePicture(href, guide);
    if (!picture) throw new Error(`${href} is no picture of the guides`);
    const { width, height } = await sharp(path.join(root, "public", picture.src)).metadata();
    const isPhone = picture.width < picture.height;
    expect([width, height], href).toEqual([picture.width, picture.height].map((one) => one * (isPhone ? 2 : 1)));
  }
});

test("every picture is shown somewhere, and all of them are light", () => {
  const files = ["README.md", ...guides.map(({ file }) => file)];
  const shown = files.flatMap((file) => listPictures(file).map(({ href }) => path.basename(href)));
  const names = readdirSync(folder);
  expect([...new Set(shown)].toSorted()).toEqual(names.toSorted());
  const sizes = names.map((name) => statSync(path.join(folder, name)).size);
  expect(Math.max(...sizes)).toBeLessThan(120_000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(900_000);
});
