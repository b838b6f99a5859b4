import { formatNumber } from "#components/ui/format-number.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { BulkAction, BulkChangeResult } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";

/** The fields of a bulk change's result that the messages use. */
export type PostActionOutcome = Pick<BulkChangeResult, "changed" | "refused">;

type RefusedPost = BulkChangeResult["refused"][number];

/** Formats "1 post", "2 posts", "1,204 posts". */
export function formatPostCount(count: number): string {
  return formatCount(count, "post");
}

/**
 * The content of a retry: `first` for a post that was never sent, `rest` for the rest of a partially published one,
 * `again` for the same content once more, `nothing` if its author has seen the post on the platform, `mixed` for a
 * selection of several kinds.
 */
export type RetryContent = "first" | "rest" | "again" | "nothing" | "mixed";

type ActionPhrases = { one: string; many: (posts: string) => string; verb: string };

const phrasesByContent: Record<RetryContent, ActionPhrases> = {
  first: { one: "Publishing", many: (posts) => `Publishing ${posts}`, verb: "published" },
  rest: { one: "Publishing the rest", many: (posts) => `Publishing the rest of ${posts}`, verb: "continued" },
  again: { one: "Sending it again", many: (posts) => `Sending ${posts} again`, verb: "sent again" },
  nothing: {
    one: "Marked as published",
    many: (posts) => `Marked ${posts} as published`,
    verb: "marked as published",
  },
  mixed: { one: "Retrying", many: (posts) => `Retrying ${posts}`, verb: "retried" },
};

const phrasesByAction: Record<Exclude<BulkAction, "retry">, ActionPhrases> = {
  delete: { one: "Deleted", many: (posts) => `Deleted ${posts}`, verb: "deleted" },
  restore: { one: "Restored", many: (posts) => `Restored ${posts}`, verb: "restored" },
  cancel: { one: "Canceled. It won't be published", many: (posts) => `Canceled ${posts}`, verb: "canceled" },
  draft: { one: "Moved to drafts", many: (posts) => `Moved ${posts} to drafts`, verb: "moved to drafts" },
  schedule: { one: "Scheduled", many: (posts) => `Scheduled ${posts}`, verb: "scheduled" },
  publish: { one: "Publishing", many: (posts) => `Publishing ${posts}`, verb: "published" },
};

/** A deleted post that is still live was only removed here. */
const removalPhrases: ActionPhrases = {
  one: "Removed from your list",
  many: (posts) => `Removed ${posts} from your list`,
  verb: "removed from your list",
};

/**
 * Formats the result of an action: one sentence for all posts, then the number and reasons of refused ones. `message`
 * replaces the default text for the success of an action on one text, but never says that a live post is deleted;
 * `content` is for a retry only.
 * @returns a failed tone if nothing changed
 */
export function formatActionResult(
  action: BulkAction,
  { changed, refused }: PostActionOutcome,
  message?: string,
  content: RetryContent = "mixed",
): { message: string; tone: "plain" | "failed" } {
  const total = changed.length + refused.length;
  const stillPublished = formatStillPublished(changed, message !== undefined);
  const phrases =
    action === "retry" ? phrasesByContent[content] : stillPublished ? removalPhrases : phrasesByAction[action];
  const { one, many, verb } = phrases;
  if (changed.length === 0) return { message: formatNoneChanged(verb, refused), tone: "failed" };
  const notes = formatNotes(changed);
  if (refused.length === 0) {
    const isOne = total === 1 || message !== undefined;
    const text = (stillPublished ? null : message) ?? (isOne ? one : many(formatPostCount(total)));
    return { message: text + stillPublished + notes, tone: "plain" };
  }
  const part = `${number(changed.length)} of ${number(total)} ${verb}`;
  return {
    message: `${part}; ${formatRefusalReasons(refused)}${stillPublished}${notes}`,
    tone: "plain",
  };
}

/** Returns the label of a deletion: a published post stays on its platform, so it is only removed from the list. */
export function getDeletionLabel(posts: readonly { status: string }[]): "Delete" | "Remove from list" {
  return posts.length > 0 && posts.every(({ status }) => status === "published") ? "Remove from list" : "Delete";
}

