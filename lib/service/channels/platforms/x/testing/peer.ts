import { createHash } from "node:crypto";
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeRoutes,
  startFakeServer,
} from "#lib/service/channels/testing/fake-server.ts";
import type { PeerItem } from "#lib/service/channels/testing/peer-process.ts";
import { countText } from "#lib/text/count-text.ts";
import { findLinks, xLinkRule } from "#lib/text/links/find-links.ts";
import { createFakeAccess } from "./access.ts";
import { createForbiddenAnswer, createProblemAnswer } from "./problems.ts";
import { createFakeUploads } from "./uploads.ts";

/**
 * X for tests: it validates as the real one does (docs.x.com, openapi 2.167), refuses a repeated text, shows links as
 * t.co, accepts each refresh token once (a used one ends its family), and bills. Modes besides the common ones:
 * `duplicate-403`, `mention-403`, `reply-403`, `cashtag-403`, `usage-capped`, `credits-402`, `forbidden`, `revoked`, `number-ids`,
 * `last-one`, `day-limit`, `media-fail`, `no-one-shot`, `no-entities`, `no-references`.
 */
type Post = { id: string; text: string; replyTo: string | null; media: string[]; userId: string };
const user = { id: "2244994945", username: "ada", name: "Ada Lovelace" };
const prices = { part: 15_000, partWithLink: 200_000, media: 15_000, description: 5_000, read: 1_000 };
/**
 * `names`: the field names that the fake knows: those from before openapi 2.167, both, or only the new ones; it then
 * ignores the old names, or refuses them (`strict`).
 */
const usual = { slowLooks: 0, isVerified: true, subscription: "None", names: "old" as "old" | "new" | "strict" };
const world = { ...usual };
const posts: Post[] = [];
const bill = { posts: 0, media: 0, descriptions: 0, reads: 0 };
let sequence = 0n;

const hasLink = (text: string) => findLinks(text, xLinkRule).length > 0;

function rootOf(post: Post): Post {
  const above = posts.find(({ id }) => id === post.replyTo);
  return above ? rootOf(above) : post;
}

/** Returns a post with the requested fields; id and text always come. */
function fieldsOf(whole: object, query: URLSearchParams): object {
  const fields = query.get(world.names === "old" ? "tweet.fields" : "post.fields")?.split(",") ?? [];
  const expanded = world.names === "old" ? [] : (query.get("expansions")?.split(",") ?? []);
  const names = ["id", "text", "edit_history_tweet_ids", ...fields, ...expanded];
  return Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)));
}

