import type { QueryClient } from "@tanstack/react-query";
import { dismissToast, showToast } from "#components/ui/feedback/toast.tsx";
import type { NewToast } from "#components/ui/feedback/toast-store.ts";
import { toastDurationMs } from "#components/ui/feedback/toast-store.ts";
import { toSafeHref } from "#components/ui/safe-href.ts";
import { undoPostsUpdate, updatePosts, updateSubmissionPosts } from "#lib/actions/bulk-posts.ts";
import type { ErrorCode, Failure } from "#lib/contract/errors.ts";
import type { BulkAction, BulkChange, BulkChangeResult, PostFilter } from "#lib/contract/types.ts";
import { invalidatePosts, markDeletedHere } from "#lib/queries/posts/invalidate-posts.ts";
import { formatActionResult, formatUndoResult, type RetryContent } from "./action-messages.ts";
import { catchFailure, reportFailure } from "./report-failure.ts";
import { openTakenBackText, reportTakeBackFailure, takeBackCreatedPosts } from "./take-back-created-posts.ts";
import {
  askTakeDown,
  getStillPublishedPosts,
  type PublishedAnswer,
  postActionsDialog,
  type StillPublishedPost,
} from "./take-down-prompt.ts";
import { removeUndo, type StoredUndo, storeUndo } from "./undo-storage.ts";
import { runningUndos, unansweredUndos, undoToastIds } from "./undo-toasts.ts";

/**
 * The posts of an action: named ones, or all that match a filter. `count` is their last known number. Those of one
 * submission change together: all or none.
 */
export type PostActionSelection =
  | {
      posts: readonly { id: string; version?: number | undefined; scheduled_for?: string | undefined }[];
      submission?: string | undefined;
    }
  | { filter: PostFilter; count: number };

export type PostActionOptions = {
  /** For "schedule": the time of the first post; the others keep their distances. */
  start?: string;
  /** For "retry" of unconfirmed posts: what the member saw on the platform. */
  unconfirmed?: "is_there" | "send_again";
  /**
   * For "retry": the content it sends; `mixed` if left out. `nothing` only resolves the post, so it has no countdown.
   */
  content?: RetryContent;
  /** Replaces the default text for the success, such as "Rescheduled for Thu 14 Jan, 10:00". */
  message?: string;
  /** Another action that the toast offers, such as the same on the other channels. Not after an undo. */
  follow?: { label: string; run: () => void };
  onUndone?: (result: BulkChangeResult) => void;
};

export type PostActionResult = Pick<BulkChangeResult, "changed" | "refused"> & {
  /** The failure of the whole request; nothing was done then. */
  failure: Failure | null;
};

const askForPublishedUrl = () =>
  new Promise<PublishedAnswer>((onAnswer) => postActionsDialog.set({ type: "confirm_published", onAnswer }));

/** Least ms for which an undo must be visible to be offered. */
const minUndoMs = 500;

/** Errors after which another press of Undo would be refused too. */
const finalErrors: ReadonlySet<string> = new Set<ErrorCode>(["conflict", "forbidden", "invalid_request", "not_found"]);

type UndoOptions = Pick<PostActionOptions, "onUndone"> & {
  /** Opens the text of created posts in the page itself; else its page is loaded. */
  openText?: (() => void) | undefined;
};

/**
 * Creates the runner of actions on posts. Each action shows one toast with its undo and invalidates the queries of
 * posts. "publish" and "retry" wait for `graceSeconds` before anything is sent.
 */
