import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const css = readFileSync(new URL("../../app/globals.css", import.meta.url), "utf8");

type Mode = "light" | "dark";
const modes: Mode[] = ["light", "dark"];

const colour =
  /--([a-z0-9-]+):\s*light-dark\(oklch\(([\d.]+) ([\d.]+) ([\d.]+)\), oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)\)/g;

/**
 * Computes relative luminance as WCAG 2.2 defines it, by OKLCH → OKLab → linear sRGB (Ottosson's matrices), clipped to
 * the gamut.
 */
function luminance(l: number, chroma: number, hueDegrees: number): number {
  const a = chroma * Math.cos((hueDegrees * Math.PI) / 180);
  const b = chroma * Math.sin((hueDegrees * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const cut = (value: number) => Math.min(1, Math.max(0, value));
  const red = cut(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
  const green = cut(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
  const blue = cut(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const tokens: Record<Mode, Map<string, number>> = { light: new Map(), dark: new Map() };
for (const [, name = "", ...numbers] of css.matchAll(colour)) {
  const [l1 = 0, c1 = 0, h1 = 0, l2 = 0, c2 = 0, h2 = 0] = numbers.map(Number);
  tokens.light.set(name, luminance(l1, c1, h1));
  tokens.dark.set(name, luminance(l2, c2, h2));
}

function contrast(mode: Mode, one: string, other: string): number {
  const first = tokens[mode].get(one);
  const second = tokens[mode].get(other);
  if (first === undefined || second === undefined) throw new Error(`no such token: ${one} or ${other}`);
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

const grounds = ["desk", "paper", "sunk", "accent-wash"];
const statuses = ["draft", "scheduled", "publishing", "published", "failed"];

const text: [string, string][] = [
  ...["ink", "ink-2", "ink-3", "accent", "failed"].flatMap((word) =>
    grounds.map((ground): [string, string] => [word, ground]),
  ),
  ...statuses.map((status): [string, string] => [status, `${status}-wash`]),
  ...statuses.flatMap((status): [string, string][] => [
    [status, "paper"],
    [status, "desk"],
    ["ink", `${status}-wash`],
  ]),
  ["gold-text", "gold-wash"],
  ["gold-text", "paper"],
  ["gold-text", "desk"],
  ["gold-text", "accent-wash"],
  ["ink", "gold-wash"],
  ["on-accent", "accent"],
  ["paper", "ink"],
  ["on-inverse", "inverse"],
  ["on-inverse", "inverse-2"],
];

const marks: [string, string][] = [
  ["line-control", "paper"],
  ["line-control", "desk"],
  ["accent", "desk"],
  ["accent", "paper"],
  ["accent", "line"],
  ["gold-text", "gold-wash"],
];

test("black on white has a contrast of 21 to 1, and a known color its known luminance", () => {
  expect((luminance(1, 0, 0) + 0.05) / (luminance(0, 0, 0) + 0.05)).toBeCloseTo(21, 1);
  // sRGB #ff0000 is oklch(0.628 0.2577 29.23) and has luminance 0.2126.
  expect(luminance(0.627955, 0.257683, 29.2339)).toBeCloseTo(0.2126, 3);
});

test("every token has a light and a dark value", () => {
  const used = [...css.matchAll(/^ {2}--([a-z0-9-]+):.*oklch/gm)]
    .map((match) => match[1])
    .filter((name) => name !== "shade" && name !== "veil");
  expect(used.length).toBeGreaterThan(25);
  for (const name of used) expect(tokens.dark.has(name ?? ""), name).toBe(true);
});

for (const mode of modes) {
  test(`every text has sufficient contrast on its background, ${mode}`, () => {
    const weak = text.filter(([word, ground]) => contrast(mode, word, ground) < 4.5);
    expect(weak.map(([word, ground]) => `${word} on ${ground}: ${contrast(mode, word, ground).toFixed(2)}`)).toEqual(
      [],
    );
  });

  test(`every meaningful icon has sufficient contrast, ${mode}`, () => {
    const weak = marks.filter(([mark, ground]) => contrast(mode, mark, ground) < 3);
    expect(weak.map(([mark, ground]) => `${mark} on ${ground}: ${contrast(mode, mark, ground).toFixed(2)}`)).toEqual(
      [],
    );
  });
}

test("no style rule selects by searching the page, which would slow every key in a field", () => {
  const root = path.resolve(import.meta.dirname, "../..");
  const files = globSync("app/**/*.css", { cwd: root });
  expect(files.length).toBeGreaterThan(1);
  const search = /(html|:root|body)\S*:has\(/;
  expect(files.filter((file) => search.test(readFileSync(path.join(root, file), "utf8")))).toEqual([]);
});

/** Lists the words in the class attributes of a source text; arguments of `buttonClass` are names of variants. */
const listClassNames = (source: string) =>
  Array.from(source.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g), ([, plain = "", code = ""]) =>
    `${plain} ${code.replace(/buttonClass\([^)]*\)/g, "")}`.split(/[\s"`{}$()?,]+/),
  ).flat();

test("no element has a class that the style sheet leaves out", () => {
  const leftOut = new Set((/@source not inline\("([^"]*)"\)/.exec(css)?.[1] ?? "").split(" "));
  expect(leftOut.size).toBeGreaterThan(5);
  expect(listClassNames('<p className={on ? "size-4" : "size-4 invisible"} />')).toContain("invisible");
  const root = path.resolve(import.meta.dirname, "../..");
  const found = globSync("{app,components}/**/*.tsx", { cwd: root }).flatMap((file) =>
    listClassNames(readFileSync(path.join(root, file), "utf8"))
      .filter((name) => leftOut.has(name.replace(/^.*:/, "")))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
