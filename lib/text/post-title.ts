/** How many characters of a text make a title. */
const titleCharacters = 90;

/** The first line of a post that says something, cut at a word; `hasImages` tells what one without words is. */
export function formatPostTitle(parts: readonly { text: string }[], hasImages: boolean): string {
  const lines = parts.flatMap((part) => part.text.split("\n"));
  const line = lines.map((text) => text.trim()).find((text) => text !== "");
  if (!line) return hasImages ? "Image without words" : "No words yet";
  if (line.length <= titleCharacters) return line;
  return `${line.slice(0, titleCharacters).replace(/\s+\S*$/, "")}…`;
}
