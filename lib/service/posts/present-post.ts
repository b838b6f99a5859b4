import { failureCauses } from "#lib/contract/resources";
import type { FailureCause, Media, Post, Progress } from "#lib/contract/types";
import { mediaUrl } from "#lib/service/media/present-media";
import type { PostJson, PostsRow } from "./read-sql.ts";

/** What was read as the API shows it. `origin` is where images are served from, without a trailing slash. */
export function presentPosts(read: PostsRow, origin: string): Post[] {
  const images = new Map<string, Media[]>();
  for (const [postId, id, fileName, width, height, sizeBytes, mime] of read.media ?? []) {
    const image = { id, type: "image", url: mediaUrl(fileName, origin), width, height, size_bytes: sizeBytes, mime };
    push(images, postId, image);
  }
  const progress = new Map<string, Progress[]>();
  for (const [postId, part, state, url, at] of read.progress ?? []) {
    push(progress, postId, { part, state, url, at: instant(at) });
  }
  return (read.posts ?? []).map((post) => presentPost(post, images.get(post.id) ?? [], progress.get(post.id) ?? []));
}

function presentPost(post: PostJson, media: Media[], progress: Progress[]): Post {
  return {
    id: post.id,
    status: post.status,
    channel: post.platform,
    posts: post.parts.map(({ text }) => ({ text })),
    scheduled_for: instant(post.scheduled_for),
    published_urls: progress.flatMap((part) => (part.state === "sent" && part.url !== null ? part.url : [])),
    error: post.error,
    created_at: needInstant(post.created_at),
    updated_at: needInstant(post.updated_at),
    channel_id: post.channel_id,
    submission_id: post.submission_id,
    delivery: post.delivery,
    media,
    points: post.points,
    claim: post.points > 0 ? { points: post.points, status: claimStatus(post.status) } : null,
    failure: presentFailure(post),
    attempts: post.attempts,
    next_attempt_at: post.status === "publishing" && post.attempts > 0 ? instant(post.due_at) : null,
    published_at: instant(post.published_at),
    progress,
    version: post.version,
  };
}

function presentFailure(post: PostJson): Post["failure"] {
  const cause = failureCauses.find((known): known is FailureCause => known === post.failure_cause);
  return post.status === "failed" && cause ? { cause, part: post.failure_part } : null;
}

function claimStatus(status: PostJson["status"]): string {
  if (status === "published") return "pending";
  return status === "failed" || status === "canceled" ? "lapsed" : "waiting";
}

/** The database's own form of an instant, `2026-11-21T10:00:00.5+00:00`, in the form of toISOString. */
function needInstant(text: string): string {
  // With milliseconds and in UTC, which nearly all are, it is a cut: parsing 100 dates a page costs more than the query.
  return text.length === 29 && text.endsWith("+00:00") ? `${text.slice(0, 23)}Z` : new Date(text).toISOString();
}

function instant(text: string | null): string | null {
  return text === null ? null : needInstant(text);
}

function push<T>(groups: Map<string, T[]>, key: string, one: T): void {
  const group = groups.get(key);
  if (group) group.push(one);
  else groups.set(key, [one]);
}
