import { discordUrlPattern, findSlackAddresses } from "#lib/text/links/addresses.ts";
import { findLinks, mastodonLinkRule, xLinkRule } from "#lib/text/links/find-links.ts";
import { findBlueskyEntities } from "#lib/text/platforms/bluesky-entities.ts";
import { findLinkedinHashtags } from "#lib/text/platforms/find-linkedin-hashtags.ts";

/** A segment of a text that a platform highlights, or plain text. */
export type HighlightedSegment = { text: string; type: "plain" | "link" | "mention" | "tag" };
type HighlightRange = { start: number; end: number; type: HighlightedSegment["type"] };

// Not inside a word, a URL or a path.
const before = "(?<![\\p{L}\\p{M}\\p{N}_@#&/.])";
const tag = new RegExp(`${before}[#＃](?=[\\p{N}_]*[\\p{L}\\p{M}])[\\p{L}\\p{M}\\p{N}_]+`, "gu");

/**
 * The pattern of a mention after "@" on each platform. LinkedIn highlights only mentions chosen from its own list, so a
 * text has none. To Discord and Slack the service sends nothing that mentions anybody.
 */
const mentions: Record<string, RegExp> = {
  x: new RegExp(`${before}@[a-z0-9_]{1,15}(?![a-z0-9_@])`, "giu"),
  threads: new RegExp(`${before}@[a-z0-9_](?:[a-z0-9_.]{0,28}[a-z0-9_])?`, "giu"),
  mastodon: new RegExp(`${before}@[a-z0-9_]+(?:@[a-z0-9-]+(?:\\.[a-z0-9-]+)+)?`, "giu"),
  instagram: new RegExp(`${before}@[a-z0-9_](?:[a-z0-9_.]{0,28}[a-z0-9_])?`, "giu"),
  telegram: new RegExp(`${before}@[a-z][a-z0-9_]{3,31}(?![a-z0-9_@])`, "giu"),
};

/** Splits a text at its links, mentions and hashtags. The segments joined give the same text. */
export function highlightText(text: string, platform: string): HighlightedSegment[] {
  const places = findPlatformRanges(text, platform).sort((one, other) => one.start - other.start);
  const pieces: HighlightedSegment[] = [];
  let done = 0;
  for (const { start, end, type } of places) {
    if (start < done) continue;
    if (start > done) pieces.push({ text: text.slice(done, start), type: "plain" });
    pieces.push({ text: text.slice(start, end), type });
    done = end;
  }
  if (done < text.length) pieces.push({ text: text.slice(done), type: "plain" });
  return pieces;
}

function findPlatformRanges(text: string, platform: string): HighlightRange[] {
  // On these two only addresses with `https://` are marked.
  if (platform === "discord") return findPatternRanges(text, discordUrlPattern, "link");
  // The same functions find what the service sends to Slack and Bluesky.
  if (platform === "slack")
    return findSlackAddresses(text).map(({ start, length }) => ({ start, end: start + length, type: "link" }));
  if (platform === "bluesky")
    return findBlueskyEntities(text).map(({ type, start, length }) => ({ type, start, end: start + length }));
  // Instagram's captions have no links: an address is plain text there.
  const links = platform === "instagram" ? [] : findLinks(text, platform === "mastodon" ? mastodonLinkRule : xLinkRule);
  const places: HighlightRange[] = links.map(({ start, length }) => ({ start, end: start + length, type: "link" }));
  const handles = mentions[platform];
  if (handles && text.includes("@")) places.push(...findPatternRanges(text, handles, "mention"));
  const tags = /[#＃]/u.test(text) ? findTagRanges(text, platform) : [];
  // On Threads the first hashtag is the topic, and the others are plain text.
  places.push(...(platform === "threads" ? tags.slice(0, 1) : tags));
  return places;
}

function findTagRanges(text: string, platform: string): HighlightRange[] {
  // The same function finds the hashtags that the service sends.
  if (platform === "linkedin")
    return findLinkedinHashtags(text).map(({ start, length }) => ({ start, end: start + length, type: "tag" }));
  return findPatternRanges(text, tag, "tag");
}

function findPatternRanges(text: string, pattern: RegExp, type: HighlightedSegment["type"]): HighlightRange[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
    type,
  }));
}
