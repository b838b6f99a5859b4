import { type FakeAnswer, type FakeRequest, startFakeServer } from "#lib/service/channels/testing/fake-server.ts";
import type { PeerItem } from "#lib/service/channels/testing/peer-process.ts";

/**
 * A fake of the Threads API as developers.facebook.com/docs/threads describes it, for one account. It fetches images by
 * itself.
 */
const user = { id: "17841400000000001", username: "ada.example", name: "Ada Example", is_verified: true };
const longToken = "THAAlongLivedTokenOfAnAccountMadeUpForTests";
type Container = {
  id: string;
  fields: Record<string, string>;
  status: "IN_PROGRESS" | "FINISHED" | "ERROR" | "EXPIRED" | "PUBLISHED";
  /** From then on Threads finds the container, ms. */
  seenAt: number;
  /** How many more status requests report the container as in progress. */
  asks: number;
};
type Item = PeerItem & { at: number };
const items: Item[] = [];
const containers = new Map<string, Container>();
let tokens = new Set([longToken]);
let codes = new Set(["good-code"]);
let serial = 17_900_000_000_000_000n;
let asksOfImages = 0;
const allScopes = ["threads_basic", "threads_content_publish", "threads_manage_replies", "threads_read_replies"];
let granted = [...allScopes, "threads_delete"];
/** Threads says for so long that a new container does not exist, ms. */
let unseenMs = 0;
let used = { posts: 0, replies: 0 };

const refused = (status: number, code: number, message: string, subcode?: number): FakeAnswer => ({
  status,
  json: {
    error: { message, type: "OAuthException", code, ...(subcode && { error_subcode: subcode }), fbtrace_id: "A1b2C3" },
  },
});
const missing = () => refused(400, 24, "The requested resource does not exist", 4_279_009);
const nextId = () => {
  serial += 1n;
  return String(serial);
};

function enter({ query, mode, params }: FakeRequest): FakeAnswer | null {
  if (mode?.mode === "revoked" || !tokens.has(query.get("access_token") ?? "")) {
    return refused(401, 190, "Error validating access token: Session has expired", 463);
  }
  if (params["user"] !== undefined && params["user"] !== user.id) return refused(400, 100, "Unsupported request", 33);
  if (mode?.mode === "no-permission") return refused(403, 10, "Application does not have permission for this action");
  return null;
}

const isWideEnough = async (url: string) => {
  const answer = URL.canParse(url) ? await fetch(url).catch(() => null) : null;
  const bytes = Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0));
  return answer?.ok === true && bytes.subarray(0, 3).toString("hex") === "ffd8ff";
};