/** Returns the text as X shows it, with the entities of its links. */
function shown(post: Post, isWithEntities: boolean) {
  const urls: object[] = [];
  let text = "";
  let done = 0;
  const short = () =>
    `https://t.co/${createHash("sha256").update(`${post.id} ${urls.length}`).digest("hex").slice(0, 10)}`;
  for (const link of findLinks(post.text, xLinkRule)) {
    const written = post.text.slice(link.start, link.start + link.length);
    const expanded = /^https?:/iu.test(written) ? written : `http://${written}`;
    const url = short();
    text += post.text.slice(done, link.start) + url;
    done = link.start + link.length;
    urls.push({ url, expanded_url: expanded, display_url: expanded.replace(/^https?:\/\//u, "") });
  }
  text += post.text.slice(done);
  if (post.media.length > 0) {
    const url = short();
    text += ` ${url}`;
    const expanded = `https://x.com/${user.username}/status/${post.id}/photo/1`;
    for (const id of post.media) urls.push({ url, expanded_url: expanded, media_key: `3_${id}` });
  }
  const toHtml = (raw: string) => raw.replace(/&/gu, "&amp;").replace(/</gu, "&lt;").replace(/>/gu, "&gt;");
  // Object model, Post: `text` has at most 280 characters, and `note_tweet` the whole of a longer one.
  const isLong = [...post.text].length > 280;
  const note = { text: toHtml(text), ...(urls.length > 0 && isWithEntities && { entities: { urls } }) };
  return {
    id: post.id,
    edit_history_tweet_ids: [post.id],
    text: isLong ? `${[...toHtml(text)].slice(0, 250).join("")}… ${short()}` : toHtml(text),
    ...(isLong && { [world.names === "old" ? "note_tweet" : "note_post"]: note }),
    ...(urls.length > 0 && isWithEntities && { entities: { urls } }),
    ...(post.media.length > 0 && { attachments: { media_keys: post.media.map((id) => `3_${id}`) } }),
    conversation_id: rootOf(post).id,
    [world.names === "old" ? "referenced_tweets" : "referenced_posts"]:
      post.replyTo === null ? undefined : [{ type: "replied_to", id: post.replyTo }],
  };
}

await startFakeServer(({ now, lagMs }) => {
  const newId = () => String((BigInt(now() - 1_288_834_974_657) << 22n) | (sequence++ & 0xfffn));
  const timeOf = (id: string) => Number((BigInt(id) >> 22n) + 1_288_834_974_657n);

  const access = createFakeAccess(now);
  const { heldBy } = access;
  const uploads = createFakeUploads({
    newId,
    heldBy,
    slowLooks: () => world.slowLooks,
    stored: () => {
      bill.media += prices.media;
    },
    described: () => {
      bill.descriptions += prices.description;
    },
  });

  function createPost(request: FakeRequest): FakeAnswer {
    const { json, mode } = request;
    const text: string = json?.text ?? "";
    const ids: string[] = json?.media?.media_ids ?? [];
    const replyTo: string | null = json?.reply?.in_reply_to_tweet_id ?? null;
    if (text.trim() === "" && ids.length === 0)
      return createProblemAnswer(400, "Invalid Request", "text: must not be empty");
    if (mode?.mode === "refused")
      return createProblemAnswer(400, "Invalid Request", "One or more parameters was invalid.");
    if (
      countText(text, {
        counting: "x-weight",
        limit: world.subscription === "None" ? 280 : 25_000,
        byteLimit: null,
        urlLength: 23,
      }).isOver
    ) {
      return createForbiddenAnswer("Your Tweet text is too long. For more information, see counting characters.");
    }
    if (mode?.mode === "cashtag-403" || (text.match(/(?:^|\s)\$[A-Za-z]{1,6}\b/gu)?.length ?? 0) > 1) {
      return createForbiddenAnswer("Posts are limited to one cashtag.");
    }
    if (mode?.mode === "mention-403")
      return createForbiddenAnswer("Creating posts with @mentions is not allowed for your access package.");
    if (replyTo !== null && mode?.mode === "reply-403") {
      return createForbiddenAnswer(
        "Reply to this conversation is not allowed because you have not been mentioned by its author.",
      );
    }
    if (replyTo !== null && !posts.some((post) => post.id === replyTo)) {
      return createForbiddenAnswer("You attempted to reply to a Tweet that is deleted or not visible to you.");
    }
    if (ids.length > 4 || !ids.every(uploads.isReady)) {
      return {
        status: 400,
        json: {
          ...(createProblemAnswer(400, "Invalid Request", "One or more parameters to your request was invalid.")
            .json as object),
          errors: [{ message: "Your media IDs are invalid." }],
        },
      };
    }
    const isTwice = posts.some((post) => post.text === text && post.media.join() === ids.join());
    if (isTwice || mode?.mode === "duplicate-403") {
      return createForbiddenAnswer("You are not allowed to create a Tweet with duplicate content.");
    }
    const post: Post = { id: newId(), text, replyTo, media: ids, userId: user.id };
    posts.push(post);
    bill.posts += hasLink(text) ? prices.partWithLink : prices.part;
    request.commit();
    const isNumber = mode?.mode === "number-ids";
    return {
      status: 201,
      json: { data: { ...shown(post, false), id: isNumber ? Number(post.id) : post.id } },
      headers: limitsOf(mode?.mode, mode?.seconds ?? 0),
    };
  }

  function limitsOf(mode: string | undefined, seconds: number): Record<string, string> {
    const reset = String(Math.ceil((now() + seconds * 1_000) / 1_000));
    if (mode === "day-limit") return { "x-app-limit-24hour-remaining": "0", "x-app-limit-24hour-reset": reset };
    return { "x-rate-limit-remaining": mode === "last-one" ? "0" : "99", "x-rate-limit-reset": reset };
  }

  function listPosts({ query, mode }: FakeRequest): FakeAnswer {
    const size = Number(query.get("max_results") ?? 10);
    if (size < 5 || size > 100)
      return createProblemAnswer(400, "Invalid Request", "max_results is not between 5 and 100");
    if (world.names === "strict" && query.has("tweet.fields")) {
      return createProblemAnswer(
        400,
        "Invalid Request",
        "The query parameter [tweet.fields] is not one of [id,post.fields,…]",
      );
    }
    const since = BigInt(query.get("since_id") ?? 0);
    const until = query.get("until_id");
    const skip = Number(query.get("pagination_token") ?? 0);
    const seen = posts
      .filter((post) => BigInt(post.id) > since && (until === null || BigInt(post.id) < BigInt(until)))
      .filter((post) => now() - timeOf(post.id) >= lagMs())
      .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
    const page = seen.slice(skip, skip + size);
    bill.reads += page.length * prices.read;
    const next = skip + size < seen.length ? { next_token: String(skip + size) } : {};
    const hidden = mode?.mode === "no-references" ? { conversation_id: 0, referenced_tweets: 0 } : {};
    const data = page.map((post) => {
      const fields = Object.entries(fieldsOf(shown(post, mode?.mode !== "no-entities"), query));
      return Object.fromEntries(fields.filter(([name]) => !(name in hidden)));
    });
    return { status: 200, json: { ...(data.length > 0 && { data }), meta: { result_count: data.length, ...next } } };
  }

  const routes: FakeRoutes = {
    ...access.routes,
    ...uploads.routes,
    "GET /2/users/me": (request) =>
      heldBy(request, "users.read") ?? {
        status: 200,
        json: {
          data: {
            ...user,
            profile_image_url: "https://pbs.invalid/ada.png",
            verified: world.isVerified,
            verified_type: world.isVerified ? "blue" : "none",
            subscription_type: world.subscription,
          },
        },
      },
    "POST /2/tweets": (request) => heldBy(request, "tweet.write") ?? createPost(request),
    "DELETE /2/tweets/:id": (request) => {
      const refused = heldBy(request, "tweet.write");
      if (refused) return refused;
      const index = posts.findIndex(({ id }) => id === request.params["id"]);
      if (index < 0)
        return createProblemAnswer(404, "Not Found Error", "Could not find tweet", {
          type: "https://api.x.com/2/problems/resource-not-found",
        });
      posts.splice(index, 1);
      request.commit();
      return { status: 200, json: { data: { deleted: true } } };
    },
    "GET /2/users/:id/tweets": (request) => {
      const refused = heldBy(request, "tweet.read");
      if (refused) return refused;
      return request.params["id"] === user.id
        ? listPosts(request)
        : createProblemAnswer(404, "Not Found Error", "Could not find user");
    },
  };

  const dated = (one: FakeAnswer): FakeAnswer => ({
    ...one,
    headers: { date: new Date(now()).toUTCString(), ...one.headers },
  });
  return {
    routes: Object.fromEntries(
      Object.entries(routes).map(([route, handle]) => [
        route,
        async (request: FakeRequest) => dated(await handle(request)),
      ]),
    ),
    items: (): PeerItem[] =>
      posts.map((post) => ({
        remoteId: post.id,
        text: post.text,
        replyTo: post.replyTo,
        images: post.media.map(uploads.altOf),
      })),
    limited: (seconds) =>
      dated({
        ...createProblemAnswer(429, "Too Many Requests", "Too Many Requests"),
        ...(seconds !== null && { headers: limitsOf("last-one", seconds) }),
      }),
    commands: {
      set: (given: Partial<typeof world>) => Object.assign(world, given),
      ...access.commands,
      token: () => ({ ...access.commands.token(), userId: user.id }),
      removeItem: ({ id }: { id: string }) =>
        posts.splice(0, posts.length, ...posts.filter((post) => post.id !== id)).length,
      loseMedia: () => uploads.clear(),
      bill: () => bill,
      reset: () => {
        posts.length = 0;
        access.reset();
        uploads.clear();
        Object.assign(world, usual);
        Object.assign(bill, { posts: 0, media: 0, descriptions: 0, reads: 0 });
      },
    },
  };
});
