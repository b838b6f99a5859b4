"use client";
import { createContext, type ReactNode, useContext } from "react";
import { CountBadge } from "#components/ui/feedback/badge.tsx";
import { type WaitingClaimCount, waitingClaimsQuery } from "#lib/queries/waiting-claims.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";

const PendingClaimsContext = createContext(0);

type ProviderProps = {
  /** What the server read at `readAtMs`; null for who reviews nothing. */
  first: WaitingClaimCount | null;
  readAtMs: number;
  children: ReactNode;
};

/** How many claims wait for a reviewer, kept current. */
export function PendingClaimsProvider({ first, readAtMs, children }: ProviderProps) {
  if (!first) return children;
  return (
    <LivePendingClaimsProvider first={first} readAtMs={readAtMs}>
      {children}
    </LivePendingClaimsProvider>
  );
}

function LivePendingClaimsProvider({
  first,
  readAtMs,
  children,
}: {
  first: WaitingClaimCount;
  readAtMs: number;
  children: ReactNode;
}) {
  const { waiting } = useLiveQuery(waitingClaimsQuery, first, readAtMs).data;
  return <PendingClaimsContext value={waiting}>{children}</PendingClaimsContext>;
}

/** The count beside the word Review; nothing when none waits. */
export function PendingClaimsCount({ className }: { className?: string }) {
  const waiting = useContext(PendingClaimsContext);
  if (waiting === 0) return null;
  return (
    <span className={className}>
      <CountBadge>
        <span aria-hidden="true">{waiting > 999 ? "999+" : waiting}</span>
        <span className="sr-only"> {waiting} waiting</span>
      </CountBadge>
    </span>
  );
}
