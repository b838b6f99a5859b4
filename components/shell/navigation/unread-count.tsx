"use client";
import { createContext, type ReactNode, Suspense, useContext, useEffect, useRef } from "react";
import { announce } from "#components/ui/feedback/announce.tsx";
import { CountBadge } from "#components/ui/feedback/badge.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { type InboxCount, inboxCountQuery } from "#lib/queries/inbox-count.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";

// Most visits have nothing unread.
const UnreadTabTitle = lazyComponent(() => import("./unread-tab-title.tsx").then((file) => file.UnreadTabTitle));

const UnreadContext = createContext(0);

type ProviderProps = {
  /** The server's count at `readAtMs`; null when the service has no inbox. */
  first: InboxCount | null;
  readAtMs: number;
  children: ReactNode;
};

/** Provides the number of unread inbox items, kept up to date; shows it in the tab's title and announces increases. */
export function UnreadProvider({ first, readAtMs, children }: ProviderProps) {
  if (!first) return children;
  return (
    <LiveUnreadProvider first={first} readAtMs={readAtMs}>
      {children}
    </LiveUnreadProvider>
  );
}

function LiveUnreadProvider({
  first,
  readAtMs,
  children,
}: {
  first: InboxCount;
  readAtMs: number;
  children: ReactNode;
}) {
  const { unread } = useLiveQuery(inboxCountQuery, first, readAtMs).data;
  const told = useRef(unread);
  useEffect(() => {
    if (unread > told.current) announce(`${unread} unread in the inbox`);
    told.current = unread;
  }, [unread]);
  return (
    <UnreadContext value={unread}>
      {unread > 0 ? (
        <Suspense>
          <UnreadTabTitle unread={unread} />
        </Suspense>
      ) : null}
      {children}
    </UnreadContext>
  );
}

/** Shows the count beside the Inbox link; renders nothing for zero. */
export function UnreadCount({ className }: { className?: string }) {
  const unread = useContext(UnreadContext);
  if (unread === 0) return null;
  return (
    <span className={className}>
      <CountBadge tone="failed">
        <span aria-hidden="true">{unread > 99 ? "99+" : unread}</span>
        <span className="sr-only"> {unread} unread</span>
      </CountBadge>
    </span>
  );
}
