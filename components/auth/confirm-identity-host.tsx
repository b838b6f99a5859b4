"use client";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { registerConfirmationDialog } from "#lib/queries/with-confirmation.ts";

// Loaded when an action first requires a confirmation.
const ConfirmIdentityDialog = lazyComponent(() =>
  import("./confirm-identity-dialog.tsx").then((file) => file.ConfirmIdentityDialog),
);

/** Shows the dashboard's only identity confirmation dialog; part of the dashboard's frame. */
export function ConfirmIdentityHost() {
  const [only, setOnly] = useState<"any" | "second factor" | null>(null);
  // One confirmation answers every action that is waiting for one.
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([]);
  useEffect(
    () =>
      registerConfirmationDialog(
        (asked) =>
          new Promise((resolve) => {
            waiting.current.push(resolve);
            setOnly(asked);
          }),
      ),
    [],
  );
  if (!only) return null;
  const close = (isConfirmed: boolean) => {
    setOnly(null);
    for (const answer of waiting.current.splice(0)) answer(isConfirmed);
  };
  return (
    <Suspense>
      <ConfirmIdentityDialog only={only} onConfirmed={() => close(true)} onClose={() => close(false)} />
    </Suspense>
  );
}
