import { discordAddress, slackAddress } from "#lib/text/url-patterns.ts";
import { findBlueskyWords } from "#lib/text/platforms/bluesky-facets.ts";
import { findLinkedinTags } from "#lib/text/platforms/linkedin-hashtags.ts";
import { findLinks, mastodonLinks, xLinks } from "#lib/text/links/find-links.ts";

/** What a platform lights up in a text. */
export type Piece = { text: string; is: "plain" | "link" | "mention" | "tag" };
type Place = { start: number; end: number; is: Piece["is"] };

// Not inside a word, an address or a path.
const before = "(?<![\\p{L}\\p{M}\\p{N}_@#&/.])";
const tag = new RegExp(`${before}[#＃](?=[\\p{N}_]*[\\p{L}\\p{M}])[\\p{L}\\p{M}\\p{N}_]+`, "gu");

/**
 * A name after "@", as each platform has it. LinkedIn lights only those that are chosen from its own list: none in a text. To
 * Discord and Slack we send nothing that calls anybody.
 */
const mentions: Record<string, RegExp> = {
  x: new RegExp(`${before}@[a-z0-9_]{1,15}(?![a-z0-9_@])`, "giu"),
  threads: new RegExp(`${before}@[a-z0-9_](?:[a-z0-9_.]{0,28}[a-z0-9_])?`, "giu"),
  mastodon: new RegExp(`${before}@[a-z0-9_]+(?:@[a-z0-9-]+(?:\\.[a-z0-9-]+)+)?`, "giu"),
  telegram: new RegExp(`${before}@[a-z][a-z0-9_]{3,31}(?![a-z0-9_@])`, "giu"),
};

/** Where platforms that know no hashtags find links: only behind `https://`. */
const addressesAlone: Record<string, RegExp> = { discord: discordAddress, slack: slackAddress };

/** A text cut at its links, mentions and hashtags and in their order: joined again it is the same text. */
export function markWords(text: string, platform: string): Piece[] {
  const places = placesOn(text, platform).sort((one, other) => one.start - other.start);
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

function placesOn(text: string, platform: string): Place[] {
  const addresses = addressesAlone[platform];
  if (addresses) return placesOf(text, addresses, "link");
  // What is found here is what is sent.
  if (platform === "bluesky")
    return findBlueskyWords(text).map(({ is, start, length }) => ({ is, start, end: start + length }));
  const links = findLinks(text, platform === "mastodon" ? mastodonLinks : xLinks);
  const places: Place[] = links.map(({ start, length }) => ({ start, end: start + length, is: "link" }));
  const handles = mentions[platform];
  if (handles && text.includes("@")) places.push(...placesOf(text, handles, "mention"));
  const tags = /[#＃]/u.test(text) ? tagsOn(text, platform) : [];
  // On Threads the first is the topic, the others are words.
  places.push(...(platform === "threads" ? tags.slice(0, 1) : tags));
  return places;
}

function tagsOn(text: string, platform: string): Place[] {
  // Here too what is found is what is sent.
  if (platform === "linkedin")
    return findLinkedinTags(text).map(({ start, length }) => ({ start, end: start + length, is: "tag" }));
  return placesOf(text, tag, "tag");
}

function placesOf(text: string, pattern: RegExp, is: Piece["is"]): Place[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({ start: index, end: index + found.length, is }));
}
