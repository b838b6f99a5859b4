"use client";
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { useLazyLiveQueryClient } from "#lib/realtime/use-live-query.ts";
import { postActionsDialog } from "./take-down-prompt.ts";

const OpenDialog = lazyComponent(() => import("./open-dialog.tsx").then((file) => file.OpenDialog));

/**
 * Hosts what actions need on every page: the member's stored undos with their keys, and the dialogs. Rendered once.
 */
export function PostActionsHost({ memberId }: { memberId: string }) {
  const registry = useLazyLiveQueryClient();
  const opened = useSyncExternalStore(postActionsDialog.subscribe, postActionsDialog.get, () => null);

  useEffect(() => {
    // No page needs its undos to render.
    void import("./tab-undos.ts").then(
      ({ startTabUndos }) => startTabUndos(registry, memberId),
      () => undefined,
    );
  }, [registry, memberId]);

  if (!opened) return null;
  return (
    <Suspense>
      <OpenDialog opened={opened} onClose={() => postActionsDialog.set(null)} />
    </Suspense>
  );
}
