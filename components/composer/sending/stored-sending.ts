import { drop, recall, remember } from "#components/composer/browser-storage.ts";
import type { Call } from "#components/composer/state/composer-state.ts";

/** Calls of one draft that were sent and have no answer that says whether they arrived. `sinceMs`: the press, by the server's clock. */
export type StoredSending = { calls: readonly Call[]; sinceMs: number };

/** The browser's storage keeps it beside the draft, so that it survives a reload of the tab. */
const nameOf = (memberId: string, draftId: string) => `postwright:sending:${memberId}:${draftId}`;

export function storeSending(memberId: string, draftId: string, { calls, sinceMs }: StoredSending): void {
  const name = nameOf(memberId, draftId);
  if (calls.length === 0) drop(name);
  else remember(name, JSON.stringify({ calls, sinceMs }));
}

/** Reads it back; null for whatever else is stored there. */
export function readSending(memberId: string, draftId: string): StoredSending | null {
  try {
    const { calls, sinceMs } = JSON.parse(recall(nameOf(memberId, draftId)) ?? "null") ?? {};
    const isWhole = Array.isArray(calls) && calls.length > 0 && calls.every(isCall) && typeof sinceMs === "number";
    return isWhole ? { calls: calls.map(asUnsure), sinceMs } : null;
  } catch {
    return null;
  }
}

function isCall(value: unknown): value is Call {
  const call = value as Partial<Call> | null;
  if (!Array.isArray(call?.channelIds) || typeof call.repeatKey !== "string" || typeof call.print !== "string")
    return false;
  const print: unknown = JSON.parse(call.print);
  return Array.isArray(print) && Array.isArray(print[2]);
}

/** The answer, if there was one, went to a page that is gone. */
function asUnsure(call: Call): Call {
  const message = "This page was left before the publishing service answered.";
  return { ...call, state: { is: "unsure", failure: { code: "left", message, status: null } } };
}
