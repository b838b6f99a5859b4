import type { CalendarEntry, Post } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";

export type EntryPost = CalendarEntry["posts"][number];
/** A calendar entry with its key and its time in ms. */
export type TimedEntry = CalendarEntry & { key: string; atMs: number };

/**
 * A just-moved post's place: `atMs` is null without a time. The placement applies until the service reports a version
 * newer than `version`; until the service answers the move, no version counts as newer.
 */
export type EntryPlacement = { atMs: number | null; version: number };
export type EntryPlacements = ReadonlyMap<string, EntryPlacement>;

function createTimedEntry(entry: CalendarEntry, atMs: number, posts: EntryPost[]): TimedEntry {
  // An entry whose post has a variant shows that post's own text.
  const text = posts[0]?.text ?? entry.text;
  return { ...entry, text, at: new Date(atMs).toISOString(), posts, atMs, key: `${entry.submission_id}@${atMs}` };
}

/**
 * Applies recent moves to the service's snapshot, in order of time: posts of one submission at one time become one
 * entry. `drafts` supplies the posts of drafts that were given a time.
 */
export function applyPlacements(
  told: readonly CalendarEntry[],
  placements: EntryPlacements,
  drafts: readonly UnscheduledDraft[] = [],
): TimedEntry[] {
  const found = new Map<string, TimedEntry>();
  const add = (entry: CalendarEntry, told: EntryPost, atMs: number) => {
    // Its neighbours may change, so each post carries its own text.
    const post = hasTextVariants(entry) ? { ...told, text: told.text ?? entry.text } : told;
    const key = `${entry.submission_id}@${atMs}`;
    const known = found.get(key);
    if (known) found.set(key, { ...known, posts: [...known.posts, post] });
    else found.set(key, createTimedEntry(entry, atMs, [post]));
  };
  const toldIds = new Set<string>();
  for (const entry of told) {
    const atMs = Date.parse(entry.at);
    // The usual case copies nothing.
    if (placements.size === 0) {
      found.set(`${entry.submission_id}@${atMs}`, createTimedEntry(entry, atMs, entry.posts));
      continue;
    }
    for (const post of entry.posts) {
      toldIds.add(post.id);
      const placed = placements.get(post.id);
      if (!placed || post.version > placed.version) add(entry, post, atMs);
      else if (placed.atMs !== null) add(entry, post, placed.atMs);
    }
  }
  for (const draft of drafts) {
    for (const post of draft.posts) {
      const placed = placements.get(post.id);
      if (toldIds.has(post.id) || !placed || placed.atMs === null || post.version > placed.version) continue;
      add(draft, { ...post, status: "scheduled" }, placed.atMs);
    }
  }
  return [...found.values()].sort((one, other) => one.atMs - other.atMs || (one.key < other.key ? -1 : 1));
}

/** Groups entries by the day they fall on, in order of time. */
export function groupEntriesByDay(
  entries: readonly TimedEntry[],
  range: ZonedDayRange,
): ReadonlyMap<Day, TimedEntry[]> {
  const found = new Map<Day, TimedEntry[]>();
  for (const entry of entries) {
    const day = range.dayOf(entry.atMs);
    if (day === null) continue;
    const list = found.get(day);
    if (list) list.push(entry);
    else found.set(day, [entry]);
  }
  return found;
}

// Statuses that need attention come first.
const weight = ["failed", "publishing", "scheduled", "published", "canceled", "draft"];

/** Returns the status that a chip shows: among several, the one that most needs attention. */
export function getEntryStatus(posts: readonly EntryPost[]): string {
  return weight.find((status) => posts.some((post) => post.status === status)) ?? posts[0]?.status ?? "draft";
}

/** Posts of one submission without a time. `at` is their creation time. */
export type UnscheduledDraft = CalendarEntry;

const textCharacters = 140;

const getExcerpt = (post: Post) => (post.posts[0]?.text ?? "").slice(0, textCharacters);

/** Converts a post to an entry of its own; `at` is the planned time, else the creation time. */
export function toCalendarEntry(post: Post): CalendarEntry {
  return {
    submission_id: post.submission_id ?? post.id,
    at: post.scheduled_for ?? post.published_at ?? post.created_at,
    text: getExcerpt(post),
    parts: post.posts.length,
    images: post.media?.length ?? 0,
    member: post.member ?? { id: "", name: "" },
    posts: [
      {
        id: post.id,
        channel_id: post.channel_id ?? "",
        channel: post.channel,
        status: post.status,
        version: post.version ?? 0,
      },
    ],
  };
}

/** Groups posts into entries: posts of one submission at one time share an entry. */
export function groupPostsIntoEntries(posts: readonly Post[]): CalendarEntry[] {
  const found = new Map<string, CalendarEntry>();
  const withOwn = createVariantTracker();
  for (const post of posts) {
    const entry = toCalendarEntry(post);
    const key = `${entry.submission_id}@${entry.at}`;
    const known = found.get(key);
    const told = withOwn(key, post, entry.posts);
    found.set(key, known ? { ...known, posts: [...known.posts, ...told] } : entry);
  }
  return [...found.values()];
}

/** Creates a function that returns a post's text when it differs from the first post's under the same key. */
function createVariantTracker() {
  const prints = new Map<string, string>();
  return (key: string, post: Post, told: readonly EntryPost[]): EntryPost[] => {
    // For an excerpt, the number of characters distinguishes texts that differ after the cut.
    const print = JSON.stringify([post.characters, post.posts.map(({ text }) => text)]);
    const first = prints.get(key) ?? print;
    prints.set(key, first);
    return first === print ? [...told] : told.map((one) => ({ ...one, text: getExcerpt(post) }));
  };
}

/** True when a channel has its own text. */
export const hasTextVariants = ({ posts }: Pick<CalendarEntry, "posts">): boolean =>
  posts.some((post) => post.text !== posts[0]?.text);

/**
 * Returns the member's own drafts, grouped by submission, without drafts that a recent move scheduled and with posts
 * that a recent move unscheduled.
 */
export function groupUnscheduledDrafts(
  posts: readonly Post[],
  told: readonly CalendarEntry[],
  placements: EntryPlacements,
): UnscheduledDraft[] {
  const found = new Map<string, UnscheduledDraft>();
  const withOwn = createVariantTracker();
  const add = (draft: UnscheduledDraft) => {
    const known = found.get(draft.submission_id);
    found.set(draft.submission_id, known ? { ...known, posts: [...known.posts, ...draft.posts] } : draft);
  };
  const seen = new Set<string>();
  for (const post of posts) {
    const placed = placements.get(post.id);
    if (placed && placed.atMs !== null && (post.version ?? 0) <= placed.version) continue;
    seen.add(post.id);
    const entry = toCalendarEntry(post);
    add({ ...entry, posts: withOwn(entry.submission_id, post, entry.posts), at: post.created_at });
  }
  if (placements.size === 0) return [...found.values()];
  for (const entry of told) {
    for (const post of entry.posts) {
      const placed = placements.get(post.id);
      if (seen.has(post.id) || placed?.atMs !== null || post.version > placed.version) continue;
      add({ ...entry, posts: [{ ...post, status: "draft" }] });
    }
  }
  return [...found.values()];
}
