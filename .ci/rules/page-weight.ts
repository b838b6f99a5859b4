import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";

/** Limit of a page's script, in bytes of gzip: the composer and the calendar may have more. */
export const getScriptLimit = (page: string) => (/^\/(compose|calendar)$/.test(page) ? 300_000 : 230_000);

/** Limit of a page's style sheets, in bytes of gzip. */
export const styleLimit = 14_000;

/** `script` and `styles` in bytes of gzip. */
export type PageWeight = { page: string; script: number; styles: number };

const toPagePath = (name: string) =>
  `/${name
    .split("/")
    .filter((word) => word !== "" && word !== "page" && !word.startsWith("("))
    .join("/")}`;

type Manifest = { entryJSFiles: Record<string, string[]>; entryCSSFiles: Record<string, { path: string }[]> };
type PageChunks = { name: string; chunks: string[]; styles: string[] };

/** The chunks of a page as Next lists them for its first answer, and the page's style sheets. */
export function listChunks(manifest: string): PageChunks {
  const found = /__RSC_MANIFEST\["([^"]+)"\]\s*=\s*(\{.*\})/s.exec(manifest);
  const [, name = "", json = ""] = found ?? [];
  if (!found) throw new Error("Next's list of a page's chunks has an unknown format.");
  const { entryJSFiles, entryCSSFiles }: Manifest = JSON.parse(json);
  // What stands in for a page that is not there is loaded for no other.
  const entries = Object.entries(entryJSFiles).filter(([entry]) => !entry.endsWith("/app/not-found"));
  const sheets = Object.values(entryCSSFiles).flatMap((files) => files.map((file) => file.path));
  return {
    name,
    chunks: [...new Set(entries.flatMap(([, files]) => files))],
    styles: [...new Set(sheets)],
  };
}

/**
 * What each page of the build weighs, gzip. Near to what `npm run bench js` measures in a browser, which also counts what
 * comes a moment later; this needs no browser.
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
      const { name, chunks, styles } = listChunks(readFileSync(path.join(pages, file), "utf8"));
      return { page: toPagePath(name), script: sum([...new Set([...rootMainFiles, ...chunks])]), styles: sum(styles) };
    });
  if (weights.length === 0) throw new Error("The build has no pages.");
  if (weights.some(({ styles }) => styles === 0)) throw new Error("Next lists no style sheet for a page.");
  return weights;
}

/** Names the pages that are over their limit or whose style sheets are, one line each. */
export function findHeavyPages(weights: readonly PageWeight[]): string[] {
  return weights.flatMap(({ page, script, styles }) => [
    ...(script > getScriptLimit(page)
      ? [`${page} has scripts of ${script} bytes; the limit is ${getScriptLimit(page)}`]
      : []),
    ...(styles > styleLimit ? [`${page} has style sheets of ${styles} bytes; the limit is ${styleLimit}`] : []),
  ]);
}
