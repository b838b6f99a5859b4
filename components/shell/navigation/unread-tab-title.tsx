"use client";
import { useEffect } from "react";

const unreadPrefix = /^\(\d+\) /;

/**
 * Sets the tab's title: "(3) Posts · Postwright". Next replaces pages' titles, so a MutationObserver watches the
 * document's head.
 */
export function UnreadTabTitle({ unread }: { unread: number }) {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(unreadPrefix, "");
      const title = plain === "" ? plain : `(${unread}) ${plain}`;
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
