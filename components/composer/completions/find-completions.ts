import { getLocalItem } from "#components/composer/browser-storage.ts";
import { skinToneKey } from "#components/composer/emoji/recent-emoji.ts";
import type { MentionedAccount } from "#lib/contract/types.ts";
import { readResourceInPlace } from "#lib/queries/read-resource.ts";
import type { HashtagSearch } from "./create-hashtag-search.ts";
import type { CompletionQuery } from "./find-completion-query.ts";

/** One suggestion. */
export type Completion = {
  /** The text that replaces what was typed. */
  text: string;
  /** The emoji itself, or the sign of a hashtag. */
  sign?: string;
  /** The platform of an account. */
  platform?: string;
  name: string;
  detail?: string;
  /** The name that a closing colon completes. */
  code?: string;
};

const mostShown = 6;

/** Finds suggestions for what the author has typed. */
export async function findCompletions(
  query: CompletionQuery,
  channelIds: readonly string[],
  findHashtags: HashtagSearch,
  signal: AbortSignal,
): Promise<readonly Completion[]> {
  if (query.type === "hashtag") {
    const found = await findHashtags(query.text);
    return found.slice(0, mostShown).map((name) => ({ text: `#${name} `, sign: "#", name }));
  }
  return query.type === "emoji" ? findEmojiCompletions(query.text) : findAccounts(query.text, channelIds, signal);
}

/** Ms without a keystroke before a platform is asked. */
const quietMs = 250;

async function findAccounts(
  q: string,
  channel: readonly string[],
  signal: AbortSignal,
): Promise<readonly Completion[]> {
  if (q.length < 2 || channel.length === 0) return [];
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  if (signal.aborted) return [];
  const found = await readResourceInPlace<readonly MentionedAccount[]>(
    "mentions",
    { q, channel: channel.join() },
    signal,
  );
  return found.slice(0, mostShown).map(({ platform, username, name }) => ({
    text: `@${username} `,
    platform,
    name: name || username,
    detail: `@${username}`,
  }));
}

async function findEmojiCompletions(typed: string): Promise<readonly Completion[]> {
  const { applySkinTone, findEmoji, isEmojiCode } = await import("#components/composer/emoji/emoji-list.ts");
  const tone = getLocalItem(skinToneKey) ?? "";
  const words = typed.replaceAll("_", " ");
  return findEmoji(words)
    .slice(0, mostShown)
    .map((one) => {
      const text = applySkinTone(one, tone);
      return { text, sign: text, name: one.name, ...(isEmojiCode(one, typed.toLowerCase()) && { code: typed }) };
    });
}
