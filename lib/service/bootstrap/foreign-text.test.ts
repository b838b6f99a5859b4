import { describe, expect, test } from "vitest";
import { parseRetryAfter as parseServiceRetryAfter } from "#lib/client/retry-after.ts";
import { platforms } from "#lib/contract/platforms/platform-rules.ts";
import { isApiKeyFormat } from "#lib/service/api-keys/api-key-token.ts";
import { normalizeEmail } from "#lib/service/auth/accounts.ts";
import { isSameResource } from "#lib/service/auth/connected-apps/authorization-request.ts";
import { isRedirectUri } from "#lib/service/auth/connected-apps/redirect-uri.ts";
import { normalizePassword } from "#lib/service/auth/passwords/password-hashing.ts";
import { parseServerAddress } from "#lib/service/channels/connect/server-address.ts";
import { quotePlatformReason } from "#lib/service/channels/core/platform-response.ts";
import { decodePage } from "#lib/service/channels/link-card/link-page-reader.ts";
import { parsePageMetadata } from "#lib/service/channels/link-card/parse-page-metadata.ts";
import { findFacets } from "#lib/service/channels/platforms/bluesky/facets.ts";
import { toCommentary } from "#lib/service/channels/platforms/linkedin/commentary.ts";
import { compareHtmlText, htmlToText, restoreLinks } from "#lib/service/channels/platforms/mastodon/lookup.ts";
import { recognizeSoftware } from "#lib/service/channels/platforms/mastodon/server-software.ts";
import { parseNpub, parseSecretKey } from "#lib/service/channels/platforms/nostr/keys.ts";
import { toSectionTexts } from "#lib/service/channels/platforms/slack/blocks.ts";
import { cutSecrets } from "#lib/service/channels/probe/cut-secrets.ts";
import { tokenizeText } from "#lib/service/claims/similarity/text-similarity.ts";
import { escapeFormulas } from "#lib/service/core/csv.ts";
import { parseIpRange } from "#lib/service/core/ip-ranges.ts";
import { parseOutboundUrl } from "#lib/service/egress/outbound-url.ts";
import { isPublicAddress } from "#lib/service/egress/public-address.ts";
import { getIdempotencyKey } from "#lib/service/http/request/idempotency-key.ts";
import { findNearestName } from "#lib/service/http/request/nearest-name.ts";
import { toSlug } from "#lib/service/members/create-organization.ts";
import { toPostTitle } from "#lib/service/notifications/post-failure-cause.ts";
import { parseRetryAfter } from "#lib/service/publishing/delivery/retry-schedule.ts";
import { countText } from "#lib/text/count-text.ts";
import { findCardLinks } from "#lib/text/links/find-card-links.ts";
import { findHashtags } from "#lib/text/links/find-hashtags.ts";
import { findLinks, mastodonLinkRule, xLinkRule } from "#lib/text/links/find-links.ts";
import { mayBeEditedVersion } from "#lib/text/may-be-edited-version.ts";
import { findTextProblem, normaliseText, toEditableText } from "#lib/text/normalise-text.ts";
import { detectLanguage } from "#lib/text/platforms/detect-language.ts";
import { findLinkedinHashtags } from "#lib/text/platforms/find-linkedin-hashtags.ts";
import { toSearchText } from "#lib/text/search-text.ts";
import { splitText } from "#lib/text/split-text.ts";
import { parseNaturalDate } from "#lib/time/parse/parse-natural-date.ts";
import { parseScheduledFor } from "#lib/time/parse/parse-scheduled-for.ts";

/** The most bytes of a foreign page, and characters of a member's text. */
const [pageSize, textSize] = [524_288, 60_000];

type Parser = {
  name: string;
  parse: (text: string) => unknown;
  /** The most characters that reach it; those of a page unless told. */
  size?: number;
};

