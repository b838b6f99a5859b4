import type { Channel, Post } from "#lib/contract/types.ts";
import { readResource } from "./read-resource.ts";

/** The newest of the member's posts in whose text these words stand. @throws ReadFailure, or when `signal` gives up */
export function searchPosts(words: string, signal: AbortSignal): Promise<Post[]> {
  return readResource<Post[]>("found", { q: words }, signal);
}

/** @throws ReadFailure, or when `signal` gives up */
export function listPostableChannels(signal: AbortSignal): Promise<Channel[]> {
  return readResource<Channel[]>("channels", {}, signal);
}
