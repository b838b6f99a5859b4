/** `npm run bench` lists the benches; `npm run bench NAME …` runs them one after another, `NAME PART …` those parts alone. */
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Bench, BenchLine } from "./measurement.ts";

// A disk is part of what is measured.
process.env["DATABASES_ON_DISK"] = "yes";

const say = (line: string) => process.stdout.write(`${line}\n`);

function isBench(module: unknown): module is Bench {
  return typeof module === "object" && module !== null && "about" in module && "run" in module;
}

async function load(name: string): Promise<Bench | null> {
  const file = path.join(import.meta.dirname, `${name}.ts`);
  if (!/^[a-z-]+$/.test(name) || name === "main" || !existsSync(file)) return null;
  const module: unknown = await import(file);
  return isBench(module) ? module : null;
}

function table(lines: readonly BenchLine[]): string {
  const cells = lines.map((line) => [
    line.ok === null ? "" : line.ok ? "ok" : "FAIL",
    line.what,
    line.value,
    line.budget,
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

const asked = process.argv.slice(2);
if (asked.length === 0) {
  say("Usage: npm run bench NAME");
  for (const file of readdirSync(import.meta.dirname).sort()) {
    const name = path.basename(file, ".ts");
    const bench = file.endsWith(".test.ts") ? null : await load(name);
    if (bench) say(`  ${name.padEnd(8)} ${bench.about}`);
  }
}
while (asked.length > 0) {
  const name = asked.shift() ?? "";
  const bench = await load(name);
  if (!bench) {
    say(`There is no bench named ${name}.`);
    process.exitCode = 1;
    continue;
  }
  say(`${name}: ${bench.about}`);
  const { parts = {} } = bench;
  const alone: Bench["run"][] = [];
  for (let part = parts[asked[0] ?? ""]; part; part = parts[asked[0] ?? ""]) {
    asked.shift();
    alone.push(part);
  }
  try {
    for (const run of alone.length > 0 ? alone : [bench.run]) {
      const lines = await run(say);
      say(table(lines));
      if (lines.some((line) => line.ok === false)) process.exitCode = 1;
    }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
