"use client";
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { useRealtimeClient } from "#lib/realtime/use-live-query.ts";
import { takeDownPrompt, undoStorageKey } from "./take-down-prompt.ts";

const TakeDownDialog = lazyComponent(() => import("./take-down-dialog.tsx").then((file) => file.TakeDownDialog));

let isShown = false;

/** A storage that is closed holds nothing. */
function hasStoredUndos(): boolean {
  try {
    return sessionStorage.getItem(undoStorageKey) !== null;
  } catch {
    return false;
  }
}

/** What changes need around every page: the undo of before a full reload, and the question of taking down. Stands once. */
export function PostActionsHost() {
  const desk = useRealtimeClient();
  const standing = useSyncExternalStore(takeDownPrompt.listen, takeDownPrompt.read, () => null);

  useEffect(() => {
    if (isShown) return;
    isShown = true;
    // Seldom there, so that it costs no page its reader.
    if (!hasStoredUndos()) return;
    void Promise.all([desk.wake(), import("./post-action-runner.ts"), import("./undo-store.ts")]).then(
      ([{ client }, { createPostActionRunner: makeChanges }, { readStoredUndos: readKeptUndos }]) => {
        const changes = makeChanges(client);
        for (const one of readKeptUndos(sessionStorage, Date.now())) changes.offerUndo(one);
      },
      () => undefined,
    );
  }, [desk]);

  if (!standing) return null;
  return (
    <Suspense>
      <TakeDownDialog posts={standing} onClose={() => takeDownPrompt.show(null)} />
    </Suspense>
  );
}
