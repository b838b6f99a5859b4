/**
 * How platforms show what stands on them: for previews alone, and so apart from the rules that every page counts by. What a
 * platform does not publish is what was seen by November 2026, and says so.
 */
export type PreviewStyle = {
  /**
   * After how many lines a text in a stream is cut, how many characters a line holds there, and the words that open the rest.
   * Null where nothing is cut, or nothing is known.
   */
  fold: { lines: number; perLine: number; words: string } | null;
  /** `none`: of a link only its address is shown. `card`: the platform asks the page for a title and an image. */
  link: "card" | "none";
  /** `sides`: two beside each other, three as one and two. `lead`: the first above the others. `row`: one beside the other. */
  images: "sides" | "lead" | "row";
};

const plain: PreviewStyle = { fold: null, link: "card", images: "sides" };

const previewStyles: Record<string, PreviewStyle> = {
  // X folds only what is longer than 280, which it does not take from us.
  x: plain,
  // Its card is part of what is sent, and made by whoever sends; we send none.
  bluesky: { ...plain, link: "none" },
  // Its own web client folds above 32 lines (MAX_HEIGHT in status_content); characters of a line: seen.
  mastodon: { ...plain, fold: { lines: 32, perLine: 80, words: "Read more" } },
  // The first link makes the card ("Threads Posts" of its documentation).
  threads: { ...plain, images: "row" },
  // Not published; seen: about three lines or 210 characters, and the order of several images. Of a text sent through its
  // interface it makes no card: title and image have to be sent along, and we send none.
  linkedin: { fold: { lines: 3, perLine: 70, words: "see more" }, link: "none", images: "lead" },
  // The first link makes the card (Bot API, LinkPreviewOptions); texts are shown whole.
  telegram: plain,
  // Links make cards; texts are shown whole.
  discord: plain,
  // Links make cards, because we ask for them (`unfurl_links`). Each image is a block of its own below the text. Long texts fold behind "Show more"; where is not published.
  slack: { ...plain, images: "row" },
};

/** The look of a platform by its slug; of one this version does not know, nothing in particular. */
export function getPreviewStyle(slug: string): PreviewStyle {
  return Object.hasOwn(previewStyles, slug) ? (previewStyles[slug] ?? plain) : plain;
}

/** Where a stream folds a text: the index at which the rest begins, at a word's end; null where all of it is shown. */
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

/** Not between the halves of a character, nor within one that is put together. */
function lastWhole(line: string, most: number): number {
  const parts = new Intl.Segmenter("en", { granularity: "grapheme" }).segment(line);
  return parts.containing(most)?.index ?? most;
}
