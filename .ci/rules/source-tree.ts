import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

/** One import of a file: `target` is a path in the tree, `package` a registry name, both null when nothing was found. */
export type SourceImport = {
  specifier: string;
  target: string | null;
  package: string | null;
  /** Erased before it runs. */
  typeOnly: boolean;
};
export type SourceFile = {
  path: string;
  text: string;
  lines: number;
  directive: string | null;
  imports: SourceImport[];
};
export type SourceTree = ReadonlyMap<string, SourceFile>;

const skipped = new Set([
  "node_modules",
  ".git",
  ".next",
  "dist",
  ".cache",
  "data",
  "test-results",
  "playwright-report",
]);
const isCode = (name: string) => /\.(ts|tsx|mjs)$/.test(name) && !name.endsWith(".d.ts");
export const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith("e2e/");
/** Beside production code, but loaded by tests alone. */
export const isTestSupport = (file: string) => /(^|\/)testing\//.test(file);

/** Every file of the tree by its path from the root; code with its text, anything else with an empty one. */
export function readFiles(root: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (folder: string) => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      if (skipped.has(entry.name)) continue;
      const file = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) walk(file);
      else found.set(file, isCode(file) ? readFileSync(path.join(root, file), "utf8") : "");
    }
  };
  walk("");
  return found;
}

/** Parses the code of a tree. @throws when a file is no valid TypeScript, naming it. */
export function parseSourceTree(tree: ReadonlyMap<string, string>): SourceTree {
  const parsedTree = new Map<string, SourceFile>();
  for (const [file, text] of tree) {
    if (!isCode(file)) continue;
    const parsed = parseSync(file, text);
    const wrong = parsed.errors[0];
    if (wrong) throw new Error(`${file}: ${wrong.message}`);
    const imports = listSpecifiers(parsed.module, text).map((one) => ({
      ...one,
      ...resolve(file, one.specifier, tree),
    }));
    parsedTree.set(file, {
      path: file,
      text,
      lines: text.split("\n").length - 1,
      directive: getDirective(text),
      imports,
    });
  }
  return parsedTree;
}

const repository = path.resolve(import.meta.dirname, "../..");
let ownTree: SourceTree | null = null;

/** Parses the code of this repository, once for all rules of a process. */
export function readOwnTree(): SourceTree {
  ownTree ??= parseSourceTree(readFiles(repository));
  return ownTree;
}

/** The `"use client"` or `"use server"` a file begins with. */
function getDirective(text: string): string | null {
  const code = text.replace(/^(\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*/, "");
  return /^["'](use [a-z]+)["']/.exec(code)?.[1] ?? null;
}

type Module = ReturnType<typeof parseSync>["module"];

function listSpecifiers(module: Module, text: string): { specifier: string; typeOnly: boolean }[] {
  const found: { specifier: string; typeOnly: boolean }[] = [];
  for (const one of module.staticImports) {
    found.push({
      specifier: one.moduleRequest.value,
      typeOnly: /^import\s+type\b/.test(text.slice(one.start, one.end)),
    });
  }
  for (const one of module.staticExports) {
    const from = one.entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (from) found.push({ specifier: from.value, typeOnly: one.entries.every((entry) => entry.isType) });
  }
  for (const one of module.dynamicImports) {
    const written = text.slice(one.moduleRequest.start, one.moduleRequest.end);
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(written)?.[1];
    if (literal) found.push({ specifier: literal, typeOnly: false });
  }
  const known = new Set(module.dynamicImports.map((one) => one.start));
  for (const one of text.matchAll(/\bimport\(\s*["']([^"'\n]+)["']\s*\)/g)) {
    // What is left after the real ones are types: `import("./x.ts").Y`.
    if (!known.has(one.index) && one[1]) found.push({ specifier: one[1], typeOnly: true });
  }
  return found;
}

function resolve(
  from: string,
  specifier: string,
  tree: ReadonlyMap<string, string>,
): Pick<SourceImport, "target" | "package"> {
  if (specifier.startsWith("node:")) return { target: null, package: "node:" };
  const inTree = (file: string) => ({ target: tree.has(file) ? file : null, package: null });
  if (specifier.startsWith(".")) return inTree(path.posix.join(path.posix.dirname(from), specifier));
  if (specifier.startsWith("#lib/") || specifier.startsWith("#components/")) return inTree(specifier.slice(1));
  if (specifier.startsWith("#")) return { target: null, package: null };
  const words = specifier.split("/");
  return { target: null, package: words.slice(0, specifier.startsWith("@") ? 2 : 1).join("/") };
}

/** The full names of the tests written in a file, with the names of the groups around them. Names made at run time are left out. */
export function listTestNames(file: string, text: string): string[] {
  const names: string[] = [];
  const visit = (node: unknown, around: readonly string[]) => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, around);
      return;
    }
    if (!isNode(node)) return;
    let inside = around;
    if (node["type"] === "CallExpression") {
      const name = fixedText(Array.isArray(node["arguments"]) ? node["arguments"][0] : null);
      const called = calledName(node["callee"]);
      if (name !== null && called === "describe") inside = [...around, name];
      if (name !== null && (called === "test" || called === "it")) names.push([...around, name].join(" › "));
    }
    for (const [key, value] of Object.entries(node)) if (key !== "parent") visit(value, inside);
  };
  visit(parseSync(file, text).program.body, []);
  return names;
}

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** `test`, `test.for(rows)`, `it.each(rows)` and their like; null for any other call. */
function calledName(callee: unknown): string | null {
  if (!isNode(callee)) return null;
  if (callee["type"] === "Identifier") return String(callee["name"]);
  if (callee["type"] === "CallExpression") return calledName(callee["callee"]);
  if (callee["type"] === "MemberExpression") {
    const property = isNode(callee["property"]) ? callee["property"]["name"] : "";
    return ["for", "each", "only", "skip", "concurrent", "sequential", "describe"].includes(String(property))
      ? property === "describe"
        ? "describe"
        : calledName(callee["object"])
      : null;
  }
  return null;
}

function fixedText(node: unknown): string | null {
  return isNode(node) && node["type"] === "Literal" && typeof node["value"] === "string" ? node["value"] : null;
}
