import { isTransientFailure } from "#components/composer/drafts/is-transient-failure.ts";
import { waitForConnection } from "#components/composer/wait-for-connection.ts";
import { returnDraft, withdrawDraft } from "#lib/actions/drafts.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { DraftContent } from "#lib/contract/types.ts";

/** The newest call of this page about each draft. A deletion and its undo must not overtake each other. */
const newestCalls = new Map<string, { stop: AbortController; ended: Promise<unknown> }>();

/**
 * Repeats a call about a draft until the service answers or refuses, or a newer call about the same draft begins.
 * @returns null without an answer
 */
function callUntilAnswered<T>(draftId: string, call: () => Promise<Result<T>>): Promise<T | null> {
  const former = newestCalls.get(draftId);
  former?.stop.abort();
  const stop = new AbortController();
  const ended = (former?.ended ?? Promise.resolve()).then(async () => {
    for (let tries = 0; !stop.signal.aborted; tries += 1) {
      const answer = await call().catch(() => null);
      if (answer?.ok) return answer.ok;
      if (answer?.error && !isTransientFailure(answer.error)) return null;
      await waitForConnection(tries, stop.signal);
    }
    return null;
  });
  newestCalls.set(draftId, { stop, ended });
  return ended;
}

/**
 * Deletes from the service a draft that was deleted from this browser: its save may have arrived or may still arrive. A
 * page without a connection repeats the call as long as the page lives.
 */
export const withdrawFromService = (id: string) => callUntilAnswered(id, () => withdrawDraft({ id }));

/**
 * Undoes `withdrawFromService` if the service has the deleted draft.
 * @param content what this browser stored; null if it had no copy any more
 */
export const returnToService = (id: string, content: DraftContent | null) =>
  callUntilAnswered(id, () => returnDraft({ id, content }));
