"use client";
import { useQuery } from "@tanstack/react-query";
import type { Post } from "#lib/contract/types";
import { postQueries } from "#lib/queries/posts";

/** A post as the server read it, then kept current while it moves. Every part of the page that uses it shares one read. */
export function useLivePost(first: Post, nowMs: number) {
  const { data, error } = useQuery({ ...postQueries.one(first.id), initialData: first, initialDataUpdatedAt: nowMs });
  return { post: data, error };
}
