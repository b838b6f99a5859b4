import { findModule } from "./import-rules.ts";

/** Rows of `docs/architecture.md` whose folder holds no module of its own, or has a README for its users. */
const withoutReadme = new Set(["docs/decisions/", "e2e/", ".ci/", "lib/service/", "packages/cli/", "packages/client/"]);

/** The folders of `docs/architecture.md` with the sentence that says what each holds, by path. */
export function readModuleRows(page: string): Map<string, string> {
  const rows = [...page.matchAll(/^\| `([^`]+)` +\| (.+) \|$/gm)].map((row) => [row[1] ?? "", row[2] ?? ""] as const);
  return new Map(rows.filter(([path]) => path.endsWith("/") && !withoutReadme.has(path)));
}

/**
 * The README of a module: what it holds, and what it may import. Both come from elsewhere, so that they can't disagree:
 * the sentence from `docs/architecture.md`, the list from the import rules.
 */
export function writeModuleReadme(path: string, content: string): string {
  const module = findModule(`${path}index.ts`);
  if (!module) throw new Error(`${path} belongs to no module.`);
  const names = module.mayImport.map((name) => `\`${name}\``).sort();
  return [
    `# ${path.replace(/\/$/, "")}`,
    "",
    `${content.charAt(0).toUpperCase()}${content.slice(1)}.`,
    "",
    names.length > 0 ? `May import: ${names.join(", ")}.` : "Imports no other module.",
    "",
  ].join("\n");
}
