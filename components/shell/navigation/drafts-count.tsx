"use client";
import { type ReactNode, useContext } from "react";
import { CountBadge } from "#components/ui/feedback/badge.tsx";
import { DraftsContext, type DraftsOverview, draftsOverviewQuery } from "#lib/queries/drafts/drafts-overview.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";

type ProviderProps = {
  /** The server's overview at `readAtMs`; null where the service stores no drafts. */
  first: DraftsOverview | null;
  readAtMs: number;
  children: ReactNode;
};

/** Provides the number of drafts and the posts with unapplied changes, kept up to date. */
export function DraftsProvider({ first, readAtMs, children }: ProviderProps) {
  if (!first) return children;
  return (
    <LiveDraftsProvider first={first} readAtMs={readAtMs}>
      {children}
    </LiveDraftsProvider>
  );
}

type LiveProviderProps = ProviderProps & { first: DraftsOverview };

function LiveDraftsProvider({ first, readAtMs, children }: LiveProviderProps) {
  return <DraftsContext value={useLiveQuery(draftsOverviewQuery, first, readAtMs).data}>{children}</DraftsContext>;
}

/** Shows the count beside the Drafts link; renders nothing for zero. */
export function DraftsCount({ className }: { className?: string }) {
  const total = useContext(DraftsContext)?.total ?? 0;
  if (total === 0) return null;
  return (
    <span className={className}>
      <CountBadge>{total > 999 ? "999+" : total}</CountBadge>
    </span>
  );
}
