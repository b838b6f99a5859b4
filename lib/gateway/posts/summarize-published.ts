import "server-only";
import type { Post } from "#lib/contract/types.ts";

/** What the home page shows of a member's published posts: up to a hundred posts would be 100 KB of its answer. */
export type PublishedSummary = {
  /** The latest posts with an approved claim. */
  credited: Post[];
  pendingClaims: { claims: number; points: number };
  /** True if one of them was scheduled. */
  hasScheduled: boolean;
};

const creditedMax = 2;

/** Summarizes published posts, newest first. */
export function summarizePublished(published: readonly Post[]): PublishedSummary {
  const pendingPoints = published.flatMap(({ claim }) => (claim?.status === "pending" ? [claim.points] : []));
  return {
    credited: published.filter(({ claim }) => claim?.status === "approved").slice(0, creditedMax),
    pendingClaims: { claims: pendingPoints.length, points: pendingPoints.reduce((sum, points) => sum + points, 0) },
    hasScheduled: published.some((post) => post.scheduled_for !== null),
  };
}