/** Formats the posts' platforms, each once: "X", "X and Bluesky". */
export function formatPlatformNames(posts: readonly { channel?: string | null | undefined }[]): string {
  const names = [...new Set(posts.map(({ channel }) => (channel ? formatPlatformName(channel) : "its platform")))];
  const last = names.pop() ?? "";
  return names.length === 0 ? last : `${names.join(", ")} and ${last}`;
}

/** Groups posts by platform, in the order of each platform's first post. */
export function groupByPlatform<T extends { channel?: string | null | undefined }>(
  posts: readonly T[],
): ReadonlyMap<string | null, T[]> {
  const groups = new Map<string | null, T[]>();
  for (const post of posts) {
    const platform = post.channel ?? null;
    groups.set(platform, [...(groups.get(platform) ?? []), post]);
  }
  return groups;
}

/**
 * Formats the sentence about deleted posts that are still published; empty without one.
 * @param isOneText true if the posts are one text on several channels
 */
function formatStillPublished(changed: PostActionOutcome["changed"], isOneText: boolean): string {
  const published = changed.filter((one) => one.published_urls !== undefined);
  if (published.length === 0) return "";
  if (changed.length === 1 || isOneText) return `. Still live on ${formatPlatformNames(published)}.`;
  const [first, ...others] = [...groupByPlatform(published).values()].map((group) => ({
    count: group.length,
    platformName: formatPlatformNames(group),
  }));
  if (!first) return "";
  const firstLabel = `${number(first.count)} still live on ${first.platformName}`;
  return `. ${[firstLabel, ...others.map(({ count, platformName }) => `${number(count)} on ${platformName}`)].join(", ")}.`;
}

export function formatUndoResult({ changed, refused }: PostActionOutcome): {
  message: string;
  tone: "plain" | "failed";
} {
  const total = changed.length + refused.length;
  if (changed.length === 0) return { message: `Couldn't undo: ${formatRefusalReasons(refused)}`, tone: "failed" };
  const notes = formatNotes(changed);
  if (refused.length === 0)
    return { message: (total === 1 ? "Undone" : `Undone for ${formatPostCount(total)}`) + notes, tone: "plain" };
  return {
    message: `Undone for ${number(changed.length)} of ${number(total)}; ${formatRefusalReasons(refused)}${notes}`,
    tone: "plain",
  };
}

function formatNoneChanged(verb: string, refused: readonly RefusedPost[]): string {
  const [first] = refused;
  if (refused.length === 1 && first)
    return getRefusalReason(first) === "elsewhere"
      ? "The post was changed elsewhere. Nothing was done. Look at it, then try again."
      : first.error.message;
  return `None of ${number(refused.length)} ${verb}; ${formatRefusalReasons(refused)}`;
}

/** Formats each reason once, the most frequent first: "2 are already publishing, 1 was changed elsewhere". */
function formatRefusalReasons(refused: readonly RefusedPost[]): string {
  const counts = new Map<string, number>();
  for (const one of refused) {
    const reason = getRefusalReason(one);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => reasons[reason]?.(count) ?? `${number(count)} failed: ${reason}`)
    .join(", ");
}

const reasons: Record<string, (count: number) => string> = {
  publishing: (count) => `${number(count)} ${count === 1 ? "is" : "are"} already publishing`,
  published: (count) => `${number(count)} ${count === 1 ? "is" : "are"} already published`,
  deleted: (count) => `${number(count)} no longer ${count === 1 ? "exists" : "exist"}`,
  elsewhere: (count) => `${number(count)} ${count === 1 ? "was" : "were"} changed elsewhere`,
};

function getRefusalReason({ error, now }: RefusedPost): string {
  if (error.code === "not_found") return "deleted";
  if (now?.status === "publishing") return "publishing";
  if (now?.status === "published") return "published";
  if (error.code === "conflict" && /has changed/.test(error.message)) return "elsewhere";
  return error.message.replace(/\.$/, "");
}

function formatNotes(changed: PostActionOutcome["changed"]): string {
  const notes = changed.flatMap((one) => one.note ?? []);
  const [first] = notes;
  if (!first) return "";
  return changed.length === 1 ? `. ${first}` : `. ${number(notes.length)} of them: ${first}`;
}

function number(count: number): string {
  return formatNumber(count);
}
