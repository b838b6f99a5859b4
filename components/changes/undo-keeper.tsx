"use client";
import { useEffect } from "react";
import { useDesk } from "#lib/queries/use-live";
import { readKeptUndos } from "./kept-undos.ts";

let isShown = false;

/** Shows again, after a full reload, what could still be undone before it. Stands once, around every page. */
export function UndoKeeper() {
  const desk = useDesk();
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
  return null;
}
