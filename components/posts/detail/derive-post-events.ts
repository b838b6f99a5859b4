import { isFullyPublished } from "#components/posts/post-labels.ts";
import type { Post, PostTimelineEvent } from "#lib/contract/types.ts";

/**
 * Derives a post's events from the post itself, newest first; at the same instant, the later step comes first. For a
 * service without a timeline, which states the time of a change and not its kind.
 */
export function derivePostEvents(post: Post): PostTimelineEvent[] {
  const events: PostTimelineEvent[] = [];
  const add = (at: string, kind: string, detail: PostTimelineEvent["detail"] = {}) =>
    events.push({ id: `${kind}${events.length}`, at, kind, member: null, detail });
  add(post.created_at, "created");
  const progress = post.progress ?? [];
  for (const part of progress) {
    if (part.state === "sent" && part.at) add(part.at, "part_published", { part: part.part });
  }
  const status: string = post.status;
  if (status === "published" && post.published_at) add(post.published_at, "published");
  else if (status === "failed") add(post.updated_at, "failed", { message: post.error });
  else if (status === "canceled") add(post.updated_at, "canceled");
  else if (post.updated_at > post.created_at && progress.every((part) => part.state === "waiting")) {
    add(post.updated_at, "updated");
  }
  return events
    .map((event, order) => ({ event, order }))
    .sort((one, other) => Date.parse(other.event.at) - Date.parse(one.event.at) || other.order - one.order)
    .map(({ event }) => event);
}

/**
 * Describes in a sentence or two what a post is doing now; null when its status says enough.
 * @param isRepeatSafe false where a request that its server carries out late can become a second post
 */
export function describePostStatus(post: Post, isRepeatSafe = true): string | null {
  const progress = post.progress ?? [];
  const sent = progress.filter((part) => part.state === "sent").length;
  const publishedNote = progress.length > 1 && sent > 0 ? `${sent} of ${progress.length} parts published. ` : "";
  switch (post.status as string) {
    case "draft":
      return "Publish or schedule this draft when it's ready.";
    case "publishing":
      // A service of the documented endpoints promises nothing about repeats.
      if (post.delay === undefined) return null;
      if (isFullyPublished(post)) return "All parts are published.";
      if (!isRepeatSafe && post.delay?.reason === "looking_up")
        return `${publishedNote}If it isn't there after 5 minutes, it is sent again, once. If the first request arrives even later, it is there twice.`;
      if (!isRepeatSafe) return publishedNote.trim() || null;
      if (post.hold) return `${publishedNote}It won't be published twice.`;
      // The banner beside this text explains the delay and the next step.
      if (post.delay && post.delay.reason !== "sending") return `${publishedNote}It won't be published twice.`;
      return `${publishedNote}Publishing; it won't be published twice.`;
    case "failed":
      return post.error ?? `${publishedNote}The service did not say why.`;
    case "canceled":
      return "Canceled. It won't be published.";
    default:
      return null;
  }
}
