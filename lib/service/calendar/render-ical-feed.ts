import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { CalendarFeedPost } from "./calendar-feed-store.ts";

const titleCharacters = 80;
/** A post has no length; so long it stands in a calendar, that it can be read there. */
const minutes = 15;

const statusLabels: Record<string, string> = {
  scheduled: "Scheduled",
  publishing: "Publishing",
  published: "Published",
  failed: "Failed",
};

/** Characters that no line of text holds, but for line breaks and tabs; some readers end the file at them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must go
const control = /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/g;
const clean = (text: string) => text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replaceAll(control, "");

/** One event for each submission and time, as the calendar shows it. */
function groupPosts(posts: readonly CalendarFeedPost[]): CalendarFeedPost[][] {
  const groups = new Map<string, CalendarFeedPost[]>();
  for (const post of posts) {
    const key = `${post.submissionId} ${post.at.getTime()}`;
    const group = groups.get(key);
    if (group) group.push(post);
    else groups.set(key, [post]);
  }
  return [...groups.values()];
}

/**
 * The feed as iCalendar (RFC 5545), times in UTC. An event keeps its UID, that of its first post, while it moves; what is
 * deleted or canceled is no longer in it.
 */
export async function renderIcalFeed(
  posts: readonly CalendarFeedPost[],
  { organization, origin }: { organization: string; origin: string },
): Promise<string> {
  // Loaded when somebody subscribes: most processes never need it.
  const { default: ical, ICalCalendarMethod, ICalEventTransparency } = await import("ical-generator");
  const calendar = ical({
    name: clean(`Posts of ${organization}`),
    prodId: { company: "Postwright", product: "Calendar", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 15 * 60,
  });
  for (const group of groupPosts(posts)) {
    const first = group.reduce((least, post) => (post.id < least.id ? post : least));
    const failed = group.some((post) => post.status === "failed");
    const held = group.some((post) => post.isOnHold);
    calendar.createEvent({
      id: `${first.id}@postwright`,
      start: first.at,
      end: new Date(first.at.getTime() + minutes * 60_000),
      stamp: latest(group),
      lastModified: latest(group),
      sequence: Math.max(...group.map((post) => post.version)),
      summary: `${failed ? "Failed: " : held ? "On hold: " : ""}${titleOf(first.text)}`,
      description: describe(group),
      url: `${origin}/posts/${first.id}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  return calendar.toString();
}

function latest(group: readonly CalendarFeedPost[]): Date {
  return new Date(Math.max(...group.map((post) => post.updatedAt.getTime())));
}

function titleOf(text: string): string {
  const line = clean(text).replaceAll(/\s+/g, " ").trim();
  const signs = [...line];
  return signs.length > titleCharacters
    ? `${signs
        .slice(0, titleCharacters - 1)
        .join("")
        .trimEnd()}…`
    : line || "Post";
}

function describe(group: readonly CalendarFeedPost[]): string {
  const [first] = group;
  const where = group.map(
    (post) =>
      `${post.isOnHold ? "On hold" : (statusLabels[post.status] ?? post.status)} · ${formatPlatformName(post.platform)} @${post.username}`,
  );
  const parts = first && first.parts > 1 ? [`${first.parts} parts`] : [];
  return clean([...where, ...parts, "", first?.text ?? ""].join("\n"));
}
