import { accountHandle } from "#lib/contract/platforms/account-handle.ts";
import { platformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel } from "#lib/contract/types.ts";
import type { Preferences } from "#lib/time/display-preferences.ts";
import { clockText } from "#lib/time/format-short.ts";
import type { ZoneRange } from "#lib/time/zoned-day-range.ts";
import { differs, type Entry, type EntryPost, statusOf } from "./calendar-entries.ts";

const words: Record<string, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  publishing: "Publishing",
  published: "Published",
  failed: "Failed",
  canceled: "Canceled",
};

export function statusWord(status: string): string {
  return words[status] ?? status;
}

/** The first line that says something. */
export function titleOf(entry: { text: string; images: number }): string {
  const line = entry.text
    .split("\n")
    .map((one) => one.trim())
    .find((one) => one !== "");
  return line ?? (entry.images > 0 ? "Image without words" : "No words yet");
}

/** `X and Bluesky`. */
export function platformsText(posts: readonly EntryPost[]): string {
  const names = [...new Set(posts.map((post) => platformName(post.channel ?? "")))];
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** `Scheduled`, or of several `1 failed, 2 published`. */
export function statusText(posts: readonly EntryPost[]): string {
  const counts = new Map<string, number>();
  for (const { status } of posts) counts.set(status, (counts.get(status) ?? 0) + 1);
  if (counts.size < 2) return statusWord(statusOf(posts));
  return [...counts].map(([status, count]) => `${count} ${statusWord(status).toLowerCase()}`).join(", ");
}

/** `3 parts, 1 image`, or nothing for one part without images. */
export function sizeText({ parts, images }: { parts: number; images: number }): string {
  return [parts > 1 ? `${parts} parts` : "", images > 0 ? (images === 1 ? "1 image" : `${images} images`) : ""]
    .filter(Boolean)
    .join(", ");
}

/** Who wrote it; a blind review hides it until its claim is decided. */
export function authorText({ member }: Pick<Entry, "member">): string {
  return member?.name ?? "a hidden author";
}

/** The time of an entry on the member's clock. */
export function timeText(entry: Entry, range: ZoneRange, clock: Preferences["clock"]): string {
  return clockText(range.wallOf(entry.atMs).time, clock);
}

/** What stands between time and words for those who hear it: `Scheduled, X and Bluesky, 3 parts: `. */
export function aboutText(entry: Entry): string {
  const own = differs(entry) ? "different words" : "";
  return `${[statusText(entry.posts), platformsText(entry.posts), sizeText(entry), own].filter(Boolean).join(", ")}: `;
}

/** The account that a post goes to: `@acme`, else its platform's name. */
export function channelText(post: EntryPost, channels: readonly Channel[]): string {
  const username = channels.find((channel) => channel.id === post.channel_id)?.username;
  return username ? accountHandle(username) : platformName(post.channel ?? "");
}

/** "1 post", "2 posts". */
export function countPosts(count: number): string {
  return count === 1 ? "1 post" : `${count} posts`;
}
