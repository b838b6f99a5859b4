import "server-only";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { DraftSummary } from "#lib/contract/types.ts";

const pageSize = 30;

type WorkingDraftsQuery = { kind: "draft" | "template"; words: string; offset: number };

/** Lists a page of the member's drafts or templates, last changed first. */
export async function listWorkingDrafts(
  client: ServiceClient,
  { kind, words, offset }: WorkingDraftsQuery,
): Promise<Result<{ drafts: DraftSummary[]; total: number }>> {
  const result = await client.listDrafts({ kind, limit: pageSize, offset, ...(words !== "" && { q: words }) });
  return result.error ? result : { ok: { drafts: result.ok.data, total: result.ok.pagination.total } };
}
