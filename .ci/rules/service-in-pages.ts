import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { isTest, isTestSupport, readFiles } from "./source-tree.ts";

/** Shorter texts occur by chance; a sentence or a query of this length is somebody's. */
const tellingLength = 24;

/** A name that the whole web uses, so Next too. */
const isMediaType = (text: string) => /^[a-z]+\/[a-z0-9.+-]+$/.test(text);

/** The texts written in a file: strings and the fixed pieces of templates. */
function listTexts(file: string, code: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown) => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one);
    } else if (typeof node === "object" && node !== null) {
      const { type, value } = node as { type?: unknown; value?: unknown };
      if (type === "Literal" && typeof value === "string") found.push(value);
      if (type === "TemplateElement") found.push((value as { cooked?: string }).cooked ?? "");
      // A specifier is no text of the program: it is gone after the build.
      if (type === "ImportDeclaration" || type === "ImportExpression") return;
      for (const one of Object.values(node)) visit(one);
    }
  };
  visit(parseSync(file, code).program.body);
  return found;
}

/** The texts that only the service has: written in `lib/service`, and nowhere else in the tree. */
export function listServiceTexts(tree: ReadonlyMap<string, string>): string[] {
  const own = new Set<string>();
  const others: string[] = [];
  for (const [file, code] of tree) {
    if (!/\.tsx?$/.test(file) || isTest(file) || isTestSupport(file) || file.startsWith(".ci/")) continue;
    if (!file.startsWith("lib/service/")) others.push(code);
    else
      for (const text of listTexts(file, code))
        if (text.trim().length >= tellingLength && !text.includes("\n") && !isMediaType(text)) own.add(text);
  }
  return [...own].filter((text) => !others.some((code) => code.includes(text)));
}

/** Which of these texts stand in which of these files. */
export function findTexts(texts: readonly string[], files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, code]) =>
    texts.filter((text) => code.includes(text)).map((text) => `${file}: ${text}`),
  );
}

/**
 * Looks for the service's code in what Next built, for browser and server alike: the pages get the service through the
 * slot of server.ts, and a second copy in the bundle would be a second service.
 * @throws when there is no build to look at, or no text to look for.
 */
export function findServiceInPages(root: string): string[] {
  const texts = listServiceTexts(readFiles(root));
  const files = new Map<string, string>();
  for (const folder of [".next/static", ".next/server"].map((name) => path.join(root, name))) {
    if (!existsSync(folder)) throw new Error("There is no build.");
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (/\.(js|mjs|html|rsc)$/.test(file))
        files.set(path.join(folder, file), readFileSync(path.join(folder, file), "utf8"));
    }
  }
  if (texts.length < 20 || files.size === 0)
    throw new Error("Nothing to compare: the service's texts or the build is missing.");
  return findTexts(texts, files);
}