export function createPostActionRunner(queries: QueryClient, graceSeconds: number) {
  const refresh = (deletedIds?: ReadonlySet<string>) => invalidatePosts(queries, deletedIds);

  /**
   * Undoes a change while it holds, and removes its toast. The text of created posts and an edit that published open in
   * the composer again; if some posts of an edit are published already, the toast says so and offers the rest. After a
   * failure that may pass, such as a lost network, the undo is offered again.
   * @returns true if there is nothing more to undo
   */
  async function undo(storedUndo: StoredUndo, { onUndone, openText }: UndoOptions = {}): Promise<boolean> {
    const { undo: id, created, editHref } = storedUndo;
    if (runningUndos.has(id)) return false;
    runningUndos.add(id);
    const toastId = undoToastIds.get(id);
    if (toastId !== undefined) {
      undoToastIds.delete(id);
      dismissToast(toastId);
    }
    const { ok, error: failure } = await sendInTurn(() =>
      created ? takeBackCreatedPosts(created) : catchFailure(undoPostsUpdate({ undo: id })),
    );
    runningUndos.delete(id);
    // The first try deleted the posts, but its answer was lost.
    const isDone = failure?.code === "not_found" && created !== undefined && unansweredUndos.has(id);
    const error = isDone ? undefined : failure;
    const isOver = !error || finalErrors.has(error.code);
    if (isOver) removeUndo(localStorage, id);
    else unansweredUndos.add(id);
    await refresh();
    if (error) {
      if (created) reportTakeBackFailure(error);
      else reportFailure(error);
      const isShown = !isOver && toastId !== undefined && storedUndo.endsAtMs - Date.now() >= minUndoMs;
      if (isShown) offerUndo(storedUndo, { onUndone });
      return isOver;
    }
    if (created) (openText ?? (() => openTakenBackText(created)))();
    else if (editHref !== undefined && ok?.refused.length === 0) location.assign(editHref);
    else if (ok) {
      showToast({ ...formatUndoResult(ok), ...getEditToast(storedUndo, ok.changed), kind });
      onUndone?.(ok);
    }
    return true;
  }

  /** Stores an undo and shows its toast. Ctrl Z and the list of recent changes run it until it ends. */
  function offerUndo(
    storedUndo: StoredUndo,
    { onUndone, follow }: Pick<PostActionOptions, "onUndone" | "follow"> = {},
  ): void {
    const now = Date.now();
    // The answer came too late for a press of Undo, but the result is still shown.
    if (storedUndo.endsAtMs - now < minUndoMs) {
      showToast({ message: storedUndo.message, ...getTakeDownToast(storedUndo.standing ?? []), kind });
      return;
    }
    storeUndo(localStorage, storedUndo, now);
    const toastId = showToast({
      // A running countdown is never replaced: its Undo matters most.
      ...(storedUndo.countDown ? {} : { kind }),
      message: storedUndo.message,
      countDown: storedUndo.countDown,
      stayMs: storedUndo.endsAtMs - now,
      ...getTakeDownToast(storedUndo.standing ?? []),
      ...(follow && { act: follow }),
      undo: () => undo(storedUndo, { onUndone }),
      onGone: () => {
        undoToastIds.delete(storedUndo.undo);
        // The post is published now, and the page shows it.
        if (storedUndo.countDown) void refresh();
      },
    });
    undoToastIds.set(storedUndo.undo, toastId);
  }

  async function change(
    action: BulkAction,
    selection: PostActionSelection,
    options: PostActionOptions = {},
  ): Promise<PostActionResult> {
    const isOne = "posts" in selection && selection.posts.length === 1;
    const answer: PublishedAnswer = options.unconfirmed === "is_there" && isOne ? await askForPublishedUrl() : {};
    if (answer === null) return { changed: [], refused: [], failure: null };
    const submission = "filter" in selection ? undefined : selection.submission;
    if (action === "delete" && "posts" in selection) markDeletedHere(selection.posts.map(({ id }) => id));
    let startedAtMs = Date.now();
    const result = await sendInTurn(() => {
      startedAtMs = Date.now();
      const request = { ...toBulkChange(action, selection, options, graceSeconds), ...answer };
      return catchFailure(
        submission === undefined
          ? updatePosts(request)
          : updateSubmissionPosts({ id: submission, action: toSubmissionAction(request) }),
      );
    });
    if (result.error) {
      reportFailure(result.error);
      return { changed: [], refused: [], failure: result.error };
    }
    const { changed, refused, undo: undoId } = result.ok;
    const stillPublished = getStillPublishedPosts(changed);
    const { message, tone } = formatActionResult(action, result.ok, options.message, options.content);
    const isSending = action === "publish" || action === "retry";
    const hasGracePeriod = isSending && graceSeconds > 0 && undoId !== null && result.ok.undo_until !== null;
    // Counted from the request's start: the service starts a moment later, so an Undo in view is never too late for the
    // service.
    const endsAtMs = hasGracePeriod ? startedAtMs + graceSeconds * 1000 : Date.now() + toastDurationMs;
    // A post that returns to its scheduled time, as after a restored backup, is not about to be sent.
    const isSent =
      options.content !== "nothing" && changed.some(({ status }) => status !== "scheduled" || action === "publish");
    if (undoId === null || (isSending && !hasGracePeriod))
      showToast({ message, tone, ...getTakeDownToast(stillPublished), kind });
    else {
      const untilMs = hasGracePeriod ? endsAtMs : getUndoEndMs(result.ok.undo_until, startedAtMs);
      const countDown = hasGracePeriod && isSent;
      offerUndo(
        {
          undo: undoId,
          message,
          postId: changed[0]?.id,
          countDown,
          doneAtMs: startedAtMs,
          endsAtMs,
          untilMs,
          standing: stillPublished,
        },
        options,
      );
    }
    await refresh(action === "delete" ? new Set(changed.map(({ id }) => id)) : undefined);
    return { changed, refused, failure: null };
  }

  return { change, offerUndo, undo };
}

