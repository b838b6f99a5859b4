"use client";
import { useEffect } from "react";

const countPrefix = /^\(\d+\) /;

/**
 * Sets the tab's title: "(3) Posts · Postwright". Next replaces pages' titles, so a MutationObserver watches the
 * document's head.
 */
export function TabTitleCount({ count }: { count: number }) {
  useEffect(() => {
    const write = () => {
      const plain = document.title.replace(countPrefix, "");
      const title = plain === "" ? plain : `(${count}) ${plain}`;
      if (title !== document.title) document.title = title;
    };
    write();
    const watcher = new MutationObserver(write);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      watcher.disconnect();
      document.title = document.title.replace(countPrefix, "");
    };
  }, [count]);
  return null;
}
