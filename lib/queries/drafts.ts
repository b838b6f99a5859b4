import type { DraftSummary } from "#lib/contract/types.ts";
import { readResource } from "./read-resource.ts";

export type DraftPage = { drafts: DraftSummary[]; total: number };

/**
 * Reads the next page of drafts or templates.
 * @throws ReadError
 */
export function readDrafts(
  asked: { kind: "draft" | "template"; words: string; offset: number },
  signal: AbortSignal,
): Promise<DraftPage> {
  return readResource<DraftPage>(
    "working-drafts",
    { kind: asked.kind, q: asked.words, offset: String(asked.offset) },
    signal,
  );
}
