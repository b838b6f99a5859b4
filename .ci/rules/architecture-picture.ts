import type { CodeModule } from "./modules.ts";

/** Modules that the picture leaves out: settings, tests, shared types, and small files that many import. */
const omitted =
  /^(config|service\/context|testing|e2e|\.ci|env|new-id|fsync-folder|address-throttle|cookie-seal|precompressed-document)$/;

/** The node of a module: the screens are one node, and so are the parts of the service. */
function toNode(name: string): string | null {
  if (omitted.test(name)) return null;
  if (name === "components/ui") return name;
  if (name.startsWith("components/")) return "components/*";
  if (name === "service/http" || name === "service/db" || name === "service/core") return name;
  if (name === "service") return "service/bootstrap";
  return name.startsWith("service/") ? "service/*" : name;
}

/** Removes an edge that longer paths imply, so that the picture shows the direction and not every rule. */
function reduce(edges: ReadonlyMap<string, ReadonlySet<string>>): [string, string][] {
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return [...edges].flatMap(([from, all]) =>
    [...all]
      .filter((to) => ![...all].some((other) => other !== to && !edges.get(to)?.has(other) && reaches(other, to)))
      .map((to): [string, string] => [from, to]),
  );
}

/**
 * Draws the import rules as a Mermaid flowchart: an arrow leads from a module to one that it may import. Arrows that
 * other arrows imply are left out.
 */
export function drawArchitecture(modules: readonly CodeModule[]): string {
  const edges = new Map<string, Set<string>>();
  for (const { name, mayImport } of modules) {
    const from = toNode(name);
    if (from === null) continue;
    const all = edges.get(from) ?? new Set<string>();
    edges.set(from, all);
    for (const to of mayImport.map(toNode)) if (to !== null && to !== from) all.add(to);
    // The pattern includes the modules that the picture shows on their own.
    if (mayImport.includes("service/*")) {
      all.add("service/db");
      if (from === "service/bootstrap") all.add("service/http");
    }
  }
  const names = [...edges.keys()];
  const id = (name: string) => `m${names.indexOf(name)}`;
  return [
    "flowchart TD",
    ...names.map((name) => `  ${id(name)}["${name}"]`),
    ...reduce(edges).map(([from, to]) => `  ${id(from)} --> ${id(to)}`),
  ].join("\n");
}
