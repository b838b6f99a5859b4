import { removeLocalItem, getLocalItem, setLocalItem } from "#components/composer/browser-storage.ts";
import type { SubmitRequest } from "#components/composer/state/composer-state.ts";

/** Calls of one draft that were sent and have no answer that says whether they arrived. `sinceMs`: the press, by the server's clock. */
export type StoredRequests = { calls: readonly SubmitRequest[]; sinceMs: number };

/** The browser's storage keeps it beside the draft, so that it survives a reload of the tab. */
const getStoredRequestsKey = (memberId: string, draftId: string) => `postwright:sending:${memberId}:${draftId}`;

export function storeRequests(memberId: string, draftId: string, { calls, sinceMs }: StoredRequests): void {
  const name = getStoredRequestsKey(memberId, draftId);
  if (calls.length === 0) removeLocalItem(name);
  else setLocalItem(name, JSON.stringify({ calls, sinceMs }));
}

/** Reads it back; null for whatever else is stored there. */
export function readStoredRequests(memberId: string, draftId: string): StoredRequests | null {
  try {
    const { calls, sinceMs } = JSON.parse(getLocalItem(getStoredRequestsKey(memberId, draftId)) ?? "null") ?? {};
    const isWhole = Array.isArray(calls) && calls.length > 0 && calls.every(isSubmitRequest) && typeof sinceMs === "number";
    return isWhole ? { calls: calls.map(toUnconfirmed), sinceMs } : null;
  } catch {
    return null;
  }
}

function isSubmitRequest(value: unknown): value is SubmitRequest {
  const call = value as Partial<SubmitRequest> | null;
  if (!Array.isArray(call?.channelIds) || typeof call.repeatKey !== "string" || typeof call.print !== "string")
    return false;
  const print: unknown = JSON.parse(call.print);
  return Array.isArray(print) && Array.isArray(print[2]);
}

/** The answer, if there was one, went to a page that is gone. */
function toUnconfirmed(call: SubmitRequest): SubmitRequest {
  const message = "This page was left before the publishing service answered.";
  return { ...call, state: { is: "unsure", failure: { code: "left", message, status: null } } };
}