await startFakeServer(({ now, lagMs }) => {
  async function create(request: FakeRequest): Promise<FakeAnswer> {
    const refusal = enter(request);
    if (refusal) return refusal;
    const fields: Record<string, string> = request.json ?? {};
    const { media_type: type, text = "", reply_to_id: parent, children = "", alt_text: alt = "" } = fields;
    if (request.mode?.mode === "refused") return refused(400, 100, "Param text is not allowed");
    // An emoji counts its UTF-8 bytes; the texts of tests have none.
    if ([...text].length > 500 || alt.length > 1_000)
      return refused(400, 100, "Param text must be at most 500 characters");
    // "Text attachments": each different address counts once, and more than five make the creation of the container
    // fail. The documentation does not say if a domain without protocol or `www.` counts.
    const links = new Set(
      text.match(/(?:https?:\/\/|www\.)[^\s<>"]+/giu)?.map((link) => link.replace(/[.,;:!?)\]'’]+$/u, "")),
    );
    if (links.size > 5) return refused(400, 100, "THREADS_API__LINK_LIMIT_EXCEEDED");
    if (parent && !items.some(({ remoteId }) => remoteId === parent))
      return refused(400, 100, "reply_to_id not found", 33);
    let status: Container["status"] = request.mode?.mode === "fails" ? "ERROR" : "FINISHED";
    if (type === "IMAGE") {
      const isGood = await isWideEnough(fields["image_url"] ?? "");
      if (!isGood || request.mode?.mode === "bad-image") status = "ERROR";
    } else if (type === "CAROUSEL") {
      const all = children.split(",").map((id) => containers.get(id));
      if (all.length < 2 || all.length > 20) return refused(400, 100, "A carousel has 2 to 20 children");
      if (all.some((one) => one?.status !== "FINISHED" || one.fields["is_carousel_item"] !== "true")) return missing();
    } else if (type !== "TEXT" || text.trim() === "") return refused(400, 100, "Param text is required");
    const asks = type === "IMAGE" ? asksOfImages : 0;
    const one: Container = {
      id: nextId(),
      fields,
      asks,
      seenAt: now() + unseenMs,
      status: asks > 0 ? "IN_PROGRESS" : status,
    };
    containers.set(one.id, one);
    return { status: 200, json: { id: one.id } };
  }

  function publish(request: FakeRequest): FakeAnswer {
    const refusal = enter(request);
    if (refusal) return refusal;
    const one = containers.get(request.json?.creation_id);
    if (request.mode?.mode === "not-found-24" || !one || one.status !== "FINISHED" || one.seenAt > now())
      return missing();
    one.status = "PUBLISHED";
    const { text = "", reply_to_id: parent, alt_text: alt = "", media_type: type, children = "" } = one.fields;
    const images = type === "IMAGE" ? [alt] : children ? children.split(",").map(altOf) : [];
    const remoteId = nextId();
    items.push({ remoteId, text, replyTo: parent ?? null, images, at: now() });
    if (parent) used.replies += 1;
    else used.posts += 1;
    request.commit();
    return { status: 200, json: { id: remoteId } };
  }
  const altOf = (id: string) => containers.get(id)?.fields["alt_text"] ?? "";

  function list(request: FakeRequest, isReply: boolean): FakeAnswer {
    const refusal = enter(request);
    if (refusal) return refusal;
    const since = Number(request.query.get("since") ?? 0) * 1_000;
    const until = Number(request.query.get("until") ?? Number.POSITIVE_INFINITY) * 1_000;
    if (request.query.has("until") && (until > now() || until <= since)) return refused(400, 100, "Param until");
    const limit = Math.min(100, Number(request.query.get("limit") ?? 25));
    const all = items
      .filter(
        ({ replyTo, at }) => (replyTo !== null) === isReply && at >= since && at <= until && now() - at >= lagMs(),
      )
      .toReversed();
    const from = all.findIndex(({ remoteId }) => remoteId === request.query.get("after")) + 1;
    const data = all.slice(from, from + limit).map(shown);
    const [before, after] = [data[0]?.id, data.at(-1)?.id];
    return { status: 200, json: { data, paging: after ? { cursors: { before, after } } : {} } };
  }
  const shown = ({ remoteId, text, replyTo, at }: Item) => ({
    id: remoteId,
    text,
    permalink: `https://www.threads.com/@${user.username}/post/${remoteId}`,
    timestamp: `${new Date(at).toISOString().slice(0, 19)}+0000`,
    ...(replyTo !== null && { replied_to: { id: replyTo } }),
  });

  return {
    routes: {
      "POST /oauth/access_token": ({ json }) => {
        if (json?.client_secret !== "app-secret") {
          return {
            status: 400,
            json: { error_type: "OAuthException", code: 400, error_message: "Invalid client secret" },
          };
        }
        if (!codes.delete(json.code)) {
          return {
            status: 400,
            json: { error_type: "OAuthException", code: 400, error_message: "This authorization code has been used" },
          };
        }
        return { status: 200, json: { access_token: "THAAshort", user_id: user.id } };
      },
      "GET /access_token": ({ query }) => {
        const isRight = query.get("client_secret") === "app-secret" && query.get("access_token") === "THAAshort";
        if (!isRight || query.get("grant_type") !== "th_exchange_token") return refused(400, 190, "Invalid token");
        return { status: 200, json: { access_token: longToken, token_type: "bearer", expires_in: 5_184_000 } };
      },
      "GET /refresh_access_token": ({ query }) => {
        const old = query.get("access_token") ?? "";
        if (query.get("grant_type") !== "th_refresh_token" || !tokens.has(old))
          return refused(400, 190, "Session has expired");
        const fresh = `${longToken}${tokens.size}`;
        tokens.add(fresh);
        return { status: 200, json: { access_token: fresh, token_type: "bearer", expires_in: 5_184_000 } };
      },
      "GET /v1.0/debug_token": (request) =>
        enter(request) ?? { status: 200, json: { data: { type: "USER", is_valid: true, scopes: granted } } },
      "GET /v1.0/me": (request) => enter(request) ?? { status: 200, json: user },
      "POST /v1.0/:user/threads": create,
      "POST /v1.0/:user/threads_publish": publish,
      "GET /v1.0/:user/threads": (request) => list(request, false),
      "GET /v1.0/:user/replies": (request) => list(request, true),
      "GET /v1.0/:user/threads_publishing_limit": (request) =>
        enter(request) ?? {
          status: 200,
          json: {
            data: [
              {
                quota_usage: used.posts,
                config: { quota_total: 250, quota_duration: 86_400 },
                reply_quota_usage: used.replies,
                reply_config: { quota_total: 1_000, quota_duration: 86_400 },
              },
            ],
          },
        },
      "GET /v1.0/:id": (request) => {
        const refusal = enter(request);
        if (refusal) return refusal;
        const item = items.find(({ remoteId }) => remoteId === request.params["id"]);
        if (item) return { status: 200, json: shown(item) };
        const one = containers.get(request.params["id"] ?? "");
        if (!one || one.seenAt > now()) return missing();
        if (one.status === "IN_PROGRESS") {
          one.asks -= 1;
          if (one.asks < 0) one.status = "FINISHED";
        }
        return {
          status: 200,
          json: { id: one.id, status: one.status, ...(one.status === "ERROR" && { error_message: "UNKNOWN" }) },
        };
      },
      "DELETE /v1.0/:id": (request) => {
        const refusal = enter(request);
        if (refusal) return refusal;
        const at = items.findIndex(({ remoteId }) => remoteId === request.params["id"]);
        if (at < 0) return refused(400, 100, "Unsupported delete request. Object does not exist", 33);
        items.splice(at, 1);
        request.commit();
        return { status: 200, json: { success: true, deleted_id: request.params["id"] } };
      },
    },
    items: () => items.map(({ at: _, ...item }) => item),
    limited: () => refused(429, 4, "Application request limit reached"),
    commands: {
      reset: () => {
        items.length = 0;
        containers.clear();
        tokens = new Set([longToken]);
        codes = new Set(["good-code"]);
        asksOfImages = 0;
        granted = [...allScopes, "threads_delete"];
        unseenMs = 0;
        used = { posts: 0, replies: 0 };
      },
      loseContainers: () => containers.clear(),
      expireContainers: () => {
        for (const one of containers.values()) one.status = "EXPIRED";
      },
      processImages: ({ asks }: { asks: number }) => {
        asksOfImages = asks;
      },
      hideContainers: ({ ms }: { ms: number }) => {
        unseenMs = ms;
      },
      grant: ({ scopes }: { scopes: string[] }) => {
        granted = scopes;
      },
      use: (given: { posts: number; replies: number }) => {
        used = given;
      },
      containers: () => containers.size,
      /** Adds this many current posts of the account that are not ours. */
      write: ({ count }: { count: number }) => {
        const others = Array.from({ length: count }, (_, at) => `Of another ${at}`);
        for (const text of others) items.push({ remoteId: nextId(), text, replyTo: null, images: [], at: now() });
      },
    },
  };
});
