"use client";
import { Suspense, useEffect, useSyncExternalStore } from "react";
import { later } from "#components/ui/later";
import { useDesk } from "#lib/queries/use-live";
import { keptUndosKey, standingPosts } from "./standing-posts.ts";

const DeletedPublished = later(() => import("./deleted-published.tsx").then((file) => file.DeletedPublished));

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
    void Promise.all([desk.wake(), import("./make-changes.ts"), import("./kept-undos.ts")]).then(
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
