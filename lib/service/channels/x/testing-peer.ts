import { createHash, randomBytes } from "node:crypto";
import { type FakeAnswer, type FakeRequest, type FakeRoutes, serveFake } from "#lib/service/channels/testing-fake";
import type { PeerItem } from "#lib/service/channels/testing-peer-process";
import { countText } from "#lib/text/count";
import { findLinks, xLinks } from "#lib/text/links";

/**
 * X for tests: validates as the real one does (docs.x.com, openapi 2.167), refuses the same words twice, shows links as t.co,
 * lets each refresh token count once (a used one ends its family), and runs a bill. Modes of its own beside those of the
 * core: `duplicate-403`, `reply-403`, `cashtag-403`, `usage-capped`, `credits-402`, `forbidden`, `revoked`, `number-ids`,
 * `last-one`, `day-limit`, `media-fail`, `no-entities`.
 */
type Post = { id: string; text: string; replyTo: string | null; media: string[]; userId: string };
type Upload = { id: string; alt: string; looks: number; type: string; bytes: number; isDone: boolean };
type Access = { family: string; scopes: Set<string>; endsAt: number };

const user = { id: "2244994945", username: "ada", name: "Ada Lovelace" };
const app = { id: "the-client", secret: "the-secret" };
const allScopes = "tweet.read tweet.write users.read media.write offline.access";
const prices = { part: 15_000, partWithLink: 200_000, description: 5_000, read: 1_000 };
const usual = { slowLooks: 0, isVerified: true };
const world = { ...usual };
const posts: Post[] = [];
const uploads = new Map<string, Upload>();
const access = new Map<string, Access>();
const refreshTokens = new Map<string, { family: string; scopes: string; isUsed: boolean }>();
const codes = new Map<string, { redirectUri: string; scopes: string; challenge: string; at: number }>();
const dead = new Set<string>();
const bill = { posts: 0, descriptions: 0, reads: 0 };
let sequence = 0n;

const newSecret = () => randomBytes(24).toString("base64url");
const problem = (status: number, title: string, detail: string, more: object = {}): FakeAnswer => ({
  status,
  json: { title, detail, type: "about:blank", status, ...more },
});
const forbidden = (detail: string, more: object = {}) => problem(403, "Forbidden", detail, more);
const oauthError = (status: number, error: string, description: string): FakeAnswer => ({
  status,
  json: { error, error_description: description },
});
const hasLink = (text: string) => findLinks(text, xLinks).length > 0;
const capped = problem(429, "UsageCapExceeded", "Usage cap exceeded: Monthly product cap", {
  type: "https://api.twitter.com/2/problems/usage-capped",
  period: "Monthly",
});

