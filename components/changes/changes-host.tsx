"use client";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { useDesk } from "#lib/queries/use-live";
import { readKeptUndos } from "./kept-undos.ts";
import { standingPosts } from "./standing-posts.ts";

const DeletedPublished = lazy(() =>
  import("./deleted-published.tsx").then((file) => ({ default: file.DeletedPublished })),
);

let isShown = false;

/** What changes need around every page: the undo of before a full reload, and the question of taking down. Stands once. */
export function ChangesHost() {
  const desk = useDesk();
  const standing = useSyncExternalStore(standingPosts.listen, standingPosts.read, () => null);

  useEffect(() => {
    if (isShown) return;
    isShown = true;
    const kept = readKeptUndos(sessionStorage, Date.now());
    if (kept.length === 0) return;
    void Promise.all([desk.wake(), import("./make-changes.ts")]).then(
      ([{ client }, { makeChanges }]) => {
        const changes = makeChanges(client);
        for (const one of kept) changes.offerUndo(one);
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
