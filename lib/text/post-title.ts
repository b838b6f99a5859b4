import type { DraftSummary, Post } from "#lib/contract/types.ts";

/** Maximum characters of a title. */
const titleCharacters = 90;

/** Returns the first line with text of a post, cut at a word. */
export function getPostTitle({ posts, media }: Pick<Post, "posts" | "media">): string {
  const lines = posts.flatMap((part) => part.text.split("\n"));
  const line = lines.map((text) => text.trim()).find((text) => text !== "");
  if (!line) return (media?.length ?? 0) > 0 ? "Image without text" : "No text yet";
  return cutAtWord(line, titleCharacters);
}

/** Returns the beginning of a text of one line, cut at a word, or in a word that is longer than half of it. */
export function cutAtWord(line: string, maxCharacters: number): string {
  const characters = [...line];
  if (characters.length <= maxCharacters) return line;
  const beginning = characters.slice(0, maxCharacters).join("");
  const words = beginning.replace(/\s+\S*$/u, "");
  return `${words.length * 2 < beginning.length ? beginning : words}…`;
}

/** Returns the name of a draft; without one the first line of its text, cut at a word. */
export function getDraftTitle({ name, words, images }: Pick<DraftSummary, "name" | "words" | "images">): string {
  if (name) return name;
  const title = getPostTitle({ posts: [{ text: words }], media: [] });
  return images > 0 && words.trim() === "" ? "Image without text" : title;
}