/** The text as X gives it back, and what its links were. */
function shown(post: Post, isWithEntities: boolean) {
  const urls: object[] = [];
  let text = "";
  let done = 0;
  const short = () =>
    `https://t.co/${createHash("sha256").update(`${post.id} ${urls.length}`).digest("hex").slice(0, 10)}`;
  for (const link of findLinks(post.text, xLinks)) {
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
  return {
    ...{ id: post.id, edit_history_tweet_ids: [post.id] },
    text: text.replace(/&/gu, "&amp;").replace(/</gu, "&lt;").replace(/>/gu, "&gt;"),
    ...(urls.length > 0 && isWithEntities && { entities: { urls } }),
    ...(post.replyTo !== null && { referenced_tweets: [{ type: "replied_to", id: post.replyTo }] }),
    ...(post.media.length > 0 && { attachments: { media_keys: post.media.map((id) => `3_${id}`) } }),
  };
}

await serveFake(({ now, lagMs }) => {
  const newId = () => String((BigInt(now() - 1_288_834_974_657) << 22n) | (sequence++ & 0xfffn));
  const timeOf = (id: string) => Number((BigInt(id) >> 22n) + 1_288_834_974_657n);

  function grantTokens(family: string, scopes: string) {
    const [token, fresh] = [newSecret(), newSecret()];
    access.set(token, { family, scopes: new Set(scopes.split(" ")), endsAt: now() + 7_200_000 });
    refreshTokens.set(fresh, { family, scopes, isUsed: false });
    return { token_type: "bearer", expires_in: 7_200, access_token: token, scope: scopes, refresh_token: fresh };
  }

  function heldBy(request: FakeRequest, scope: string): FakeAnswer | null {
    const token = (request.headers["authorization"] ?? "").replace(/^Bearer /u, "");
    const held = access.get(token);
    if (request.mode?.mode === "revoked" && held) dead.add(held.family);
    if (!held || dead.has(held.family) || held.endsAt <= now()) return problem(401, "Unauthorized", "Unauthorized");
    if (request.mode?.mode === "usage-capped") return capped;
    if (request.mode?.mode === "credits-402") {
      return problem(
        402,
        "CreditsDepleted",
        "Your enrolled account does not have any credits to fulfill this request.",
      );
    }
    if (request.mode?.mode === "forbidden" || !held.scopes.has(scope)) {
      return forbidden("You are not permitted to perform this action.");
    }
    return null;
  }

  function createPost(request: FakeRequest): FakeAnswer {
    const { json, mode } = request;
    const text: string = json?.text ?? "";
    const ids: string[] = json?.media?.media_ids ?? [];
    const replyTo: string | null = json?.reply?.in_reply_to_tweet_id ?? null;
    if (text.trim() === "" && ids.length === 0) return problem(400, "Invalid Request", "text: must not be empty");
    if (mode?.mode === "refused") return problem(400, "Invalid Request", "One or more parameters was invalid.");
    if (countText(text, { counting: "x-weight", limit: 280, byteLimit: null }).isOver) {
      return forbidden("Your Tweet text is too long. For more information, see counting characters.");
    }
    if (mode?.mode === "cashtag-403" || (text.match(/(?:^|\s)\$[A-Za-z]{1,6}\b/gu)?.length ?? 0) > 1) {
      return forbidden("Posts are limited to one cashtag.");
    }
    if (replyTo !== null && mode?.mode === "reply-403") {
      return forbidden("Reply to this conversation is not allowed because you have not been mentioned by its author.");
    }
    if (replyTo !== null && !posts.some((post) => post.id === replyTo)) {
      return forbidden("You attempted to reply to a Tweet that is deleted or not visible to you.");
    }
    if (ids.length > 4 || ids.some((id) => !uploads.get(id)?.isDone || (uploads.get(id)?.looks ?? 0) > 0)) {
      return {
        status: 400,
        json: {
          ...(problem(400, "Invalid Request", "One or more parameters to your request was invalid.").json as object),
          errors: [{ message: "Your media IDs are invalid." }],
        },
      };
    }
    const isTwice = posts.some((post) => post.text === text && post.media.join() === ids.join());
    if (isTwice || mode?.mode === "duplicate-403") {
      return forbidden("You are not allowed to create a Tweet with duplicate content.");
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
    if (size < 5 || size > 100) return problem(400, "Invalid Request", "max_results is not between 5 and 100");
    const since = BigInt(query.get("since_id") ?? 0);
    const skip = Number(query.get("pagination_token") ?? 0);
    const seen = posts
      .filter((post) => BigInt(post.id) > since && now() - timeOf(post.id) >= lagMs())
      .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1));
    const page = seen.slice(skip, skip + size);
    bill.reads += page.length * prices.read;
    const next = skip + size < seen.length ? { next_token: String(skip + size) } : {};
    const data = page.map((post) => shown(post, mode?.mode !== "no-entities"));
    return { status: 200, json: { ...(data.length > 0 && { data }), meta: { result_count: data.length, ...next } } };
  }

  async function uploadStill(request: FakeRequest): Promise<FakeAnswer> {
    const form = await request.form();
    const file = form.get("media");
    if (!(file instanceof File)) return problem(400, "Invalid Request", "media: is required");
    if (form.get("media_category") !== "tweet_image")
      return problem(400, "Invalid Request", "media_category: not here");
    const bytes = Buffer.from(await file.arrayBuffer());
    const isImage =
      ["89504e47", "52494646"].includes(bytes.toString("hex", 0, 4)) || bytes.toString("hex", 0, 2) === "ffd8";
    if (request.mode?.mode === "media-fail" || !isImage || bytes.length > 5_000_000) {
      return problem(400, "Invalid Request", "Media type is not supported or the file is too large.");
    }
    return store(request, { type: String(form.get("media_type")), bytes: bytes.length, isDone: true });
  }

  function store(request: FakeRequest, of: Pick<Upload, "type" | "bytes" | "isDone">): FakeAnswer {
    const one: Upload = { id: newId(), alt: "", looks: world.slowLooks, ...of };
    uploads.set(one.id, one);
    request.commit();
    return { status: 200, json: { data: shownUpload(one) } };
  }

  const shownUpload = (one: Upload) => ({
    ...{ id: one.id, media_key: `3_${one.id}`, expires_after_secs: 86_400, size: one.bytes },
    ...(one.looks > 0 && { processing_info: { state: "in_progress", check_after_secs: 1 } }),
  });

  function authorize({ query, mode }: FakeRequest): FakeAnswer {
    const redirectUri = query.get("redirect_uri") ?? "";
    if (query.get("client_id") !== app.id || query.get("code_challenge_method") !== "S256")
      return problem(400, "Invalid Request", "client");
    const code = newSecret();
    codes.set(code, {
      redirectUri,
      scopes: query.get("scope") ?? "",
      challenge: query.get("code_challenge") ?? "",
      at: now(),
    });
    const back = new URL(redirectUri);
    back.searchParams.set("state", query.get("state") ?? "");
    if (mode?.mode === "deny") back.searchParams.set("error", "access_denied");
    else back.searchParams.set("code", code);
    return { status: 302, headers: { location: back.href }, text: "" };
  }

  function grant(request: FakeRequest): FakeAnswer {
    const { json, headers, mode } = request;
    const basic = `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString("base64")}`;
    if (headers["authorization"] !== basic)
      return oauthError(401, "unauthorized_client", "Missing valid authorization header");
    if (json?.grant_type === "refresh_token") {
      const held = refreshTokens.get(json.refresh_token);
      if (held?.isUsed) dead.add(held.family);
      if (!held || held.isUsed || dead.has(held.family)) {
        return oauthError(400, "invalid_request", "Value passed for the token was invalid.");
      }
      held.isUsed = true;
      for (const [token, one] of access) if (one.family === held.family) access.delete(token);
      request.commit();
      return { status: 200, json: grantTokens(held.family, held.scopes) };
    }
    const code = codes.get(json?.code);
    codes.delete(json?.code);
    const proof = createHash("sha256")
      .update(String(json?.code_verifier ?? ""))
      .digest("base64url");
    const isGood =
      code && code.challenge === proof && code.redirectUri === json.redirect_uri && now() - code.at < 30_000;
    if (!isGood) return oauthError(400, "invalid_request", "Value passed for the authorization code was invalid.");
    request.commit();
    return { status: 200, json: grantTokens(newSecret(), mode?.mode === "few-scopes" ? "tweet.read" : code.scopes) };
  }

  const routes: FakeRoutes = {
    "GET /i/oauth2/authorize": authorize,
    "POST /2/oauth2/token": grant,
    "GET /2/users/me": (request) =>
      heldBy(request, "users.read") ?? {
        status: 200,
        json: {
          data: {
            ...user,
            profile_image_url: "https://pbs.invalid/ada.png",
            verified: world.isVerified,
            verified_type: "blue",
          },
        },
      },
    "POST /2/tweets": (request) => heldBy(request, "tweet.write") ?? createPost(request),
    "DELETE /2/tweets/:id": (request) => {
      const refused = heldBy(request, "tweet.write");
      if (refused) return refused;
      const index = posts.findIndex(({ id }) => id === request.params["id"]);
      if (index < 0) return problem(404, "Not Found Error", "Could not find tweet");
      posts.splice(index, 1);
      request.commit();
      return { status: 200, json: { data: { deleted: true } } };
    },
    "GET /2/users/:id/tweets": (request) => {
      const refused = heldBy(request, "tweet.read");
      if (refused) return refused;
      return request.params["id"] === user.id
        ? listPosts(request)
        : problem(404, "Not Found Error", "Could not find user");
    },
    "POST /2/media/upload": async (request) => heldBy(request, "media.write") ?? (await uploadStill(request)),
    "GET /2/media/upload": (request) => {
      const one = uploads.get(request.query.get("media_id") ?? "");
      if (one) one.looks = Math.max(0, one.looks - 1);
      return (
        heldBy(request, "media.write") ??
        (one ? { status: 200, json: { data: shownUpload(one) } } : problem(404, "Not Found Error", "media"))
      );
    },
    "POST /2/media/upload/initialize": (request) => {
      const refused = heldBy(request, "media.write");
      if (refused) return refused;
      const { media_category, media_type, total_bytes } = request.json ?? {};
      if (media_category !== "tweet_gif" || media_type !== "image/gif" || total_bytes > 15_000_000) {
        return problem(400, "Invalid Request", "media_category: tweet_gif");
      }
      return store(request, { type: media_type, bytes: total_bytes, isDone: false });
    },
    "POST /2/media/upload/:id/append": async (request) => {
      const file = (await request.form()).get("media");
      const one = uploads.get(request.params["id"] ?? "");
      if (!one || !(file instanceof File)) return problem(400, "Invalid Request", "media");
      one.bytes -= file.size;
      return heldBy(request, "media.write") ?? { status: 200, json: {} };
    },
    "POST /2/media/upload/:id/finalize": (request) => {
      const one = uploads.get(request.params["id"] ?? "");
      if (one?.bytes !== 0) return problem(400, "Invalid Request", "not all bytes have arrived");
      one.isDone = true;
      return heldBy(request, "media.write") ?? { status: 200, json: { data: shownUpload(one) } };
    },
    "POST /2/media/metadata": (request) => {
      const refused = heldBy(request, "media.write");
      if (refused) return refused;
      const one = uploads.get(request.json?.id);
      const alt: string = request.json?.metadata?.alt_text?.text ?? "";
      if (!one || alt === "" || alt.length > 1_000) return problem(400, "Invalid Request", "alt_text");
      one.alt = alt;
      bill.descriptions += prices.description;
      request.commit();
      return { status: 200, json: { data: { id: one.id } } };
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
        ...{ remoteId: post.id, text: post.text, replyTo: post.replyTo },
        images: post.media.map((id) => uploads.get(id)?.alt ?? ""),
      })),
    limited: (seconds) =>
      dated({
        ...problem(429, "Too Many Requests", "Too Many Requests"),
        ...(seconds !== null && { headers: limitsOf("last-one", seconds) }),
      }),
    commands: {
      set: (given: Partial<typeof world>) => Object.assign(world, given),
      token: () => ({ ...grantTokens(newSecret(), allScopes), userId: user.id, app }),
      /** Access tokens end now; refresh tokens still count. */
      expire: () => {
        for (const one of access.values()) one.endsAt = 0;
      },
      revoke: () => {
        for (const one of access.values()) dead.add(one.family);
      },
      removeItem: ({ id }: { id: string }) =>
        posts.splice(0, posts.length, ...posts.filter((post) => post.id !== id)).length,
      loseMedia: () => uploads.clear(),
      bill: () => bill,
      reset: () => {
        posts.length = 0;
        dead.clear();
        for (const map of [uploads, access, refreshTokens, codes]) map.clear();
        Object.assign(world, usual);
        Object.assign(bill, { posts: 0, descriptions: 0, reads: 0 });
      },
    },
  };
});
