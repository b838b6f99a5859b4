import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { CalendarEntry, DraftSummary, Post } from "#lib/contract/types.ts";
import { getDraftPath } from "#lib/queries/drafts/draft-queries.ts";
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
  snapshot: readonly CalendarEntry[],
  placements: EntryPlacements,
  drafts: readonly UnscheduledDraft[] = [],
): TimedEntry[] {
  const entriesByKey = new Map<string, TimedEntry>();
  const add = (entry: CalendarEntry, post: EntryPost, atMs: number) => {
    // Its neighbours may change, so each post carries its own text.
    const placedPost = hasTextVariants(entry) ? { ...post, text: post.text ?? entry.text } : post;
    const key = `${entry.submission_id}@${atMs}`;
    const existing = entriesByKey.get(key);
    if (existing) entriesByKey.set(key, { ...existing, posts: [...existing.posts, placedPost] });
    else entriesByKey.set(key, createTimedEntry(entry, atMs, [placedPost]));
  };
  const snapshotIds = new Set<string>();
  for (const entry of snapshot) {
    const atMs = Date.parse(entry.at);
    // The usual case copies nothing.
    if (placements.size === 0) {
      entriesByKey.set(`${entry.submission_id}@${atMs}`, createTimedEntry(entry, atMs, entry.posts));
      continue;
    }
    for (const post of entry.posts) {
      snapshotIds.add(post.id);
      const placement = placements.get(post.id);
      if (!placement || post.version > placement.version) add(entry, post, atMs);
      else if (placement.atMs !== null) add(entry, post, placement.atMs);
    }
  }
  for (const draft of drafts) {
    for (const post of draft.posts) {
      const placement = placements.get(post.id);
      if (snapshotIds.has(post.id) || !placement || placement.atMs === null || post.version > placement.version)
        continue;
      add(draft, { ...post, status: "scheduled" }, placement.atMs);
    }
  }
  return [...entriesByKey.values()].sort((one, other) => one.atMs - other.atMs || (one.key < other.key ? -1 : 1));
}

/** Groups entries by the day they fall on, in order of time. */
export function groupEntriesByDay(
  entries: readonly TimedEntry[],
  range: ZonedDayRange,
): ReadonlyMap<Day, TimedEntry[]> {
  const entriesByDay = new Map<Day, TimedEntry[]>();
  for (const entry of entries) {
    const day = range.dayOf(entry.atMs);
    if (day === null) continue;
    const list = entriesByDay.get(day);
    if (list) list.push(entry);
    else entriesByDay.set(day, [entry]);
  }
  return entriesByDay;
}

// Statuses that need attention come first.
const statusesByUrgency = [
  "unconfirmed",
  "failed",
  "on_hold",
  "publishing",
  "scheduled",
  "published",
  "canceled",
  "draft",
];

/** Returns the status that a chip shows: among several, the one that most needs attention. */
export function getEntryStatus(posts: readonly EntryPost[]): string {
  return (
    statusesByUrgency.find((status) => posts.some((post) => getShownStatus(post) === status)) ??
    posts[0]?.status ??
    "draft"
  );
}

/**
 * A draft in the tray. `at` is its creation time. `posts` are empty for a text that is no post yet, or that changes one:
 * the composer opens it at `path`, and it has to be scheduled there. `channelIds` are the channels chosen for such a text.
 */
export type UnscheduledDraft = CalendarEntry & { path?: string; channelIds?: readonly string[] };

const excerptCharacters = 140;

const getExcerpt = (post: Post) => (post.posts[0]?.text ?? "").slice(0, excerptCharacters);

/** Converts a post to an entry of its own; `at` is the planned time, else the creation time. */
export function toCalendarEntry(post: Post): CalendarEntry {
  return {
    submission_id: post.submission_id ?? post.id,
    at: post.scheduled_for ?? post.published_at ?? post.created_at,
    text: getExcerpt(post),
    parts: post.posts.length,
    images: (post.part_media?.flat() ?? post.media ?? []).length,
    member: post.member ?? { id: "", name: "" },
    posts: [
      {
        id: post.id,
        channel_id: post.channel_id ?? "",
        channel: post.channel,
        status: post.status,
        ...(getShownStatus(post) === "unconfirmed" && { unconfirmed: true }),
        ...(post.hold && { hold: post.hold }),
        version: post.version ?? 0,
      },
    ],
  };
}

