import type { QueryClient } from "@tanstack/react-query";
import { showToast } from "#components/ui/feedback/toast.tsx";
import type { NewToast } from "#components/ui/feedback/toast-store.ts";
import { toastDurationMs } from "#components/ui/feedback/toast-store.ts";
import { toSafeHref } from "#components/ui/safe-href.ts";
import { undoPostsUpdate, updatePosts } from "#lib/actions/bulk-posts.ts";
import type { Failure } from "#lib/contract/errors.ts";
import type { BulkAction, BulkChange, BulkChangeResult, PostFilter } from "#lib/contract/types.ts";
import { formatActionResult, formatUndoResult, type RetryContent } from "./action-messages.ts";
import { catchFailure, invalidatePosts, reportFailure } from "./feedback.ts";
import { getStillPublishedPosts, type StillPublishedPost, takeDownPrompt } from "./take-down-prompt.ts";
import { removeUndo, type StoredUndo, storeUndo } from "./undo-store.ts";

/** The posts a change is about: named, or all that a filter picks, `count` of them as far as is known. */
export type PostActionTarget =
  | { posts: readonly { id: string; version?: number | undefined; scheduled_for?: string | undefined }[] }
  | { filter: PostFilter; count: number };

export type PostActionOptions = {
  /** For "schedule": the first goes out then, the others keep their gaps. */
  start?: string;
  /** For "retry" of unconfirmed posts: what the member saw on the platform. */
  unconfirmed?: "is_there" | "send_again";
  /** For "retry": what it sends; `mixed` if left out. `nothing` is only settled, and counts down to nothing. */
  sends?: RetryContent;
  /** In place of our words for what was done, such as "Moved to Thu 14 Jan, 10:00". */
  words?: string;
  onUndone?: (answer: BulkChangeResult) => void;
};

export type PostActionResult = Pick<BulkChangeResult, "changed" | "refused"> & {
  /** Of the whole request: then nothing was done. */
  failure: Failure | null;
};

/** Seconds that "publish" and "retry" wait before anything is sent. */
const graceSeconds = 5;
/** Ms that an undo must be in view to be offered at all. */
const minUndoMs = 500;
/** What can be done to posts: each is told in one toast, with its undo, and read again wherever it is in view. */
export function createPostActionRunner(queries: QueryClient) {
  const refresh = (gone?: ReadonlySet<string>) => invalidatePosts(queries, gone);

  async function undo(kept: Pick<StoredUndo, "undo">, onUndone?: PostActionOptions["onUndone"]): Promise<void> {
    removeUndo(sessionStorage, kept.undo, Date.now());
    const result = await catchFailure(undoPostsUpdate({ undo: kept.undo }));
    await refresh();
    if (result.error) return reportFailure(result.error);
    showToast(formatUndoResult(result.ok));
    onUndone?.(result.ok);
  }

  /** Offers to undo until its time is over, here or after a reload. */
  function offerUndo(kept: StoredUndo, onUndone?: PostActionOptions["onUndone"]): void {
    const now = Date.now();
    // The answer came so late that nobody could press in time: what happens is told all the same.
    if (kept.endsAtMs - now < minUndoMs) {
      showToast({ message: kept.message, ...getTakeDownToast(kept.standing ?? []) });
      return;
    }
    storeUndo(sessionStorage, kept, now);
    showToast({
      message: kept.message,
      countDown: kept.countDown,
      stayMs: kept.endsAtMs - now,
      ...getTakeDownToast(kept.standing ?? []),
      undo: () => void undo(kept, onUndone),
      onGone: () => {
        removeUndo(sessionStorage, kept.undo, Date.now());
        // It goes out now, and what is in view shows it.
        if (kept.countDown) void refresh();
      },
    });
  }

  async function change(
    action: BulkAction,
    what: PostActionTarget,
    more: PostActionOptions = {},
  ): Promise<PostActionResult> {
    const startedAtMs = Date.now();
    const asked = toBulkChange(action, what, more);
    const result = await catchFailure(updatePosts(asked));
    if (result.error) {
      reportFailure(result.error);
      return { changed: [], refused: [], failure: result.error };
    }
    const { changed, refused, undo: undoId } = result.ok;
    const standing = getStillPublishedPosts(changed);
    const { message, tone } = formatActionResult(action, result.ok, more.words, more.sends);
    const isGraced = asked.grace_seconds !== undefined && undoId !== null && result.ok.undo_until !== null;
    // From when it was asked: the service counts from a moment later, so an undo shown here is never too late there.
    const endsAtMs = isGraced ? startedAtMs + graceSeconds * 1000 : Date.now() + toastDurationMs;
    // A post that goes back to its own time, as after a restored backup, is not about to be sent either.
    const isSent =
      more.sends !== "nothing" && changed.some(({ status }) => status !== "scheduled" || action === "publish");
    if (undoId === null) showToast({ message, tone, ...getTakeDownToast(standing) });
    else offerUndo({ undo: undoId, message, countDown: isGraced && isSent, endsAtMs, standing }, more.onUndone);
    await refresh(action === "delete" ? new Set(changed.map(({ id }) => id)) : undefined);
    return { changed, refused, failure: null };
  }

  return { change, offerUndo };
}

function toBulkChange(action: BulkAction, what: PostActionTarget, more: PostActionOptions): BulkChange {
  const { start, unconfirmed } = more;
  return {
    action,
    ...("filter" in what ? { filter: what.filter } : { posts: what.posts.map(toNamedPost) }),
    ...(start !== undefined && { start }),
    ...(unconfirmed !== undefined && { unconfirmed }),
    ...((action === "publish" || action === "retry") && { grace_seconds: graceSeconds }),
  };
}

/** What the pages know of a post besides is not sent. */
function toNamedPost({
  id,
  version,
  scheduled_for,
}: {
  id: string;
  version?: number | undefined;
  scheduled_for?: string | undefined;
}) {
  return { id, ...(version !== undefined && { version }), ...(scheduled_for !== undefined && { scheduled_for }) };
}

/** Of deleted posts that are out: where the one stands, and the question whether they are to be taken down as well. */
function getTakeDownToast(standing: readonly StillPublishedPost[]): Partial<NewToast> {
  const [one] = standing;
  if (!one) return {};
  const href = standing.length === 1 ? one.urls.map(toSafeHref).find((link) => link !== null) : undefined;
  const label = standing.some((post) => post.canTakeDown) ? "Take down too…" : "See where…";
  const isAsked = standing.length > 1 || one.canTakeDown;
  return {
    ...(href && { links: [{ label: "See it there", href }] }),
    ...(isAsked && { act: { label, run: () => takeDownPrompt.show(standing) } }),
  };
}
