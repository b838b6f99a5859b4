import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/guarantees.md"), "utf8");

/** The last cell of a row is the file and a title in it. */
const readRows = (text: string) =>
  [...text.matchAll(/^\|.*\| `([^`]+)` ?([^|]*)\|$/gm)].map(([, file = "", title = ""]) => ({
    file,
    title: title.trim(),
  }));

/** Rows whose file has no test of that title; a title may be one of a table of cases. */
function unshown(rows: readonly { file: string; title: string }[]): string[] {
  return rows
    .filter(({ file, title }) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return (
        title === "" ||
        !["", `\${rounds} times killed: `].some(
          (head) => text.includes(`"${title}"`) || text.includes(`\`${head}${title}\``),
        )
      );
    })
    .map(({ file, title }) => `${file} ${title}`);
}

test("every fault in docs/guarantees.md names an existing test", () => {
  const rows = readRows(page);
  expect(rows.length).toBeGreaterThan(40);
  expect(unshown(rows)).toEqual([]);
});

test("a row whose test was renamed is found", () => {
  expect(unshown(readRows("| a | b | `server.test.ts` a title that nobody has |"))).toHaveLength(1);
});