/** Groups posts into entries: posts of one submission at one time share an entry. */
export function groupPostsIntoEntries(posts: readonly Post[]): CalendarEntry[] {
  const entriesByKey = new Map<string, CalendarEntry>();
  const addVariantText = createVariantTracker();
  for (const post of posts) {
    const entry = toCalendarEntry(post);
    const key = `${entry.submission_id}@${entry.at}`;
    const existing = entriesByKey.get(key);
    const ownPosts = addVariantText(key, post, entry.posts);
    entriesByKey.set(key, existing ? { ...existing, posts: [...existing.posts, ...ownPosts] } : entry);
  }
  return [...entriesByKey.values()];
}

/** Creates a function that returns a post's text when it differs from the first post's under the same key. */
function createVariantTracker() {
  const fingerprints = new Map<string, string>();
  return (key: string, post: Post, posts: readonly EntryPost[]): EntryPost[] => {
    // For an excerpt, the number of characters distinguishes texts that differ after the cut.
    const fingerprint = JSON.stringify([post.characters, post.posts.map(({ text }) => text)]);
    const first = fingerprints.get(key) ?? fingerprint;
    fingerprints.set(key, first);
    return first === fingerprint ? [...posts] : posts.map((one) => ({ ...one, text: getExcerpt(post) }));
  };
}

/** True when a channel has its own text. */
export const hasTextVariants = ({ posts }: Pick<CalendarEntry, "posts">): boolean =>
  posts.some((post) => post.text !== posts[0]?.text);

/**
 * Returns the member's own drafts without those that a recent move scheduled, and with posts that a recent move
 * unscheduled.
 */
export function listUnscheduledDrafts(
  drafts: readonly DraftSummary[],
  snapshot: readonly CalendarEntry[],
  placements: EntryPlacements,
): UnscheduledDraft[] {
  const draftsById = new Map<string, UnscheduledDraft>();
  const add = (draft: UnscheduledDraft) => {
    const existing = draftsById.get(draft.submission_id);
    draftsById.set(draft.submission_id, existing ? { ...existing, posts: [...existing.posts, ...draft.posts] } : draft);
  };
  const listedIds = new Set<string>();
  for (const draft of drafts) {
    const entry = toUnscheduledDraft(draft);
    const posts = entry.posts.filter((post) => {
      const placement = placements.get(post.id);
      return !placement || placement.atMs === null || post.version > placement.version;
    });
    for (const { id } of posts) listedIds.add(id);
    if (posts.length > 0 || entry.posts.length === 0) add({ ...entry, posts });
  }
  if (placements.size === 0) return [...draftsById.values()];
  for (const entry of snapshot) {
    for (const post of entry.posts) {
      const placement = placements.get(post.id);
      if (listedIds.has(post.id) || placement?.atMs !== null || post.version > placement.version) continue;
      add({ ...entry, posts: [{ ...post, status: "draft" }] });
    }
  }
  return [...draftsById.values()];
}

function toUnscheduledDraft(draft: DraftSummary): UnscheduledDraft {
  const isText = draft.version > 0 || draft.posts.length === 0;
  return {
    submission_id: draft.id,
    at: draft.created_at,
    text: draft.name ?? draft.words,
    parts: draft.parts,
    images: draft.images,
    member: { id: "", name: "" },
    ...(isText && { path: getDraftPath(draft), channelIds: draft.channels }),
    posts: isText ? [] : draft.posts.map((post) => toDraftPost(post, draft.posts[0])),
  };
}

type DraftPost = DraftSummary["posts"][number];

/** A channel's own text goes with its post. */
function toDraftPost({ id, channel_id, channel, version, words }: DraftPost, first?: DraftPost): EntryPost {
  const post: EntryPost = { id, channel_id, channel, version, status: "draft" };
  return words === first?.words ? post : { ...post, text: words };
}
