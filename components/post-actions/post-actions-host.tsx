"use client";
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { later } from "#components/ui/layout/lazy-component.tsx";
import { useDesk } from "#lib/realtime/use-live-query.ts";
import { keptUndosKey, standingPosts } from "./take-down-prompt.ts";

const DeletedPublished = later(() => import("./take-down-dialog.tsx").then((file) => file.DeletedPublished));

let isShown = false;

/** A storage that is closed holds nothing. */
function hasKeptUndos(): boolean {
  try {
    return sessionStorage.getItem(keptUndosKey) !== null;
  } catch {
    return false;
  }
}

/** What changes need around every page: the undo of before a full reload, and the question of taking down. Stands once. */
export function ChangesHost() {
  const desk = useDesk();
  const standing = useSyncExternalStore(standingPosts.listen, standingPosts.read, () => null);

  useEffect(() => {
    if (isShown) return;
    isShown = true;
    // Seldom there, so that it costs no page its reader.
    if (!hasKeptUndos()) return;
    void Promise.all([desk.wake(), import("./post-action-runner.ts"), import("./undo-store.ts")]).then(
      ([{ client }, { makeChanges }, { readKeptUndos }]) => {
        const changes = makeChanges(client);
        for (const one of readKeptUndos(sessionStorage, Date.now())) changes.offerUndo(one);
      },
      () => undefined,
    );
  }, [desk]);

  if (!standing) return null;
  return (
    <Suspense>
      <DeletedPublished posts={standing} onClose={() => standingPosts.show(null)} />
    </Suspense>
  );
}
