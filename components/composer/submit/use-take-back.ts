"use client";
import { useCallback, useEffect, useRef, useState } from "react";
import { getDraftKey, hexToUuid, serializeStoredDraft } from "#components/composer/drafts/draft-storage-format.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { getUndoKey } from "#components/post-actions/undo-key.ts";
import {
  getTabId,
  readStoredUndos,
  removeUndo,
  type StoredUndo,
  storeUndo,
} from "#components/post-actions/undo-storage.ts";
import { showToast, trackUndo } from "#components/ui/feedback/toast.tsx";
import { isEditableTarget } from "#components/ui/keyboard/is-editable-target.tsx";
import { isOverlayOpen } from "#components/ui/keyboard/shortcut-registry.tsx";
import type { Post } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { formatCount } from "#lib/text/format-count.ts";

type TakeBackOptions = {
  memberId: string;
  draft: ComposerDraft;
  /** The posts as the service answered them. */
  posts: readonly Post[];
  /** Seconds that posts to publish now wait at the service; null if it can't take posts back. */
  graceSeconds: number | null;
  /** The start of the first request, ms by this device's clock. The service's wait ends a little later. */
  sentAtMs: number;
  /** True if the author chose a time. */
  isTimed: boolean;
  onTakenBack: () => void;
};

/** Posts that an edit published: their request stored its undo. */
type EditTakeBackOptions = Pick<TakeBackOptions, "sentAtMs"> & { isEdit: true };

/**
 * Takes the posts of a submission back while nothing of it is sent: by the page's button, by Ctrl/⌘ Z, and by a
 * toast on the page to which the author goes next. Edited posts return to their earlier status and time, with the new
 * text. Null if they can't be taken back.
 * @param isGone true once none of the posts exists any more
 */
export function useTakeBack(options: TakeBackOptions | EditTakeBackOptions | null, isGone: boolean) {
  const registry = useLazyLiveQueryClient();
  const [undo] = useState(() => options && ("isEdit" in options ? findUndoOfEdit(options) : createUndo(options)));
  const [isPending, setIsPending] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const isRunning = useRef(false);
  const isEnded = useRef(false);
  /** The text opens once the posts are gone: a try of this page deleted them, and its answer was lost. */
  const hasTried = useRef(false);
  const end = useCallback(() => {
    isEnded.current = true;
    setIsOver(true);
    if (undo) removeUndo(localStorage, undo.undo);
  }, [undo]);

  useEffect(() => {
    if (undo) storeUndo(localStorage, undo, Date.now());
    return () => {
      if (!undo?.countDown || isRunning.current || isEnded.current || undo.untilMs <= Date.now()) return;
      // The author goes on to another page of the dashboard before the end of the wait.
      void loadRunner(registry).then(
        (runner) => runner.offerUndo(undo),
        () => undefined,
      );
    };
  }, [undo, registry]);
  useEffect(() => {
    if (!undo) return;
    // A timer can't wait longer than a month.
    const timer = setTimeout(() => setIsOver(true), Math.min(undo.untilMs - Date.now(), 2 ** 31 - 1));
    const onStorage = ({ key, newValue }: StorageEvent) => {
      // Another tab has taken the posts back.
      if (key === getUndoKey(undo.undo) && newValue === null) end();
    };
    addEventListener("storage", onStorage);
    return () => {
      clearTimeout(timer);
      removeEventListener("storage", onStorage);
    };
  }, [undo, end]);
  useEffect(() => {
    if (!isGone || isPending || isEnded.current) return;
    end();
    if (hasTried.current && options && "onTakenBack" in options) options.onTakenBack();
  }, [isGone, isPending, end, options]);

  async function takeBack() {
    if (!undo || !options || isRunning.current) return;
    isRunning.current = true;
    setIsPending(true);
    const openText = "isEdit" in options ? undefined : options.onTakenBack;
    try {
      const runner = await loadRunner(registry);
      if (await runner.undo(undo, { openText })) end();
      else hasTried.current = true;
    } catch (thrown) {
      showToast({ tone: "failed", message: toReadFailure(thrown).message });
    }
    isRunning.current = false;
    setIsPending(false);
  }

  // Once the page is left, Ctrl/⌘ Z waits for this undo.
  const run = () => trackUndo(takeBack());
  const latest = useRef(run);
  latest.current = run;
  const isOffered = undo !== null && (!isOver || isPending);
  useEffect(() => {
    if (!isOffered) return;
    const onKey = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey);
      if (!isUndo || event.shiftKey || event.altKey || isEditableTarget(event.target) || isOverlayOpen()) return;
      event.preventDefault();
      latest.current();
    };
    // Before the toasts, whose changes are older.
    document.addEventListener("keydown", onKey, { capture: true });
    return () => document.removeEventListener("keydown", onKey, { capture: true });
  }, [isOffered]);

  if (!isOffered) return null;
  return { isPending, untilMs: undo.countDown ? undo.untilMs : null, run };
}

async function loadRunner(registry: ReturnType<typeof useLazyLiveQueryClient>) {
  const [{ client }, { createPostActionRunner: createRunner }] = await Promise.all([
    registry.wake(),
    import("#components/post-actions/post-action-runner.ts"),
  ]);
  return createRunner(client, 0);
}

/** Returns the undo of an edit that was sent now; null without one. */
function findUndoOfEdit({ sentAtMs }: EditTakeBackOptions): StoredUndo | null {
  const stored = readStoredUndos(localStorage, Date.now());
  return (
    stored.findLast((one) => one.tab === getTabId() && one.editHref !== undefined && one.doneAtMs >= sentAtMs) ?? null
  );
}

/** Describes how to take the posts back; null if the service can't, or if something may be sent already. */
function createUndo({ memberId, draft, posts, graceSeconds, sentAtMs, isTimed }: TakeBackOptions): StoredUndo | null {
  const submissionId = posts[0]?.submission_id;
  const isWaiting = posts.every(({ status, version }) => status === "scheduled" && version !== undefined);
  if (!submissionId || !isWaiting || graceSeconds === null) return null;
  const endMs = isTimed ? Math.min(...posts.map(({ scheduled_for: at }) => Date.parse(at ?? ""))) : 0;
  const untilMs = isTimed ? endMs : sentAtMs + graceSeconds * 1000;
  if (!(untilMs > Date.now())) return null;
  const draftId = hexToUuid(newId());
  const stored = { post: null, base: 0, isSaved: false, by: newId(), savedAt: null, slot: null };
  return {
    undo: submissionId,
    message: isTimed ? `Scheduled on ${formatCount(posts.length, "channel")}` : "Publishing",
    postId: posts[0]?.id,
    countDown: !isTimed,
    doneAtMs: sentAtMs,
    endsAtMs: isTimed ? sentAtMs : untilMs,
    untilMs,
    created: {
      submissionId,
      posts: posts.map(({ id, version = 0 }) => ({ id, version })),
      text: {
        key: getDraftKey(memberId, draftId),
        value: serializeStoredDraft({ ...stored, draft, keptAtMs: sentAtMs }),
        href: `/compose?draft=${draftId}`,
      },
    },
  };
}
