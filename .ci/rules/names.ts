import { parseSync } from "oxc-parser";
import type { SourceFile, SourceTree } from "./source-tree.ts";

/** A name that breaks the glossary: where it is declared, and the word to use instead. */
export type DeniedName = { place: string; name: string; word: string; use: string };

/** The second table of the glossary: each word that names avoid, with its replacement. */
export function readDeniedTerms(glossary: string): ReadonlyMap<string, string> {
  const table = glossary.split("## Names not in use")[1] ?? "";
  const words = new Map<string, string>();
  for (const [, left = "", right = ""] of table.matchAll(/^\| (?!Not|---)([^|]+) \| ([^|]+) \|$/gm)) {
    for (const word of left.split(",")) words.set(word.trim(), right.trim());
  }
  return words;
}

/** The words of a name in lower case: of `useDraftSync`, `use-draft-sync` and `DRAFT_SYNC`. */
export const splitName = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

export type ExportedName = { name: string; isType: boolean };

/** The exported declarations of a file; names that it only passes on from another file are left out. */
export function listExportedNames(file: SourceFile): ExportedName[] {
  const names: ExportedName[] = [];
  for (const statement of parseSync(file.path, file.text).program.body) {
    if (statement.type !== "ExportNamedDeclaration" || !statement.declaration) continue;
    const declaration = statement.declaration;
    if (declaration.type === "VariableDeclaration") {
      for (const { id } of declaration.declarations) {
        if (id.type === "Identifier") names.push({ name: id.name, isType: false });
      }
    } else if ("id" in declaration && declaration.id && "name" in declaration.id) {
      const isType = declaration.type === "TSTypeAliasDeclaration" || declaration.type === "TSInterfaceDeclaration";
      names.push({ name: String(declaration.id.name), isType });
    }
  }
  return names;
}

/** Names that frameworks and tools choose: Next's route files and the tests' own words. */
const namedByOthers = /\.(test|spec)\.tsx?$|\.config\.(ts|mjs)$/;

const fileName = (path: string) => path.replace(/^.*\//, "").replace(/(\.(test|spec))?\.(tsx?|mjs)$/, "");

/** Every file name and exported name with a word that the glossary replaces. */
export function findDeniedNames(tree: SourceTree, denied: ReadonlyMap<string, string>): DeniedName[] {
  const found: DeniedName[] = [];
  const look = (place: string, name: string) => {
    const word = splitName(name).find((one) => denied.has(one));
    if (word) found.push({ place, name, word, use: denied.get(word) ?? "" });
  };
  for (const file of tree.values()) {
    look(file.path, fileName(file.path));
    if (namedByOthers.test(file.path)) continue;
    for (const { name } of listExportedNames(file)) look(file.path, name);
  }
  return found;
}

/** Exported types of one name in several files: `name: file, file`. */
export function findRepeatedTypes(tree: SourceTree): string[] {
  const places = new Map<string, string[]>();
  for (const file of tree.values()) {
    for (const { name, isType } of listExportedNames(file)) {
      if (isType) places.set(name, [...(places.get(name) ?? []), file.path]);
    }
  }
  return [...places].filter(([, files]) => files.length > 1).map(([name, files]) => `${name}: ${files.join(", ")}`);
}

const docComment = /\/\*\*\s*\n?\s*\*?\s*([^\s*][^\n]*)/g;
const opensWithClause = /^(What|Whether|Of|Those|It|Where|Who|Whose|Which)\b/;

/** How many doc comments a tree has, and those that open with a relative clause or a pronoun, as `file: first line`. */
export function readDocComments(tree: SourceTree): { count: number; unclear: string[] } {
  let count = 0;
  const unclear: string[] = [];
  for (const file of tree.values()) {
    for (const [, line = ""] of file.text.matchAll(docComment)) {
      count++;
      if (opensWithClause.test(line)) unclear.push(`${file.path}: ${line.slice(0, 80)}`);
    }
  }
  return { count, unclear };
}

/** Unions told apart by another property than `type` or `status`, as `file: property`. Counts each property signature with a literal type. */
export function findOtherDiscriminants(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const file of tree.values()) {
    for (const [, property] of file.text.matchAll(/[{;]\s*(is|at|do): "[^"]+"(?=\s*[;}|])/g)) {
      found.push(`${file.path}: ${property}`);
    }
  }
  return found;
}

/** Finds object literals that are spread into another one, as `file: text`. A spread hides a wrong property from the types. */
export function findLiteralSpreads(tree: SourceTree): string[] {
  return [...tree.values()].flatMap((file) =>
    // A template of a test is no code.
    [...file.text.matchAll(/(?<!["'`].*)\.\.\.\{ ?\w[^}]*\}/g)].map(([text]) => `${file.path}: ${text.slice(0, 80)}`),
  );
}
