"use client";
import { useMemo } from "react";
import type { Post } from "#lib/contract/types.ts";
import { getPostQuery } from "#lib/queries/posts/post.ts";
import { isPostInProgress } from "#lib/queries/posts/posts.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";

/**
 * Returns the server's first snapshot of a post, then updates it while the post changes. All parts of the page share
 * one read.
 */
export function useLivePost(first: Post, nowMs: number) {
  const reading = useMemo(() => getPostQuery(first.id), [first.id]);
  const { data, error } = useLiveQuery(reading, first, nowMs, (post) => isPostInProgress(post, Date.now()));
  return { post: data, error };
}
