import { findLinks, mastodonLinks, xLinks } from "#lib/text/links";

/** What a platform lights up in a text. */
export type Piece = { text: string; is: "plain" | "link" | "mention" | "tag" };
type Place = { start: number; end: number; is: Piece["is"] };

// Not inside a word, an address or a path.
const before = "(?<![\\p{L}\\p{M}\\p{N}_@#&/.])";
const tag = new RegExp(`${before}[#＃](?=[\\p{N}_]*[\\p{L}\\p{M}])[\\p{L}\\p{M}\\p{N}_]+`, "gu");

/** A name after "@", as each platform has it. LinkedIn lights only those that are chosen from its own list: none in a text. */
const mentions: Record<string, RegExp> = {
  x: new RegExp(`${before}@[a-z0-9_]{1,15}(?![a-z0-9_@])`, "giu"),
  threads: new RegExp(`${before}@[a-z0-9_](?:[a-z0-9_.]{0,28}[a-z0-9_])?`, "giu"),
  bluesky: new RegExp(`${before}@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}`, "giu"),
  mastodon: new RegExp(`${before}@[a-z0-9_]+(?:@[a-z0-9-]+(?:\\.[a-z0-9-]+)+)?`, "giu"),
};

/** A text cut at its links, mentions and hashtags and in their order: joined again it is the same text. */
export function markWords(text: string, platform: string): Piece[] {
  const links = findLinks(text, platform === "mastodon" ? mastodonLinks : xLinks);
  const places: Place[] = links.map(({ start, length }) => ({ start, end: start + length, is: "link" }));
  const handles = mentions[platform];
  if (handles && text.includes("@")) places.push(...placesOf(text, handles, "mention"));
  const tags = /[#＃]/u.test(text) ? placesOf(text, tag, "tag") : [];
  // On Threads the first is the topic, the others are words.
  places.push(...(platform === "threads" ? tags.slice(0, 1) : tags));
  places.sort((one, other) => one.start - other.start);
  const pieces: Piece[] = [];
  let done = 0;
  for (const { start, end, is } of places) {
    if (start < done) continue;
    if (start > done) pieces.push({ text: text.slice(done, start), is: "plain" });
    pieces.push({ text: text.slice(start, end), is });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), is: "plain" });
  return pieces;
}

function placesOf(text: string, pattern: RegExp, is: Piece["is"]): Place[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length, is }));
}