/** The versions that this tab's own changes gave to posts. A page may still show an older one. */
const ownVersions = new Map<string, number>();
let lastAnswer: Promise<unknown> = Promise.resolve();

/** Sends changes one after the other: each needs the versions that the one before it made. */
function sendInTurn<T extends { ok?: BulkChangeResult | undefined }>(send: () => Promise<T>): Promise<T> {
  const answer = lastAnswer.then(send).then((result) => {
    for (const { id, version } of result.ok?.changed ?? []) ownVersions.set(id, version);
    return result;
  });
  lastAnswer = answer.catch(() => undefined);
  return answer;
}

/** Toasts of changes replace each other: the list of recent changes has the older ones. */
const kind = "posts";

/** Ms for which a service without undo records restores what it deleted, as far as this tab remembers. */
const restorableMs = 24 * 3_600_000;

/** The service's clock may differ from the browser's; an undo in the last moment is refused with its reason. */
const getUndoEndMs = (undoUntil: string | null, startedAtMs: number) =>
  undoUntil === null ? startedAtMs + restorableMs : Date.parse(undoUntil);

function toBulkChange(
  action: BulkAction,
  selection: PostActionSelection,
  options: PostActionOptions,
  graceSeconds: number,
): BulkChange {
  const { start, unconfirmed } = options;
  return {
    action,
    ...("filter" in selection ? { filter: selection.filter } : { posts: selection.posts.map(toNamedPost) }),
    ...(start !== undefined && { start }),
    ...(unconfirmed !== undefined && { unconfirmed }),
    ...((action === "publish" || action === "retry") && { grace_seconds: graceSeconds }),
  };
}

/** The posts of a submission get one time. */
function toSubmissionAction(request: BulkChange): BulkChange & { scheduled_for?: string | undefined } {
  return { ...request, scheduled_for: request.posts?.[0]?.scheduled_for };
}

/** Returns the fields that the request sends. The service refuses a post that others have changed. */
function toNamedPost({
  id,
  version,
  scheduled_for,
}: {
  id: string;
  version?: number | undefined;
  scheduled_for?: string | undefined;
}) {
  return {
    id,
    ...(version !== undefined && { version: Math.max(version, ownVersions.get(id) ?? 0) }),
    ...(scheduled_for !== undefined && { scheduled_for }),
  };
}

/** Returns the toast's offer to edit what an undo returned; nothing for a change that was no edit. */
function getEditToast({ editHref }: StoredUndo, [first]: BulkChangeResult["changed"]): Partial<NewToast> {
  if (editHref === undefined || !first) return {};
  const href = `/compose?post=${encodeURIComponent(first.id)}`;
  return { act: { label: "Edit post", run: () => location.assign(href) } };
}

/**
 * Returns the toast's fields for deleted posts that are still published: a link to a single post, and the offer to take
 * them down.
 */
function getTakeDownToast(stillPublished: readonly StillPublishedPost[]): Partial<NewToast> {
  const [firstPost] = stillPublished;
  if (!firstPost) return {};
  const href = stillPublished.length === 1 ? firstPost.urls.map(toSafeHref).find((link) => link !== null) : undefined;
  const label = stillPublished.some((post) => post.canTakeDown) ? "Also take down…" : "Show where…";
  const hasAction = stillPublished.length > 1 || firstPost.canTakeDown;
  return {
    ...(href && { links: [{ label: "View post", href }] }),
    ...(hasAction && { act: { label, run: () => askTakeDown(stillPublished) } }),
  };
}