/** Every function that reads text of others: of pages, of platforms and their errors, of headers, of members. */
const parsers: Parser[] = [
  { name: "the metadata of a page", parse: parsePageMetadata },
  { name: "the encoding of a page", parse: (text) => decodePage(Buffer.from(text), text) },
  { name: "a platform's reason", parse: quotePlatformReason },
  { name: "a status's HTML", parse: htmlToText },
  { name: "the links of a status", parse: restoreLinks },
  { name: "a status against our text", parse: (text) => compareHtmlText(text, text.slice(0, textSize)) },
  { name: "the name of a server's program", parse: (text) => recognizeSoftware(text, text) },
  { name: "an edited text", parse: (text) => mayBeEditedVersion(text, text.slice(0, textSize)) },
  { name: "an answer with secrets", parse: (text) => cutSecrets(text, ["the secret"]) },
  { name: "Retry-After of a webhook", parse: (text) => parseRetryAfter(text, new Date(0)) },
  { name: "Retry-After of a service", parse: parseServiceRetryAfter },
  { name: "an address that a member typed", parse: (text) => parseOutboundUrl(text, new Set()) },
  { name: "a server that a member typed", parse: (text) => parseServerAddress(text, new Set()) },
  { name: "an address of the network", parse: (text) => [isPublicAddress(text), parseIpRange(text)] },
  { name: "an API key", parse: isApiKeyFormat },
  { name: "Idempotency-Key", parse: (text) => refusedOr(() => getIdempotencyKey(toHeaders("idempotency-key", text))) },
  { name: "an unknown name", parse: (text) => findNearestName(text, ["scheduled_for", "channels", "text"]) },
  { name: "a redirect address", parse: (text) => [isRedirectUri(text), isSameResource(text, "https://a.example/mcp")] },
  { name: "an e-mail address", parse: normalizeEmail },
  { name: "a password", parse: normalizePassword },
  {
    name: "a typed time",
    parse: (text) => parseNaturalDate(text, { now: new Date(0), zone: "UTC", dateOrder: null }),
  },
  { name: "what a list is searched for", parse: toSearchText },
  { name: "a time", parse: (text) => parseScheduledFor(text, new Date(0)) },
  { name: "the name of an organization", parse: toSlug },
  { name: "a cell of a table", parse: escapeFormulas },
  { name: "a key of Nostr", parse: (text) => [parseNpub(text), parseSecretKey(text)] },
  { name: "the normal form of a text", parse: normaliseText },
  { name: "the problem of a text", parse: (text) => [findTextProblem(text), toEditableText(text)] },
  {
    name: "the links of a text",
    size: textSize,
    parse: (text) => [findLinks(text, xLinkRule), findLinks(text, mastodonLinkRule)],
  },
  { name: "the cards of a text", parse: findCardLinks, size: textSize },
  { name: "the hashtags of a text", size: textSize, parse: (text) => [findHashtags(text), findLinkedinHashtags(text)] },
  { name: "the facets of a text", parse: findFacets, size: textSize },
  { name: "the words of a text", parse: tokenizeText, size: textSize },
  { name: "the title of a post", parse: toPostTitle },
  { name: "the language of a text", parse: detectLanguage, size: textSize },
  { name: "a text for LinkedIn", parse: toCommentary, size: textSize },
  { name: "a text for Slack", parse: toSectionTexts, size: textSize },
  ...platforms.map((rules) => ({
    name: `the length on ${rules.slug}`,
    parse: (text: string) => countText(text, rules),
    size: textSize,
  })),
  ...platforms.map((rules) => ({
    name: `the parts for ${rules.slug}`,
    parse: (text: string) => splitText(text, [rules]),
    size: textSize,
  })),
];

const characters = [..." \t\n.,;:/\\-_=+*~`'\"<>()[]{}&#@!?|%$0aA\u0300\u00a0\u200dé€😀"];
const pairs = [
  ...["\u0300\u0316", "\u05b0\u0301", "< ", "<>", '="', "='", "a=", "& ", "&#", "a.", ". ", "a@", "@a", "#a", "a#"],
  ...[
    "\r\n",
    "\n\n",
    "[]",
    "](",
    "()",
    "/.",
    "//",
    "?=",
    "&=",
    "%2",
    "-.",
    "🇩🇪",
    "e\u0301",
    "\ud83d\u200d",
    "x ",
    "1.",
  ],
];
const unclosed = [
  ...['<a href="http://x', "<meta content='", '<meta property="og:title', "<!--", "<!-- -->", "<script>", "<title>"],
  ...[
    "</p><p",
    "<br",
    "&amp",
    "&#x26",
    "http://",
    "https://a.b/(",
    "https://a.example ",
    "www.a.",
    "@a@b.c ",
    "[a](",
    "```",
  ],
  ...[
    "?token=",
    "&secret",
    "<https://a>; rel=",
    'a; charset="',
    "charset=",
    "**a",
    "a@b.",
    "{{",
    "1. ",
    "> ",
    "x".repeat(40),
  ],
];
const createTexts = (size: number) =>
  [
    ...[...characters, ...pairs, ...unclosed].map((piece) => ({ piece, before: "" })),
    ...characters.map((piece) => ({ piece, before: "<a b" })),
  ].map(({ piece, before }) => ({
    shown: `${JSON.stringify(before)} and ${JSON.stringify(piece)} again and again`,
    text: `${before}${piece.repeat(Math.ceil(size / piece.length))}<`,
  }));

/** CPU time of this thread in ms: what others do on the machine does not count. */
function getCpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function scan(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
  return sum;
}

/** A parser may take this many times as long as a scan of the same text … */
const usualFactor = 400;
/** … or, where each character costs much, this many times as long as for an eighth of the text: the square takes 64 times. */
const growthMost = 24;
/** Shorter times vary by themselves. */
const shortMs = 3;
/** No eighth of a text may take so long, whatever the whole takes. */
const eighthMostMs = 2_000;

/** Returns the first text that takes too long, with its time; null if none does. */
function findSlowText({ parse, size = pageSize }: Parser): string | null {
  const before = new Map<string, number>();
  for (const share of [64, 8, 1]) {
    for (const { shown, text } of createTexts(size / share)) {
      const usualMs = usualFactor * getCpuMs(() => scan(text));
      const mostMs =
        share === 64 ? eighthMostMs : Math.max(usualMs, growthMost * Math.max(shortMs, before.get(shown) ?? 0));
      let ms = getCpuMs(() => parse(text));
      // Another run: the first may have compiled the function or collected garbage.
      for (let again = 0; again < 3 && ms > mostMs; again += 1)
        ms = Math.min(
          ms,
          getCpuMs(() => parse(text)),
        );
      if (ms > mostMs) return `${ms.toFixed(1)} ms, at most ${mostMs.toFixed(1)}: ${text.length} characters, ${shown}`;
      before.set(shown, ms);
    }
  }
  return null;
}

const toHeaders = (name: string, value: string) => new Headers([[name, value.replace(/[^\x20-\x7e]/gu, "?").trim()]]);

function refusedOr(parse: () => unknown): unknown {
  try {
    return parse();
  } catch {
    return null;
  }
}

describe("text of others", () => {
  test.each(parsers)("is read in linear time as $name", { timeout: 120_000 }, (parser) => {
    expect(findSlowText(parser)).toBeNull();
  });
});
