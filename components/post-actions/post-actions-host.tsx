"use client";
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { takeDownPrompt, undoStorageKey } from "./take-down-prompt.ts";

const TakeDownDialog = lazyComponent(() => import("./take-down-dialog.tsx").then((file) => file.TakeDownDialog));

let hasShownUndos = false;

/** A storage that can't be read holds no undo. */
function hasStoredUndos(): boolean {
  try {
    return sessionStorage.getItem(undoStorageKey) !== null;
  } catch {
    return false;
  }
}

/**
 * Hosts what actions need on every page: undo offers from before a full reload, and the take-down dialog. Rendered
 * once.
 */
export function PostActionsHost() {
  const registry = useLazyLiveQueryClient();
  const posts = useSyncExternalStore(takeDownPrompt.subscribe, takeDownPrompt.get, () => null);

  useEffect(() => {
    if (hasShownUndos) return;
    hasShownUndos = true;
    // Stored undos are rare, so their reader loads only if there is one.
    if (!hasStoredUndos()) return;
    void Promise.all([registry.wake(), import("./post-action-runner.ts"), import("./undo-storage.ts")]).then(
      ([{ client }, { createPostActionRunner: createRunner }, { readStoredUndos: readUndos }]) => {
        const changes = createRunner(client);
        for (const one of readUndos(sessionStorage, Date.now())) changes.offerUndo(one);
      },
      () => undefined,
    );
  }, [registry]);

  if (!posts) return null;
  return (
    <Suspense>
      <TakeDownDialog posts={posts} onClose={() => takeDownPrompt.set(null)} />
    </Suspense>
  );
}
