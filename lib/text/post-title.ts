/** Maximum characters of a title. */
const titleCharacters = 90;

/**
 * Returns the first line of a post with any text, cut at a word. `hasImages` chooses the title of a post without text.
 */
export function formatPostTitle(parts: readonly { text: string }[], hasImages: boolean): string {
  const lines = parts.flatMap((part) => part.text.split("\n"));
  const line = lines.map((text) => text.trim()).find((text) => text !== "");
  if (!line) return hasImages ? "Image without text" : "No text yet";
  if (line.length <= titleCharacters) return line;
  return `${line.slice(0, titleCharacters).replace(/\s+\S*$/, "")}…`;
}
