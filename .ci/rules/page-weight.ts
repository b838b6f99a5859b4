import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** What a page's code may weigh, against what Next and React bring to every page: the composer and the calendar more. */
export const getWeightLimit = (page: string) => (/^\/(compose|calendar)$/.test(page) ? 1.35 : 1.2);

/** Limit of a page's style sheets, in bytes of gzip. */
export const styleLimit = 14_000;

/** `ratio` of the code to what every page has; `styles` in bytes of gzip. */
export type PageWeight = { page: string; ratio: number; styles: number };

const toPagePath = (name: string) =>
  `/${name
    .split("/")
    .filter((word) => word !== "" && word !== "page" && !word.startsWith("("))
    .join("/")}`;

type Manifest = { entryJSFiles: Record<string, string[]>; entryCSSFiles: Record<string, { path: string }[]> };
type PageChunks = { name: string; chunks: string[]; ofEveryPage: string[]; styles: string[] };

/**
 * The chunks of a page as Next lists them for its first answer, those of them that the root layout has on every page, and
 * the page's style sheets.
 */
export function listChunks(manifest: string): PageChunks {
  const found = /__RSC_MANIFEST\["([^"]+)"\]\s*=\s*(\{.*\})/s.exec(manifest);
  const [, name = "", json = ""] = found ?? [];
  if (!found) throw new Error("Next's list of a page's chunks has an unknown format.");
  const { entryJSFiles, entryCSSFiles }: Manifest = JSON.parse(json);
  // What stands in for a page that is not there is loaded for no other.
  const entries = Object.entries(entryJSFiles).filter(([entry]) => !entry.endsWith("/app/not-found"));
  const ofEveryPage = Object.entries(entryJSFiles).find(([entry]) => entry.endsWith("]/app/layout"))?.[1] ?? [];
  const sheets = Object.values(entryCSSFiles).flatMap((files) => files.map((file) => file.path));
  return {
    name,
    ofEveryPage,
    chunks: [...new Set(entries.flatMap(([, files]) => files))],
    styles: [...new Set(sheets)],
  };
}

/**
 * What each page of the build weighs, gzip. Near to what `npm run bench js` measures in a browser, which also counts what
 * comes a moment later and compares with a blank app; this needs no browser and no second build.
 * @throws when there is no build, or no page in it.
 */
export function measurePageWeights(root: string): PageWeight[] {
  const built = path.join(root, ".next");
  const pages = path.join(built, "server", "app");
  if (!existsSync(pages)) throw new Error("There is no build.");
  const sizes = new Map<string, number>();
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? gzipSync(readFileSync(path.join(built, file)), { level: 9 }).length;
    sizes.set(file, size);
    return size;
  };
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + sizeOf(file), 0);
  const { rootMainFiles }: { rootMainFiles: string[] } = JSON.parse(
    readFileSync(path.join(built, "build-manifest.json"), "utf8"),
  );
  const weights = readdirSync(pages, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith("page_client-reference-manifest.js") && !file.startsWith("_"))
    .map((file) => {
      const { name, chunks, ofEveryPage, styles } = listChunks(readFileSync(path.join(pages, file), "utf8"));
      const whole = sum([...new Set([...rootMainFiles, ...chunks])]);
      const ratio = whole / sum([...new Set([...rootMainFiles, ...ofEveryPage])]);
      return { page: toPagePath(name), ratio, styles: sum(styles) };
    });
  if (weights.length === 0) throw new Error("The build has no pages.");
  if (weights.some(({ styles }) => styles === 0)) throw new Error("Next lists no style sheet for a page.");
  return weights;
}

/** Names the pages that are over their limit or whose style sheets are, one line each. */
export function findHeavyPages(weights: readonly PageWeight[]): string[] {
  return weights.flatMap(({ page, ratio, styles }) => [
    ...(ratio > getWeightLimit(page)
      ? [`${page} weighs ${ratio.toFixed(3)} times the shared code; the limit is ${getWeightLimit(page)}`]
      : []),
    ...(styles > styleLimit ? [`${page} has style sheets of ${styles} bytes; the limit is ${styleLimit}`] : []),
  ]);
}
