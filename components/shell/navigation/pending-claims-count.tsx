"use client";
import { createContext, type ReactNode, useContext } from "react";
import { Count } from "#components/ui/feedback/badge.tsx";
import { useLive } from "#lib/realtime/use-live-query.ts";
import { type Waiting, waitingClaims } from "#lib/queries/waiting-claims.ts";

const WaitingClaims = createContext(0);

type ProviderProps = {
  /** What the server read at `readAtMs`; null for who reviews nothing. */
  first: Waiting | null;
  readAtMs: number;
  children: ReactNode;
};

/** How many claims wait for a reviewer, kept current. */
export function WaitingProvider({ first, readAtMs, children }: ProviderProps) {
  if (!first) return children;
  return (
    <LiveWaiting first={first} readAtMs={readAtMs}>
      {children}
    </LiveWaiting>
  );
}

function LiveWaiting({ first, readAtMs, children }: { first: Waiting; readAtMs: number; children: ReactNode }) {
  const { waiting } = useLive(waitingClaims, first, readAtMs).data;
  return <WaitingClaims value={waiting}>{children}</WaitingClaims>;
}

/** The count beside the word Review; nothing when none waits. */
export function WaitingCount({ className }: { className?: string }) {
  const waiting = useContext(WaitingClaims);
  if (waiting === 0) return null;
  return (
    <span className={className}>
      <Count>
        <span aria-hidden="true">{waiting > 999 ? "999+" : waiting}</span>
        <span className="sr-only"> {waiting} waiting</span>
      </Count>
    </span>
  );
}
