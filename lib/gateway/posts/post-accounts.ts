import "server-only";
import { createHash } from "node:crypto";
import { cookies } from "next/headers";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Post } from "#lib/contract/types.ts";
import { requireAppRuntime } from "#lib/embedded-service.ts";
import { waitForOptionalAnswer } from "#lib/gateway/wait-for-optional-answer.ts";

/**
 * Stores the account of posts on platforms with several accounts: the ids of channels, each encoded and followed by a
 * comma, then for each post, newest first, the start of its id's hash and the place of its channel.
 */
const cookieName = "pw_accounts";
/** Characters of a hash: of 250 posts, two with equal ones are met once in 10^9 cookies. */
const hashLength = 8;
const entryLength = hashLength + 1;
/** Keeps the cookie below 4 KB. */
const limits = { posts: 250, channelCharacters: 1_200 };
const places = "0123456789abcdefghijklmnopqrstuvwxyz";
const yearSeconds = 365 * 24 * 60 * 60;

type StoredAccounts = { channels: string[]; entries: string[] };

/**
 * Wraps the client of a service on another host. The document states a post's platform and not its account. Of a post
 * that this browser created on one of several accounts of a platform, the wrapped client adds the `channel_id`.
 */
export function withPostAccounts(client: ServiceClient): ServiceClient {
  return {
    ...client,
    async createPosts(input, options) {
      // Read before the write, which forgets the shared reads.
      const channels = client.listChannels();
      const creating = client.createPosts(input, options);
      const listed = await waitForOptionalAnswer(creating, channels, null);
      const created = await creating;
      if (!created.ok || !listed?.ok) return created;
      const known = listed.ok;
      const found = created.ok.flatMap((post): [string, string][] => {
        const ofPlatform = known.filter(({ platform }) => platform === post.channel);
        const asked = ofPlatform.filter(({ id }) => input.channels.includes(id));
        const [account] = asked;
        return post.channel_id || ofPlatform.length < 2 || !account || asked.length > 1 ? [] : [[post.id, account.id]];
      });
      if (found.length > 0) await storeAccounts(found);
      return created;
    },
    async listPosts(query, options) {
      const listed = await client.listPosts(query, options);
      if (!listed.ok) return listed;
      const stored = await readStoredAccounts();
      return { ok: { ...listed.ok, data: listed.ok.data.map((post) => addAccount(post, stored)) } };
    },
    async getPost(input, options) {
      const post = await client.getPost(input, options);
      return post.ok ? { ok: addAccount(post.ok, await readStoredAccounts()) } : post;
    },
  };
}

const hashId = (id: string) => createHash("sha256").update(id).digest("base64url").slice(0, hashLength);

function addAccount(post: Post, { channels, entries }: StoredAccounts): Post {
  if (post.channel_id || entries.length === 0) return post;
  const hash = hashId(post.id);
  const place = entries.find((entry) => entry.startsWith(hash))?.at(-1);
  const id = place === undefined ? undefined : channels[places.indexOf(place)];
  return id === undefined ? post : { ...post, channel_id: id };
}

async function readStoredAccounts(): Promise<StoredAccounts> {
  const parts = ((await cookies()).get(cookieName)?.value ?? "").split(",");
  const rest = parts.pop() ?? "";
  try {
    const entries = rest.match(new RegExp(`.{${entryLength}}`, "g")) ?? [];
    return { channels: parts.map(decodeURIComponent), entries };
  } catch {
    return { channels: [], entries: [] };
  }
}

/** Only in an action or a route handler, because it sets a cookie. */
async function storeAccounts(found: readonly (readonly [postId: string, channelId: string])[]): Promise<void> {
  const { channels, entries } = await readStoredAccounts();
  const added = found.flatMap(([postId, channelId]) => {
    if (!channels.includes(channelId)) channels.push(channelId);
    const place = places[channels.indexOf(channelId)];
    return place === undefined ? [] : [hashId(postId) + place];
  });
  const names = channels.map((id) => `${encodeURIComponent(id)},`).join("");
  if (encodeURIComponent(names).length > limits.channelCharacters) return;
  (await cookies()).set(cookieName, names + [...added, ...entries].slice(0, limits.posts).join(""), {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: requireAppRuntime().hosting.origin.startsWith("https:"),
    maxAge: yearSeconds,
  });
}
