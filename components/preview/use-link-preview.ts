import { useEffect, useReducer } from "react";
import type { LinkPreview } from "#lib/contract/types.ts";
import { readResourceInPlace, toReadFailure } from "#lib/queries/read-resource.ts";

/** A page's card, or why there is none; `why` is null where the service makes no cards. */
type LinkPreviewAnswer = { page: LinkPreview; why: null } | { page: null; why: string | null };

/** The pages of this visit by link. The composer has no query client, which would weigh more than all of this. */
const results = new Map<string, LinkPreviewAnswer>();
/** Ms that reading a page with its image may take; the service itself stops at 16 s. */
const timeoutMs = 20_000;

/** Reads the page of a link once; `result` is null meanwhile. `readAgain` repeats a read that failed. */
export function useLinkPreview(url: string): { result: LinkPreviewAnswer | null; readAgain: () => void } {
  const [round, next] = useReducer((before: number) => before + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    if (results.has(url)) return;
    const left = new AbortController();
    void readPage(url, AbortSignal.any([left.signal, AbortSignal.timeout(timeoutMs)])).then((result) => {
      if (left.signal.aborted) return;
      results.set(url, result);
      next();
    });
    return () => left.abort();
  }, [url, round]);
  const readAgain = () => {
    results.delete(url);
    next();
  };
  return { result: results.get(url) ?? null, readAgain };
}

async function readPage(url: string, signal: AbortSignal): Promise<LinkPreviewAnswer> {
  try {
    return await readResourceInPlace<LinkPreviewAnswer>("link-preview", { url }, signal);
  } catch (error) {
    return { page: null, why: toReadFailure(error).message };
  }
}
