import type { DraftSummary } from "#lib/contract/types.ts";
import { getPostTitle } from "./post-title.ts";

/** Returns the name of a draft; without one the first line of its text, cut at a word. */
export function getDraftTitle({ name, words, images }: Pick<DraftSummary, "name" | "words" | "images">): string {
  if (name) return name;
  const title = getPostTitle({ posts: [{ text: words }], media: [] });
  return images > 0 && words.trim() === "" ? "Image without text" : title;
}
