"use client";
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { useShortcuts } from "#components/ui/keyboard/use-shortcuts.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { onFirstPress } from "#components/ui/on-first-press.ts";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { openRecentChanges, postActionsDialog } from "./take-down-prompt.ts";
import { setUndoMember, undoKeyStart } from "./undo-key.ts";

const shortcuts = [{ keys: "mod+alt+z", label: "Recent changes", run: openRecentChanges }];

const OpenDialog = lazyComponent(() => import("./open-dialog.tsx").then((file) => file.OpenDialog));

/**
 * Hosts what actions need on every page: the member's stored undos with their keys, and the dialogs. Rendered once.
 */
export function PostActionsHost({ memberId }: { memberId: string }) {
  const registry = useLazyLiveQueryClient();
  const opened = useSyncExternalStore(postActionsDialog.subscribe, postActionsDialog.get, () => null);

  useShortcuts("Everywhere", shortcuts, { everywhere: true });
  useEffect(() => {
    setUndoMember(memberId);
    const start = (pressed?: Event) =>
      void import("./tab-undos.ts").then(
        ({ startTabUndos, undoByKey }) => {
          startTabUndos(registry);
          if (pressed) undoByKey(pressed);
        },
        () => undefined,
      );
    if (hasStoredUndos()) start();
    return onFirstPress(start);
  }, [registry, memberId]);

  if (!opened) return null;
  return (
    <Suspense>
      <OpenDialog opened={opened} onClose={() => postActionsDialog.set(null)} />
    </Suspense>
  );
}

/** Returns false, too, where the browser refuses its storage. */
function hasStoredUndos(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(undoKeyStart));
  } catch {
    return false;
  }
}
