"use client";
import { useEffect, useState } from "react";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Channel, DraftSummary, Post } from "#lib/contract/types.ts";
import { getDraftPath, readDrafts } from "#lib/queries/drafts/draft-queries.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { readResource } from "#lib/queries/read-resource.ts";
import { getDraftTitle } from "#lib/text/post-title.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatShortDay } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { addRecentCommand, filterCommands, type PaletteCommand, parseRecentCommands } from "./filter-commands.ts";
import { findMonths } from "./month-search.ts";
import { listStaticCommands, type ShellFeatures } from "./static-commands.ts";

/** Ms without typing before the search starts. */
const quietMs = 150;
const titleCharacters = 80;
/** Stored by member: titles of one organization's posts must not appear in another. */
const getRecentStorageKey = (memberId: string) => `postwright-recent:${memberId}`;

/** Drafts in a result: as many as posts. */
const draftsMax = 6;

/** Result of the search for this text among drafts and posts; `entries` is null while it runs. */
type TextSearchState = { words: string; entries: PaletteCommand[] | null; isFailed: boolean };

const emptySearch: TextSearchState = { words: "", entries: [], isFailed: false };

/** Returns the commands for the typed text; drafts and posts follow when found. */
export function useCommands(typed: string, offered: ShellFeatures) {
  const words = typed.trim();
  const { zone, dateOrder } = usePreferences();
  const [recent] = useState(() => readRecent(offered.memberId));
  const [channels, setChannels] = useState<PaletteCommand[]>([]);
  const [found, setFound] = useState(emptySearch);

  useEffect(() => {
    const gone = new AbortController();
    listPostableChannels(gone.signal).then(
      (all) => setChannels(all.map(toChannelCommand)),
      // Without this data the palette's other commands still work.
      () => undefined,
    );
    return () => gone.abort();
  }, []);

  useEffect(() => {
    if (words === "") return setFound(emptySearch);
    setFound((before) => ({
      ...before,
      words,
      isFailed: false,
      entries: before.words === words ? before.entries : null,
    }));
    const gone = new AbortController();
    const timer = setTimeout(() => {
      const search = searchText(words, offered.memberId, gone.signal).catch(() => null);
      void Promise.all([findDay(words, { zone, dateOrder }), search]).then(([days, texts]) => {
        // The answer for an earlier text may come last.
        if (!gone.signal.aborted) setFound({ words, entries: [...days, ...(texts ?? [])], isFailed: texts === null });
      });
    }, quietMs);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [words, offered.memberId, zone, dateOrder]);

  const today = toWallTime(new Date(), zone).date;
  const months = findMonths(words, today).map(
    ({ month, label }): PaletteCommand => ({ id: month, group: "Calendar", label, href: `/calendar?date=${month}-01` }),
  );
  const all = [...listStaticCommands(offered), ...months, ...channels, ...(found.entries ?? [])];
  return {
    entries: filterCommands(all, words, recent),
    isSearching: found.entries === null,
    isFailed: found.isFailed,
    keep: (chosen: PaletteCommand) => writeRecent(offered.memberId, addRecentCommand(recent, chosen)),
  };
}

function toChannelCommand(channel: { id: string; platform: string; name: string; username: string }): PaletteCommand {
  const { id, platform, name, username } = channel;
  return {
    id: `channel ${id}`,
    group: "Channels",
    label: `${name} · @${username.replace(/^@/, "")}`,
    words: platform,
    note: "View posts",
    href: `/posts?channel=${encodeURIComponent(id)}`,
  };
}

function toDraftCommand(draft: DraftSummary): PaletteCommand {
  const note = draft.post === null ? {} : { note: draft.posts.length > 0 ? "edited" : "changes not applied" };
  return { id: `draft ${draft.id}`, group: "Drafts", label: getDraftTitle(draft), href: getDraftPath(draft), ...note };
}

/** One command for a text, whatever the number of its channels; names the author of another member's. */
function toPostCommand(channels: readonly Post[], memberId: string): PaletteCommand | [] {
  const [post] = channels;
  if (!post) return [];
  const names = [...new Set(channels.flatMap(({ channel }) => (channel ? formatPlatformName(channel) : [])))];
  const statuses = [...new Set(channels.map((one) => getShownStatus(one).replaceAll("_", " ")))];
  const author = post.member && post.member.id !== memberId ? post.member.name : "";
  const text = post.posts.map((part) => part.text.trim()).find(Boolean) ?? "No text yet";
  const line = text.split("\n", 1)[0] ?? "";
  return {
    id: `post ${post.id}`,
    group: "Posts",
    label: line.length > titleCharacters ? `${line.slice(0, titleCharacters)}…` : line,
    note: [author, names.join(", "), statuses.join(", ")].filter(Boolean).join(" · "),
    href: `/posts/${encodeURIComponent(post.id)}`,
  };
}

function readRecent(memberId: string): PaletteCommand[] {
  try {
    return parseRecentCommands(localStorage.getItem(getRecentStorageKey(memberId)));
  } catch {
    return [];
  }
}

function writeRecent(memberId: string, recent: readonly PaletteCommand[]): void {
  try {
    localStorage.setItem(getRecentStorageKey(memberId), JSON.stringify(recent));
  } catch {
    // A browser without storage has no recent commands.
  }
}

/** Finds the next day that a text means: "31 oct", "next friday". A number alone usually means something else. */
async function findDay(
  words: string,
  times: Pick<DisplayPreferences, "zone" | "dateOrder">,
): Promise<PaletteCommand[]> {
  if (!/[a-z].*\d|\d.*[a-z]|\d-\d|day\b|tomorrow/i.test(words)) return [];
  const now = new Date();
  // A month has its own search.
  if (findMonths(words, toWallTime(now, times.zone).date).length > 0) return [];
  const parser = await import("#lib/time/parse/parse-natural-date.ts").catch(() => null);
  const day = parser?.parseTypedDay(words, { now, ...times, isPast: false });
  if (!day) return [];
  const label = `${formatShortDay(day)} ${day.slice(0, 4)}`;
  return [{ id: day, group: "Calendar", label, href: `/calendar?date=${day}` }];
}

/**
 * Searches the member's drafts and the newest visible posts for this text. A post with status `draft` is in the drafts.
 * @throws ReadError, or when `signal` aborts
 */
async function searchText(words: string, memberId: string, signal: AbortSignal): Promise<PaletteCommand[]> {
  const [{ drafts }, texts] = await Promise.all([
    readDrafts({ kind: "draft", words, offset: 0, limit: draftsMax }, signal),
    readResource<Post[][]>("found", { q: words }, signal),
  ]);
  const others =
    drafts.length > 0
      ? texts.filter((posts) => posts.some(({ status, member }) => status !== "draft" || member?.id !== memberId))
      : texts;
  return [...drafts.map(toDraftCommand), ...others.flatMap((posts) => toPostCommand(posts, memberId))];
}

/** @throws ReadError, or when `signal` aborts */
function listPostableChannels(signal: AbortSignal): Promise<Channel[]> {
  return readResource<Channel[]>("channels", {}, signal);
}
