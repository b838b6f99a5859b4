import { formatDelayMessage } from "#lib/contract/messages/delay-message.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Post } from "#lib/contract/types.ts";
import { formatPostTitle } from "#lib/text/post-title.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";

/** How instants are written: in which zone, on which clock. */
export type PostTimeOptions = Pick<DisplayPreferences, "zone" | "clock">;

/** The first line that says something, cut at a word. */
export function getPostTitle(post: Post): string {
  return formatPostTitle(post.posts, (post.media?.length ?? 0) > 0);
}

/** The name of the platform a post is for; a post whose channel is gone has none. */
export function getPlatformLabel(post: Post): string {
  return post.channel === null ? "No channel" : formatPlatformName(post.channel);
}

/** `Tue 24 Nov, 09:00`: the year is left out while it is this one. */
export function formatShortInstant(at: Date, { zone, clock }: PostTimeOptions, now: Date): string {
  const text = formatInstant(at, zone, { clock });
  const thisYear = formatInstant(now, zone).match(/ (\d{4}),/)?.[1];
  return thisYear ? text.replace(` ${thisYear},`, ",") : text;
}

/** To the second, for what happened one after the other. Every zone's seconds are the same. */
export function formatExactInstant(at: Date, times: PostTimeOptions, now: Date): string {
  return formatShortInstant(at, times, now).replace(
    /\d:\d\d(?!.*\d:\d\d)/,
    (time) => `${time}:${at.toISOString().slice(17, 19)}`,
  );
}

/** The two lines of "When": a time as the clock shows it, and under it how far away that is or what counts more. */
export type WhenLabel = { at: string | null; iso: string | null; note: string; tone: "plain" | "failed" | "late" };

export function formatWhen(post: Post, times: PostTimeOptions, now: Date): WhenLabel {
  const written = (iso: string, note?: string): WhenLabel => {
    const at = new Date(iso);
    return { at: formatShortInstant(at, times, now), iso, note: note ?? formatRelativeTime(at, now), tone: "plain" };
  };
  const changed = formatRelativeTime(new Date(post.updated_at), now);
  if (post.deleted_at) return written(post.deleted_at, `deleted ${formatRelativeTime(new Date(post.deleted_at), now)}`);
  switch (post.status as string) {
    case "draft":
      return { at: null, iso: null, note: `edited ${changed}`, tone: "plain" };
    case "scheduled":
      return late(written(post.scheduled_for ?? post.updated_at));
    case "publishing":
      return late({ at: "now", iso: null, note: formatSendingProgress(post, now), tone: "plain" });
    case "published": {
      const down = post.taken_down_at
        ? `taken down ${formatRelativeTime(new Date(post.taken_down_at), now)}`
        : undefined;
      const note = post.progress?.find((part) => part.note)?.note;
      const entry = written(post.published_at ?? post.updated_at, down ?? note);
      return note && !down ? { ...entry, tone: "late" } : entry;
    }
    case "failed":
      return { ...written(post.updated_at, formatFailureReason(post)), tone: "failed" };
    case "canceled":
      return written(post.scheduled_for ?? post.updated_at, `canceled ${changed}`);
    default:
      return written(post.scheduled_for ?? post.updated_at);
  }

  function late(words: WhenLabel): WhenLabel {
    const sentence = formatDelay(post, times, now);
    return sentence === null ? words : { ...words, note: sentence, tone: "late" };
  }
}

/** Why a post is not out yet, in one sentence; null when nothing holds it up. */
export function formatDelay(post: Post, times: PostTimeOptions, now: Date): string | null {
  // Its author has said that it stands there: nothing goes out any more.
  if (isFullyPublished(post)) return null;
  const time = (instant: string) => formatClockTime(new Date(instant), times, now);
  return formatDelayMessage(post.late, { platform: getPlatformLabel(post), time, now });
}

/** `10:42` today, else with its day. */
function formatClockTime(at: Date, times: PostTimeOptions, now: Date): string {
  const [today, day] = [now, at].map((one) => formatInstant(one, times.zone).split(",")[0]);
  const text = formatShortInstant(at, times, now);
  return today === day ? (text.split(", ").at(-1) ?? text) : text;
}

/** Why a post failed, in a few words; its page has the whole sentence. */
export function formatFailureReason(post: Post): string {
  const place = getPlatformLabel(post);
  const known: Record<string, string> = {
    rejected: `${place} refused it`,
    reconnect: `${place} asks you to reconnect`,
    unconfirmed: `Unconfirmed: ${place} could not tell us`,
    missed: "Missed its time",
    gave_up: `Gave up after ${post.attempts ?? "several"} attempts`,
    canceled_by_platform: `${place} called it off`,
  };
  const cause: string = post.failure?.cause ?? "";
  return (Object.hasOwn(known, cause) ? known[cause] : undefined) ?? post.error ?? "It could not be sent";
}

/** How far a post under way is: the parts that are out, or when it is tried again. */
export function formatSendingProgress(post: Post, now: Date): string {
  const next = post.next_attempt_at ? new Date(post.next_attempt_at) : null;
  if (next && next > now) return `again ${formatRelativeTime(next, now)}`;
  const progress = post.progress ?? [];
  if (progress.length < 2) return "on its way";
  return `${progress.filter((part) => part.state === "sent").length} of ${progress.length} parts`;
}

/** True for a failure that only a person who looks at the platform can settle. */
export function isUnconfirmed(post: Post): boolean {
  return post.status === "failed" && post.failure?.cause === "unconfirmed";
}

/** True for a failed post that can simply be sent again. */
export function isRetryable(post: Post): boolean {
  return post.status === "failed" && !isUnconfirmed(post);
}

/** True for a post whose words can still be changed. */
export function isEditable(post: Post): boolean {
  return post.status === "draft" || post.status === "scheduled";
}

/** True where it goes on, or can be sent again, once somebody has connected its channel again. */
export function needsReconnect({ status, late, failure }: Post): boolean {
  if (status === "failed") return failure?.cause === "reconnect";
  return late?.why === "signed_out" || late?.why === "reconnect";
}

/** True for a failed post that its platform takes no better as it is: what it refused is to be changed first. */
export function needsEdit(post: Post): boolean {
  return (
    post.status === "failed" && (post.failure?.cause === "rejected" || post.failure?.cause === "canceled_by_platform")
  );
}

/** True where each part stands on the platform, whatever its record says yet. */
export function isFullyPublished({ status, progress }: Post): boolean {
  return (
    status === "publishing" && Boolean(progress?.length) && (progress ?? []).every(({ state }) => state === "sent")
  );
}
