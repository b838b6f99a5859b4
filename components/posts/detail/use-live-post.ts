"use client";
import { useMemo } from "react";
import type { Post } from "#lib/contract/types.ts";
import { isMoving, postQueries } from "#lib/queries/posts.ts";
import { useLive } from "#lib/realtime/use-live-query.ts";

/** A post as the server read it, then kept current while it moves. Every part of the page that uses it shares one read. */
export function useLivePost(first: Post, nowMs: number) {
  const reading = useMemo(() => postQueries.one(first.id), [first.id]);
  const { data, error } = useLive(reading, first, nowMs, (post) => isMoving(post, Date.now()));
  return { post: data, error };
}
