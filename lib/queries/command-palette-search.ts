import type { Channel, Post } from "#lib/contract/types.ts";
import { read } from "./read-resource.ts";

/** The newest of the member's posts in whose text these words stand. @throws ReadFailure, or when `signal` gives up */
export function findPosts(words: string, signal: AbortSignal): Promise<Post[]> {
  return read<Post[]>("found", { q: words }, signal);
}

/** @throws ReadFailure, or when `signal` gives up */
export function readChannels(signal: AbortSignal): Promise<Channel[]> {
  return read<Channel[]>("channels", {}, signal);
}
