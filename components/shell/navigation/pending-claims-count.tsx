"use client";
import { createContext, type ReactNode, useContext } from "react";
import { CountBadge } from "#components/ui/feedback/badge.tsx";
import { type WaitingClaimCount, waitingClaimsQuery } from "#lib/queries/waiting-claims.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";

const PendingClaimsContext = createContext(0);

type ProviderProps = {
  /** The server's count at `readAtMs`; null for a member who can't review. */
  first: WaitingClaimCount | null;
  readAtMs: number;
  children: ReactNode;
};

/** Provides the number of pending claims, kept up to date. */
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

/** Shows the count beside the Review link; renders nothing for zero. */
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
