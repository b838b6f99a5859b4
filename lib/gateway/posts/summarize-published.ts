import "server-only";
import type { MemberRank, Post } from "#lib/contract/types.ts";

/** A post with approved points, as a service reports it with the member's rank. */
type CreditedPost = NonNullable<MemberRank["credited"]>[number];

/** Sums of a member's published posts for the home page: up to a hundred posts would be 100 KB of its answer. */
export type PublishedSummary = {
  /** The latest posts with an approved claim. */
  credited: CreditedPost[];
  pendingClaims: { claims: number; points: number };
  /** True if one of them, or of the next posts, was scheduled. */
  hasScheduled: boolean;
};

const creditedMax = 2;
const minuteMs = 60_000;

/**
 * True if the time is a whole minute, as in the composer, or is still more than a minute ahead. A post that waits for an
 * undo has a time too, at most half a minute after its submission.
 */
const isScheduled = ({ scheduled_for }: Post, nowMs: number) => {
  const dueMs = Date.parse(scheduled_for ?? "");
  return dueMs % minuteMs === 0 || dueMs - nowMs > minuteMs;
};

/** Summarizes published posts, newest first. `next` are the posts with a time ahead of `nowMs`. */
export function summarizePublished(published: readonly Post[], next: readonly Post[], nowMs: number): PublishedSummary {
  const pendingPoints = published.flatMap(({ claim }) => (claim?.status === "pending" ? [claim.points] : []));
  return {
    credited: published
      .filter(({ claim }) => claim?.status === "approved")
      .slice(0, creditedMax)
      .map(toCreditedPost),
    pendingClaims: { claims: pendingPoints.length, points: pendingPoints.reduce((sum, points) => sum + points, 0) },
    hasScheduled: [...next, ...published].some((post) => isScheduled(post, nowMs)),
  };
}

function toCreditedPost({ id, posts, claim, published_at: publishedAt, updated_at: updatedAt }: Post): CreditedPost {
  return {
    id,
    text: posts.find(({ text }) => text.trim() !== "")?.text ?? "",
    points: claim?.awarded ?? claim?.points ?? 0,
    published_at: publishedAt ?? updatedAt,
  };
}
