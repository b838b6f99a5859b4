import type { CalendarEntry, Post } from "#lib/contract/types.ts";
import type { Day } from "#lib/time/days.ts";
import type { ZonedDayRange } from "#lib/time/zoned-day-range.ts";

export type EntryPost = CalendarEntry["posts"][number];
/** An entry of the calendar with what each chip needs of it. */
export type TimedEntry = CalendarEntry & { key: string; atMs: number };

/**
 * Where a post was put a moment ago: `atMs` null without a time. Holds until the service tells a version that is newer than
 * `version`; until the move is answered, none is.
 */
export type EntryPlacement = { atMs: number | null; version: number };
export type EntryPlacements = ReadonlyMap<string, EntryPlacement>;

function createTimedEntry(entry: CalendarEntry, atMs: number, posts: EntryPost[]): TimedEntry {
  // One that stands apart from the others says its own words.
  const text = posts[0]?.text ?? entry.text;
  return { ...entry, text, at: new Date(atMs).toISOString(), posts, atMs, key: `${entry.submission_id}@${atMs}` };
}

/**
 * What the service told, with what was moved since: posts of one submission that stand at one time are one entry. In
 * order of time. A draft that was given a time is told by `drafts`.
 */
export function applyPlacements(
  told: readonly CalendarEntry[],
  placements: EntryPlacements,
  drafts: readonly UnscheduledDraft[] = [],
): TimedEntry[] {
  const found = new Map<string, TimedEntry>();
  const add = (entry: CalendarEntry, told: EntryPost, atMs: number) => {
    // Beside whom it stands may change: each says its words itself.
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

/** Entries by the day on which they fall, in order of time. */
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

// What calls for someone goes first.
const weight = ["failed", "publishing", "scheduled", "published", "canceled", "draft"];

/** The status that a chip shows: of several, the one that calls for someone most. */
export function getEntryStatus(posts: readonly EntryPost[]): string {
  return weight.find((status) => posts.some((post) => post.status === status)) ?? posts[0]?.status ?? "draft";
}

/** Posts of one submission that have no time. `at` is when they were written. */
export type UnscheduledDraft = CalendarEntry;

const textCharacters = 140;

const getExcerpt = (post: Post) => (post.posts[0]?.text ?? "").slice(0, textCharacters);

/** A post as an entry of its own; `at` is the time it is planned for, else that of its creation. */
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

/** Posts as entries: those of one submission at one time together. */
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

/** Tells the words of a post that are others than those of the first under the same key. */
function createVariantTracker() {
  const prints = new Map<string, string>();
  return (key: string, post: Post, told: readonly EntryPost[]): EntryPost[] => {
    // Of a shortened text the number of characters tells what the excerpt does not show.
    const print = JSON.stringify([post.characters, post.posts.map(({ text }) => text)]);
    const first = prints.get(key) ?? print;
    prints.set(key, first);
    return first === print ? [...told] : told.map((one) => ({ ...one, text: getExcerpt(post) }));
  };
}

/** True when a channel has words of its own. */
export const hasTextVariants = ({ posts }: Pick<CalendarEntry, "posts">): boolean =>
  posts.some((post) => post.text !== posts[0]?.text);

/**
 * What has no time: one's own drafts, those of one submission together, without what was given a time a moment ago and
 * with what lost its time then.
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
