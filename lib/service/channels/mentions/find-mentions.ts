import type { MentionedAccount } from "#lib/contract/types.ts";
import { getJsonList, getJsonText } from "#lib/service/channels/core/platform-response.ts";
import type { GuardedFetch } from "#lib/service/egress/guarded-fetch.ts";

/** The server to ask: `host` is the address of the channel's server, on platforms with many. */
type MentionServer = { platform: string; host: string };

/** Finds accounts by the beginning of a name or handle. Empty where nobody can be asked or nothing is answered. */
export type FindMentions = (server: MentionServer, query: string) => Promise<readonly MentionedAccount[]>;

/** Platforms whose search anybody may ask, without the credentials of a channel. */
export const mentionPlatforms = ["bluesky", "mastodon"] as const;

const timeoutMs = 5_000;
const answerBytes = 262_144;
const mostFound = 6;
/** The search of a word gives the same for a while, and letters are typed and deleted. */
const cachedMs = 5 * 60_000;
const mostCached = 500;
/** Requests to one server in a minute, of all members together. */
const mostInMinute = 60;

/**
 * The public search of Bluesky's network: "Does not require auth" (docs.bsky.app, app.bsky.actor.searchActorsTypeahead, read in
 * November 2026).
 */
const blueskySearch = "https://public.api.bsky.app";

type MentionFinderOptions = { guardedFetch: GuardedFetch; now: () => Date; blueskyHost?: string };

/** Creates the finder, which caches answers and asks no server too often. Never throws. */
export function createMentionFinder({ guardedFetch, now, blueskyHost }: MentionFinderOptions): FindMentions {
  const cached = new Map<string, { atMs: number; found: Promise<readonly MentionedAccount[]> }>();
  const asked = new Map<string, { sinceMs: number; count: number }>();

  function mayAsk(server: string, nowMs: number): boolean {
    const window = asked.get(server);
    if (!window || nowMs - window.sinceMs > 60_000) {
      asked.set(server, { sinceMs: nowMs, count: 1 });
      return true;
    }
    window.count += 1;
    return window.count <= mostInMinute;
  }

  return async ({ platform, host }, query) => {
    const server = platform === "bluesky" ? (blueskyHost ?? blueskySearch) : host;
    const url = createSearchUrl(platform, server, query);
    if (url === null) return [];
    const nowMs = now().getTime();
    const known = cached.get(url);
    if (known && nowMs - known.atMs < cachedMs) return known.found;
    if (!mayAsk(server, nowMs)) return [];
    const found = guardedFetch({
      url,
      method: "GET",
      headers: { accept: "application/json" },
      timeoutMs,
      answerBytesMax: answerBytes,
    }).then((answer) =>
      "problem" in answer || answer.status !== 200 ? [] : readAccounts(platform, server, answer.body),
    );
    const [oldest] = cached.keys();
    if (oldest !== undefined && cached.size >= mostCached) cached.delete(oldest);
    cached.delete(url);
    cached.set(url, { atMs: nowMs, found });
    return found;
  };
}

function createSearchUrl(platform: string, server: string, query: string): string | null {
  const limit = String(mostFound);
  if (platform === "bluesky")
    return `${server}/xrpc/app.bsky.actor.searchActorsTypeahead?${new URLSearchParams({ q: query, limit })}`;
  // "4.0.0 - no longer requires a user token" (methods/search.md of Mastodon's documentation, read in November 2026).
  if (platform === "mastodon" && URL.canParse(server))
    return `${server}/api/v2/search?${new URLSearchParams({ q: query, type: "accounts", limit })}`;
  return null;
}

/** A valid name after "@": no other text of a server gets into a post. */
const handle = /^[\p{L}\p{N}_][\p{L}\p{N}_.@-]{0,252}$/u;

function readAccounts(platform: string, server: string, body: string): MentionedAccount[] {
  const isBluesky = platform === "bluesky";
  const accounts = getJsonList(parseJson(body), isBluesky ? "actors" : "accounts") ?? [];
  return accounts.slice(0, mostFound).flatMap((account) => {
    const own = getJsonText(account, isBluesky ? "handle" : "acct") ?? "";
    // An account of the same server is named without it; other servers would look for the name among their own.
    const username = isBluesky || own.includes("@") ? own : `${own}@${new URL(server).hostname}`;
    if (!handle.test(username)) return [];
    const name = getJsonText(account, isBluesky ? "displayName" : "display_name") ?? "";
    return [{ platform, username, name: name.slice(0, 200) }];
  });
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
