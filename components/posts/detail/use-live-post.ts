"use client";
import { useMemo } from "react";
import type { Post } from "#lib/contract/types.ts";
import { isPostInProgress, postQueries } from "#lib/queries/posts.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";

/** A post as the server read it, then kept current while it moves. Every part of the page that uses it shares one read. */
export function useLivePost(first: Post, nowMs: number) {
  const reading = useMemo(() => postQueries.one(first.id), [first.id]);
  const { data, error } = useLiveQuery(reading, first, nowMs, (post) => isPostInProgress(post, Date.now()));
  return { post: data, error };
}
