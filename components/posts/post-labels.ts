import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Post } from "#lib/contract/types.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant, formatRelativeDate, formatRelativeTime } from "#lib/time/format.ts";

/** Zone and clock of displayed times. */
export type PostTimeOptions = Pick<DisplayPreferences, "zone" | "clock">;

/** Returns the name of the post's platform, or a label for a post whose channel was deleted. */
export function getPlatformLabel(post: Post): string {
  return post.channel === null ? "No channel" : formatPlatformName(post.channel);
}

/** Formats an instant as `Tue 24 Nov, 09:00`, without the current year. */
export function formatShortInstant(at: Date, { zone, clock }: PostTimeOptions, now: Date): string {
  const text = formatInstant(at, zone, { clock });
  const thisYear = formatInstant(now, zone).match(/ (\d{4}),/)?.[1];
  return thisYear ? text.replace(` ${thisYear},`, ",") : text;
}

/** The two lines of "When": the time, and under it its distance from now or a more important note. */
export type WhenLabel = { at: string | null; iso: string | null; note: string; tone: "plain" | "failed" | "late" };

/** Formats the two lines, without the reason of a delay: `delayed-when.tsx`. */
export function formatWhen(post: Post, times: PostTimeOptions, now: Date): WhenLabel {
  const createLabel = (iso: string, note?: string): WhenLabel => {
    const at = new Date(iso);
    return { at: formatShortInstant(at, times, now), iso, note: note ?? formatRelativeTime(at, now), tone: "plain" };
  };
  const formatDate = (iso: string) => formatRelativeDate(new Date(iso), now, times.zone);
  // The planned time says more about the post than the time of its deletion.
  if (post.deleted_at)
    return createLabel(
      post.published_at ?? post.scheduled_for ?? post.deleted_at,
      `deleted ${formatDate(post.deleted_at)}`,
    );
  switch (post.status as string) {
    case "draft":
      return { at: null, iso: null, note: `edited ${formatDate(post.updated_at)}`, tone: "plain" };
    case "scheduled":
      return createLabel(post.scheduled_for ?? post.updated_at);
    case "publishing":
      return { at: "now", iso: null, note: formatSendingProgress(post, now), tone: "plain" };
    case "published": {
      const down = post.taken_down_at ? `taken down ${formatDate(post.taken_down_at)}` : undefined;
      const note = post.progress?.find((part) => part.note)?.note;
      const entry = createLabel(post.published_at ?? post.updated_at, down ?? note);
      return note && !down ? { ...entry, tone: "late" } : entry;
    }
    case "failed":
      return {
        ...createLabel(post.updated_at, formatFailureReason(post)),
        tone: isUnconfirmed(post) ? "late" : "failed",
      };
    case "canceled":
      return createLabel(post.scheduled_for ?? post.updated_at, `canceled ${formatDate(post.updated_at)}`);
    default:
      return createLabel(post.scheduled_for ?? post.updated_at);
  }
}

/** Returns a short reason for a failed post; its page shows the whole sentence. */
export function formatFailureReason(post: Post): string {
  const platformName = getPlatformLabel(post);
  const reasonsByCause: Record<string, string> = {
    rejected: `${platformName} rejected it`,
    unsupported: `Not sent: an image can't go to ${platformName}`,
    reconnect: `${platformName} needs reconnecting`,
    unconfirmed: "No answer: may be live",
    missed: "Missed its scheduled time",
    gave_up: `Gave up after ${post.attempts ?? "several"} attempts`,
    canceled_by_platform: `${platformName} canceled it`,
  };
  const cause: string = post.failure?.cause ?? "";
  return (
    (Object.hasOwn(reasonsByCause, cause) ? reasonsByCause[cause] : undefined) ??
    post.error ??
    "It couldn't be published"
  );
}

/** Formats the failures of a text that failed on all of its channels; null for any other: one reason is not all. */
export function formatFailedChannels(posts: readonly Post[]): string | null {
  if (posts.length < 2 || posts.some((post) => post.status !== "failed" || isUnconfirmed(post))) return null;
  const isRejected = posts.every(({ failure }) => failure?.cause === "rejected");
  return isRejected ? `Rejected on ${posts.length} channels` : `${posts.length} channels, each with its reason`;
}

/** Formats a publishing post's progress: the number of published parts or the time of the next attempt. */
export function formatSendingProgress({ delay, progress = [] }: Post, now: Date): string {
  if (delay?.reason === "retry" && delay.until !== null)
    return `retrying ${formatRelativeTime(new Date(delay.until), now)}`;
  if (progress.length < 2) return "in progress";
  return `${progress.filter((part) => part.state === "sent").length} of ${progress.length} parts`;
}

/** True for a failure that only a person can resolve, by checking the platform. */
export function isUnconfirmed(post: Post): boolean {
  return post.status === "failed" && post.failure?.cause === "unconfirmed";
}

/** True when every part is live on the platform, even while the post's status is still "publishing". */
export function isFullyPublished({ status, progress }: Post): boolean {
  return (
    status === "publishing" && Boolean(progress?.length) && (progress ?? []).every(({ state }) => state === "sent")
  );
}

/** True for a post that waits for its turn or for its platform, and says why. */
export function isDelayed(post: Post): boolean {
  const isAhead = post.status === "scheduled" || post.status === "publishing";
  return isAhead && !post.deleted_at && Boolean(post.delay) && !isFullyPublished(post);
}
