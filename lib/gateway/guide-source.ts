import "server-only";
import { requireAppRuntime } from "#lib/embedded-service.ts";
import type { Guide } from "#lib/guides/guide-list.ts";
import { getServiceLocation } from "./service-location.ts";

/** The guides name this address; readers see their own server's. */
const exampleOrigin = "https://posts.example.org";

/**
 * Reads a guide's Markdown, with this server's address in the examples. With a remote service, whose address visitors
 * must not learn, the example stays.
 */
export async function readGuide({ file }: Guide): Promise<string> {
  const { documents, hosting } = requireAppRuntime();
  const markdown = await documents.read(file);
  return getServiceLocation().isRemote ? markdown : markdown.replaceAll(exampleOrigin, hosting.origin);
}
