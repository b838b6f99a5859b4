import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Reads the ids of all server actions of the build. Next decodes a request's body before it looks for the action; with
 * these ids a request for none is refused before.
 */
export async function readActionIds(root: string): Promise<ReadonlySet<string>> {
  const file = join(root, ".next", "server", "server-reference-manifest.json");
  const { node, edge } = JSON.parse(await readFile(file, "utf8")) as { node: object; edge: object };
  return new Set([...Object.keys(node), ...Object.keys(edge)]);
}
