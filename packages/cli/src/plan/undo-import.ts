import type { Postwright } from "../../../client/src/create-client.ts";
import { isPostwrightError } from "../../../client/src/resources.ts";
import type { ImportRecord } from "./import-record.ts";

export type UndoneImport = { deleted: string[]; gone: string[]; kept: { id: string; why: string }[] };

/** Deletes the posts of an import that are not out: drafts, planned, canceled and failed ones with nothing live. */
export async function undoImport(client: Postwright, record: ImportRecord): Promise<UndoneImport> {
  const undone: UndoneImport = { deleted: [], gone: [], kept: [] };
  for (const id of record.created.flatMap(({ ids }) => ids)) {
    const outcome = await deleteUnpublished(client, id);
    if (outcome === "deleted" || outcome === "gone") undone[outcome].push(id);
    else undone.kept.push({ id, why: outcome });
  }
  return undone;
}

const unpublished: readonly string[] = ["draft", "scheduled", "canceled", "failed"];

async function deleteUnpublished(client: Postwright, id: string): Promise<string> {
  try {
    const { status, version, published_urls: urls } = await client.posts.get(id);
    if (!unpublished.includes(status) || urls.length > 0) return `it is ${status}`;
    if (version === undefined) {
      await client.posts.delete(id);
      return "deleted";
    }
    // With its version, a post that is published in this moment is not deleted.
    const { refused } = await client.call("changePosts", { action: "delete", posts: [{ id, version }] });
    return refused[0]?.error.message ?? "deleted";
  } catch (error) {
    if (isPostwrightError(error) && error.status === 404) return "gone";
    if (isPostwrightError(error) && error.status === 409) return error.message;
    throw error;
  }
}
