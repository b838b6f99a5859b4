import { formatNumber } from "#lib/contract/format-number.ts";
import type { InboxItem } from "#lib/contract/types.ts";

type Item = Pick<InboxItem, "cause" | "count" | "change">;
/** The message about a change of the reader's posts by somebody else, with a link to the post or the list. */
type ChangedPostMessage = { title: string; text: string; short: string; label: string; href: string };

const verbs: Record<string, (posts: string) => string> = {
  edited: (posts) => `edited ${posts}`,
  scheduled: (posts) => `scheduled ${posts}`,
  rescheduled: (posts) => `rescheduled ${posts}`,
  moved_to_drafts: (posts) => `moved ${posts} to drafts`,
  published: (posts) => `published ${posts}`,
  canceled: (posts) => `canceled ${posts}`,
  deleted: (posts) => `deleted ${posts}`,
  restored: (posts) => `restored ${posts}`,
  retried: (posts) => `retried ${posts}`,
  confirmed: (posts) => `marked ${posts} as published`,
  undone: (posts) => `undid a change of ${posts}`,
  taken_down: (posts) => `took ${posts} down`,
};

/** Formats the message: who, what, and where to look. A deleted post is shown among the recently deleted. */
export function formatChangedPostInboxItem(
  { cause, count, change }: Item,
  times: { at: (iso: string) => string },
): ChangedPostMessage {
  const { by = "", post_id = null, title = "", scheduled_for = null } = change ?? {};
  const isOne = post_id !== null;
  const posts = isOne ? "your post" : `${formatNumber(count)} of your posts`;
  const format = verbs[cause ?? ""] ?? ((all: string) => `changed ${all}`);
  const isTimed = scheduled_for !== null && (cause === "scheduled" || cause === "rescheduled");
  const isDeleted = cause === "deleted";
  const next = isDeleted ? "You can restore it from Recently deleted for 30 days." : "Its page has the details.";
  const nextOfAll = isDeleted
    ? "You can restore them from Recently deleted for 30 days."
    : "Each post's page has the details.";
  const sentences = isOne
    ? [`“${title}”`, isTimed ? `Now scheduled for ${times.at(scheduled_for)}.` : next]
    : [nextOfAll];
  return {
    title: `${by === "" ? "An administrator" : by} ${format(posts)}`,
    text: sentences.join(" "),
    short: isOne ? title : `${formatNumber(count)} posts`,
    ...(isOne && !isDeleted
      ? { label: "View post", href: `/posts/${encodeURIComponent(post_id)}` }
      : { label: isDeleted ? "View deleted posts" : "View posts", href: isDeleted ? "/posts?deleted=1" : "/posts" }),
  };
}
