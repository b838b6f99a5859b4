/**
 * The appearance of posts on a platform, for previews only and therefore separate from the rules that every page needs.
 * Details that a platform does not publish were observed by November 2026 and say so.
 */
export type PreviewStyle = {
  /**
   * Line count after which a feed truncates a text, characters per line there, and the label of the link to the rest.
   * Null if nothing is truncated, or nothing is known.
   */
  fold: { lines: number; perLine: number; words: string } | null;
  /** `card`: the platform fetches a title and an image from the page. `ours`: the sender does, as part of the post. */
  link: "card" | "ours";
  /**
   * `sides`: two images beside each other, three as one and two. `lead`: the first above the others. `row`: side by
   * side.
   */
  images: "sides" | "lead" | "row";
};

const plain: PreviewStyle = { fold: null, link: "card", images: "sides" };

const previewStyles: Record<string, PreviewStyle> = {
  // X truncates only texts above 280, which X does not accept from us.
  x: plain,
  bluesky: { ...plain, link: "ours" },
  // Mastodon's own web client truncates above 32 lines (MAX_HEIGHT in status_content); characters per line: observed.
  mastodon: { ...plain, fold: { lines: 32, perLine: 80, words: "Read more" } },
  // Apps differ; observed in Damus and Primal: links make cards, and several images are side by side.
  nostr: { ...plain, images: "row" },
  // The first link makes the card ("Threads Posts" of its documentation).
  threads: { ...plain, images: "row" },
  // Observed, not published: about three lines or 210 characters, and the order of several images.
  linkedin: { fold: { lines: 3, perLine: 70, words: "see more" }, link: "ours", images: "lead" },
  // Observed, not published: about two lines of the caption.
  instagram: { ...plain, fold: { lines: 2, perLine: 62, words: "more" }, images: "row" },
  // Observed, not published: about five lines. The link of the request makes the card.
  facebook: { ...plain, fold: { lines: 5, perLine: 80, words: "See more" } },
  // The first link makes the card (Bot API, LinkPreviewOptions); texts are shown whole.
  telegram: plain,
  // Links make cards; texts are shown whole.
  discord: plain,
  // Links make cards, because we request them (`unfurl_links`). Each image is a block of its own below the text. Long
  // texts are truncated behind "Show more"; the length is not published.
  slack: { ...plain, images: "row" },
};

/** Returns the preview style of a platform by its slug; the plain style for an unknown slug. */
export function getPreviewStyle(slug: string): PreviewStyle {
  return Object.hasOwn(previewStyles, slug) ? (previewStyles[slug] ?? plain) : plain;
}

/** Returns the index at which a feed truncates a text, at the end of a word; null if all of it is shown. */
export function findTruncationIndex(text: string, fold: PreviewStyle["fold"]): number | null {
  if (!fold) return null;
  let left = fold.lines;
  let at = 0;
  for (const line of text.split("\n")) {
    if (left === 0) return at - 1;
    const room = left * fold.perLine;
    if (line.length > room) {
      const space = line.lastIndexOf(" ", room);
      return at + (space > 0 ? space : lastWhole(line, room));
    }
    left -= Math.max(1, Math.ceil(line.length / fold.perLine));
    at += line.length + 1;
  }
  return null;
}

/** Returns the last index up to `most` that splits no surrogate pair and no composed character. */
function lastWhole(line: string, most: number): number {
  const parts = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(line);
  return parts.containing(most)?.index ?? most;
}
