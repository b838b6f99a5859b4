import "server-only";
import { createHash } from "node:crypto";
import { cookies } from "next/headers";
import type { ServiceClient } from "#lib/client/create-client.ts";
import { limits } from "#lib/contract/limits.ts";
import type { Post } from "#lib/contract/types.ts";
import { requireAppRuntime } from "#lib/embedded-service.ts";
import { waitForOptionalAnswer } from "#lib/gateway/wait-for-optional-answer.ts";

/**
 * Stores the account of posts on platforms with several accounts: the ids of channels, each encoded and followed by a
 * comma, then for each post, newest first, the start of its id's hash and the place of its channel.
 */
const cookieName = "pw_accounts";
/**
 * Stores the claimed points of posts, newest first: the start of each id's hash and two base-36 digits. Points that a
 * create takes without being asked are not stored.
 */
const pointsCookie = { name: "pw_points", digits: 2 };
/** Characters of a hash: of 250 posts, two with equal ones are met once in 10^9 cookies. */
const hashLength = 8;
const entryLength = hashLength + 1;
/** Keeps the cookie below 4 KB. */
const cookieLimits = { posts: 250, channelCharacters: 1_200 };
const places = "0123456789abcdefghijklmnopqrstuvwxyz";
const yearSeconds = 365 * 24 * 60 * 60;

type StoredAccounts = { channels: string[]; entries: string[] };

/**
 * Wraps the client of a service on another host. The document states neither a post's account nor its points. Of a post
 * that this browser created, the wrapped client adds the `channel_id`, if its platform has several accounts, and the
 * `points`, so that an edit, a move or a copy keeps them.
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
      if (created.ok && input.points !== undefined && input.points !== limits.pointsDefault)
        await storePoints(created.ok, input.points);
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
      const points = await readStoredPoints();
      return { ok: { ...listed.ok, data: listed.ok.data.map((post) => addPoints(addAccount(post, stored), points)) } };
    },
    async getPost(input, options) {
      const post = await client.getPost(input, options);
      if (!post.ok) return post;
      return { ok: addPoints(addAccount(post.ok, await readStoredAccounts()), await readStoredPoints()) };
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
  if (encodeURIComponent(names).length > cookieLimits.channelCharacters) return;
  await storeCookie(cookieName, names + [...added, ...entries].slice(0, cookieLimits.posts).join(""));
}

async function readStoredPoints(): Promise<ReadonlyMap<string, number>> {
  const text = (await cookies()).get(pointsCookie.name)?.value ?? "";
  const entries = text.match(new RegExp(`.{${hashLength + pointsCookie.digits}}`, "g")) ?? [];
  return new Map(entries.map((entry) => [entry.slice(0, hashLength), Number.parseInt(entry.slice(hashLength), 36)]));
}

function addPoints(post: Post, stored: ReadonlyMap<string, number>): Post {
  const points = stored.size === 0 ? undefined : stored.get(hashId(post.id));
  return points === undefined || post.points !== undefined ? post : { ...post, points };
}

async function storePoints(posts: readonly Post[], points: number): Promise<void> {
  const added = posts.map(({ id }): [string, number] => [hashId(id), points]);
  const all = [...added, ...(await readStoredPoints())].slice(0, cookieLimits.posts);
  const write = ([hash, one]: [string, number]) => hash + one.toString(36).padStart(pointsCookie.digits, "0");
  await storeCookie(pointsCookie.name, all.map(write).join(""));
}

/** Only in an action or a route handler. */
async function storeCookie(name: string, value: string): Promise<void> {
  (await cookies()).set(name, value, {
    path: "/",
    httpOnly: true,
    sameSite: "lax",
    secure: requireAppRuntime().hosting.origin.startsWith("https:"),
    maxAge: yearSeconds,
  });
}
