"use client";
import { useEffect, useState } from "react";
import type { Post } from "#lib/contract/types.ts";
import { findPosts, readChannels } from "#lib/queries/command-palette-search.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toWall } from "#lib/time/time-zone.ts";
import { type Entry, parseRecent, shownEntries, withRecent } from "./commands.ts";
import { monthsNamed } from "./month-search.ts";
import { type Offered, standingEntries } from "./static-commands.ts";

/** Ms of quiet before the words are searched for: a person types on. */
const quietMs = 150;
const titleCharacters = 80;
/** By member: titles of one organization's posts are none of another's. */
const keptAs = (memberId: string) => `postwright-recent:${memberId}`;

/** What is known of the posts with these words: null while they are looked for. */
type Found = { words: string; entries: Entry[] | null; isFailed: boolean };

const nothing: Found = { words: "", entries: [], isFailed: false };

/** What the palette shows for what was typed; posts come when they are found. */
export function useEntries(typed: string, offered: Offered) {
  const words = typed.trim();
  const { zone } = usePreferences();
  const [recent] = useState(() => readRecent(offered.memberId));
  const [channels, setChannels] = useState<Entry[]>([]);
  const [found, setFound] = useState(nothing);

  useEffect(() => {
    const gone = new AbortController();
    readChannels(gone.signal).then(
      (all) => setChannels(all.map(entryOfChannel)),
      // Without them the palette still leads everywhere else.
      () => undefined,
    );
    return () => gone.abort();
  }, []);

  useEffect(() => {
    if (words === "") return setFound(nothing);
    setFound((before) => ({
      ...before,
      words,
      isFailed: false,
      entries: before.words === words ? before.entries : null,
    }));
    const gone = new AbortController();
    const timer = setTimeout(() => {
      findPosts(words, gone.signal).then(
        (posts) => setFound({ words, entries: posts.map(entryOfPost), isFailed: false }),
        () => {
          if (!gone.signal.aborted) setFound({ words, entries: [], isFailed: true });
        },
      );
    }, quietMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [words]);

  const today = toWall(new Date(), zone).date;
  const months = monthsNamed(words, today).map(
    ({ month, label }): Entry => ({ id: month, group: "Calendar", label, href: `/calendar?date=${month}-01` }),
  );
  const all = [...standingEntries(offered), ...months, ...channels, ...(found.entries ?? [])];
  return {
    entries: shownEntries(all, words, recent),
    isSearching: found.entries === null,
    isFailed: found.isFailed,
    keep: (chosen: Entry) => writeRecent(offered.memberId, withRecent(recent, chosen)),
  };
}

function entryOfChannel(channel: { id: string; platform: string; name: string; username: string }): Entry {
  const { id, platform, name, username } = channel;
  return {
    id: `channel ${id}`,
    group: "Channels",
    label: `${name} · @${username.replace(/^@/, "")}`,
    words: platform,
    note: "Its posts",
    href: `/posts?channel=${encodeURIComponent(id)}`,
  };
}

function entryOfPost(post: Post): Entry {
  const text = post.posts.map((part) => part.text.trim()).find(Boolean) ?? "No words yet";
  const line = text.split("\n", 1)[0] ?? "";
  return {
    id: `post ${post.id}`,
    group: "Posts",
    label: line.length > titleCharacters ? `${line.slice(0, titleCharacters)}…` : line,
    note: post.status,
    href: `/posts/${encodeURIComponent(post.id)}`,
  };
}

function readRecent(memberId: string): Entry[] {
  try {
    return parseRecent(localStorage.getItem(keptAs(memberId)));
  } catch {
    return [];
  }
}

function writeRecent(memberId: string, recent: readonly Entry[]): void {
  try {
    localStorage.setItem(keptAs(memberId), JSON.stringify(recent));
  } catch {
    // A browser that keeps nothing has no recent choices.
  }
}
