import type { Channel, Post } from "#lib/contract/types.ts";
import { readResource } from "./read-resource.ts";

/**
 * Searches the newest of the member's posts for this text.
 * @throws ReadError, or when `signal` aborts
 */
export function searchPosts(words: string, signal: AbortSignal): Promise<Post[]> {
  return readResource<Post[]>("found", { q: words }, signal);
}

/** @throws ReadError, or when `signal` aborts */
export function listPostableChannels(signal: AbortSignal): Promise<Channel[]> {
  return readResource<Channel[]>("channels", {}, signal);
}
