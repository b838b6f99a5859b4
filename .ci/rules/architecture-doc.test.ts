import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { drawArchitecture } from "./architecture-picture.ts";
import { readModuleRows, writeModuleReadme } from "./module-readmes.ts";
import { modules } from "./modules.ts";
import { readFiles } from "./source-tree.ts";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/architecture.md"), "utf8");
const rows = [...page.matchAll(/^\| `([^`]+)` +\|/gm)].map((row) => row[1] ?? "");

/** Folders that hold code: those of `components`, `lib` and `packages` one deep, those of `lib/service` two deep, and the top ones. */
function folders(tree: Iterable<string>): Set<string> {
  const found = new Set<string>();
  for (const file of tree) {
    const folder = /^(?:components\/[^/]+|lib\/service\/[^/]+|lib\/[^/]+|packages\/[^/]+|app|e2e|\.ci)\//.exec(
      file,
    )?.[0];
    if (folder && /\.tsx?$/.test(file)) found.add(folder);
  }
  return found;
}

test("every module that docs/architecture.md names exists", () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((row) => !existsSync(path.join(root, row)))).toEqual([]);
});

test("every module folder is named in docs/architecture.md", () => {
  const missing = (tree: Iterable<string>) => [...folders(tree)].filter((folder) => !rows.includes(folder));
  expect(missing(readFiles(root).keys())).toEqual([]);
  expect(missing(["components/nowhere/a.tsx", "lib/service/nowhere/a.ts"])).toHaveLength(2);
});

test.for(["CONTRIBUTING.md", "docs/architecture.md", "docs/decisions/README.md"])(
  "every path that %s names exists",
  (name) => {
    const text = readFileSync(path.join(root, name), "utf8");
    const paths = [...text.matchAll(/`((?:\.ci|app|components|docs|e2e|lib)\/[^`\s<]*[^`\s<…*])`/g)].map(
      (found) => found[1] ?? "",
    );
    expect(paths.length > 0 || name.includes("decisions")).toBe(true);
    expect(paths.filter((one) => !one.includes("<") && !existsSync(path.join(root, one)))).toEqual([]);
  },
);

test("the picture on the architecture page shows the import rules", () => {
  expect(page).toContain(`\`\`\`mermaid\n${drawArchitecture(modules)}\n\`\`\``);
});

test("an arrow that other arrows imply is left out of the picture", () => {
  const one = (name: string, ...mayImport: string[]) => ({ name, path: `lib/${name}/`, mayImport });
  const picture = drawArchitecture([one("a", "b", "c"), one("b", "c"), one("c")]);
  expect(picture.match(/--> \w+/g)).toHaveLength(2);
});

test("the README of each module says what it holds and what it may import", () => {
  const rows = [...readModuleRows(page)];
  expect(rows.length).toBeGreaterThan(40);
  const outdated = rows.filter(([folder, content]) => {
    const file = path.join(root, folder, "README.md");
    return !existsSync(file) || readFileSync(file, "utf8") !== writeModuleReadme(folder, content);
  });
  // `npm run report -- --readmes` writes them.
  expect(outdated.map(([folder]) => folder)).toEqual([]);
});
