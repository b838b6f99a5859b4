import { dismissToast, loadToast, showToast, trackUndo } from "#components/ui/feedback/toast.tsx";
import { isEditableTarget } from "#components/ui/keyboard/is-editable-target.tsx";
import { isOverlayOpen } from "#components/ui/keyboard/shortcut-registry.tsx";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import type { LazyLiveQueryClient } from "#lib/realtime/lazy-live-query-client.ts";
import { loadFailureMessages } from "./report-failure.ts";
import { openRecentChanges } from "./take-down-prompt.ts";
import { getUndoKey } from "./undo-key.ts";
import { getTabId, pruneUndos, readStoredUndos, type StoredUndo } from "./undo-storage.ts";
import { undoToastIds } from "./undo-toasts.ts";

let registry: LazyLiveQueryClient | null = null;

/** Reads the undos that still hold, of all tabs, oldest first. A storage that can't be read holds none. */
export function readUndos(): StoredUndo[] {
  try {
    return readStoredUndos(localStorage, Date.now());
  } catch {
    return [];
  }
}

const readTabUndos = () => readUndos().filter(({ tab }) => tab === getTabId());

/**
 * Undoes a change; its result, or that it is too late, is shown as a toast. Until then Ctrl/⌘ Z undoes nothing else.
 */
export function runUndo(id: string): Promise<void> {
  const running = undoStored(id);
  trackUndo(running);
  return running;
}

async function undoStored(id: string): Promise<void> {
  const found = readUndos().find(({ undo }) => undo === id);
  if (!found) return void showToast({ message: "Too late to undo." });
  try {
    await (await loadRunner())?.undo(found);
  } catch (thrown) {
    showToast({ tone: "failed", message: toReadFailure(thrown).message });
  }
}

async function loadRunner() {
  if (!registry) return null;
  const [{ client }, { createPostActionRunner: createRunner }] = await Promise.all([
    registry.wake(),
    import("./post-action-runner.ts"),
  ]);
  // No action is started here, so there is nothing to wait for.
  return createRunner(client, 0);
}

/** Undoes the newest change that still holds if `event` is Ctrl/⌘ Z and nothing else has taken the key. */
export function undoByKey(event: Event): void {
  if (!(event instanceof KeyboardEvent) || event.key.toLowerCase() !== "z") return;
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
  if (event.defaultPrevented || event.repeat || isEditableTarget(event.target) || isOverlayOpen()) return;
  event.preventDefault();
  const newest = readTabUndos().at(-1);
  if (newest) void runUndo(newest.undo);
  else if (readUndos().length > 0) {
    const act = { label: "Recent changes", run: openRecentChanges };
    showToast({ message: "Earlier changes can still be undone", act, kind: "nothing to undo" });
  } else showToast({ message: "Nothing to undo", stayMs: 3_000, kind: "nothing to undo" });
}

/**
 * Shows the offers from before a full reload, lets Ctrl/⌘ Z undo this tab's changes once no toast offers an undo, and
 * ends the offers of changes that another tab undid.
 */
export function startTabUndos(live: LazyLiveQueryClient): void {
  const isFirst = registry === null;
  registry = live;
  if (!isFirst) return;
  void Promise.all([loadToast(), loadFailureMessages()]).catch(() => undefined);
  try {
    pruneUndos(localStorage, Date.now());
  } catch {
    // Without storage there is nothing to remove.
  }
  const offers = readTabUndos().filter(({ undo, endsAtMs }) => endsAtMs > Date.now() && !undoToastIds.has(undo));
  if (offers.length > 0) {
    void loadRunner().then(
      (runner) => {
        for (const one of offers) runner?.offerUndo(one);
      },
      () => undefined,
    );
  }
  // After the listeners of the page's text and of the toasts, which take the key while an undo runs.
  document.addEventListener("keydown", undoByKey);
  addEventListener("storage", ({ key, newValue }) => {
    if (newValue !== null) return;
    // Another tab has undone a change of this one.
    for (const [undo, toastId] of undoToastIds) if (key === getUndoKey(undo)) dismissToast(toastId);
  });
}
