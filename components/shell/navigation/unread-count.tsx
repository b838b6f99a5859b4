"use client";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { announce } from "#components/ui/feedback/announce.tsx";
import { CountBadge } from "#components/ui/feedback/badge.tsx";
import { type InboxCount, inboxCountQuery } from "#lib/queries/inbox-count.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";

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
      <UnreadTabTitle unread={unread} />
      {children}
    </UnreadContext>
  );
}

const unreadPrefix = /^\(\d+\) /;

/**
 * Sets the tab's title: "(3) Posts · Postwright". Next replaces pages' titles, so a MutationObserver watches the
 * document's head.
 */
function UnreadTabTitle({ unread }: { unread: number }) {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(unreadPrefix, "");
      const title = unread > 0 && plain !== "" ? `(${unread}) ${plain}` : plain;
      if (title !== document.title) document.title = title;
    };
    write();
    const watcher = new MutationObserver(write);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      watcher.disconnect();
      document.title = document.title.replace(unreadPrefix, "");
    };
  }, [unread]);
  return null;
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
