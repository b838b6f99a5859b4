"use client";
import { createContext, type ReactNode, Suspense, useContext, useEffect, useRef } from "react";
import { announce } from "#components/ui/feedback/announce.tsx";
import { CountBadge } from "#components/ui/feedback/badge.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { type InboxCount, inboxCountQuery } from "#lib/queries/inbox-count.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";

// Most visits have nothing unread.
const TabTitleCount = lazyComponent(() => import("./tab-title-count.tsx").then((file) => file.TabTitleCount));

const InboxCountContext = createContext(0);

type ProviderProps = {
  /** The server's count at `readAtMs`; null when the service has no inbox. */
  first: InboxCount | null;
  readAtMs: number;
  children: ReactNode;
};

/**
 * Provides the number of open inbox items, kept up to date. While one of them is unread, the tab's title has the number
 * too; another unread one is announced.
 */
export function InboxCountProvider({ first, ...rest }: ProviderProps) {
  return first ? <LiveInboxCountProvider first={first} {...rest} /> : rest.children;
}

function LiveInboxCountProvider({ first, readAtMs, children }: ProviderProps & { first: InboxCount }) {
  const { open, unread } = useLiveQuery(inboxCountQuery, first, readAtMs).data;
  const lastUnread = useRef(unread);
  useEffect(() => {
    if (unread > lastUnread.current) announce(`${unread} unread in the inbox`);
    lastUnread.current = unread;
  }, [unread]);
  return (
    <InboxCountContext value={open}>
      {unread > 0 ? (
        <Suspense>
          <TabTitleCount count={open} />
        </Suspense>
      ) : null}
      {children}
    </InboxCountContext>
  );
}

/** Shows the number of open items beside the Inbox link; renders nothing for zero. */
export function InboxCountBadge({ className }: { className?: string }) {
  const open = useContext(InboxCountContext);
  if (open === 0) return null;
  return (
    <span className={className}>
      <CountBadge tone="failed">
        <span aria-hidden="true">{open > 99 ? "99+" : open}</span>
        <span className="sr-only"> {open} open</span>
      </CountBadge>
    </span>
  );
}
