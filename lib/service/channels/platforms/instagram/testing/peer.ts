import { type FakeAnswer, type FakeRequest, startFakeServer } from "#lib/service/channels/testing/fake-server.ts";
import type { PeerItem } from "#lib/service/channels/testing/peer-process.ts";
import { readJpegSize } from "./jpeg-size.ts";

/**
 * A fake of the Instagram API with Instagram Login as developers.facebook.com/documentation/instagram-platform describes
 * it, for one professional account. It fetches images by itself and refuses fields that the documentation does not have.
 */
const user = {
  id: "9988776655443322",
  user_id: "17841405822304914",
  username: "ada.example",
  name: "Ada Example",
  account_type: "MEDIA_CREATOR",
  profile_picture_url: "https://scontent.example.com/ada.jpg",
};
const longToken = "IGAALongLivedTokenOfAnAccountMadeUpForTests";
type Container = {
  id: string;
  fields: Record<string, string>;
  status: "IN_PROGRESS" | "FINISHED" | "ERROR" | "EXPIRED" | "PUBLISHED";
  /** From then on Instagram finds the container, ms. */
  seenAt: number;
  /** How many more status requests report the container as in progress. */
  asks: number;
  why: string;
};
type Item = PeerItem & { at: number };
const items: Item[] = [];
const containers = new Map<string, Container>();
let tokens = new Set([longToken]);
let codes = new Set(["good-code"]);
let permissions: string | string[] = "instagram_business_basic,instagram_business_content_publish";
let serial = 17_900_000_000_000_000n;
let asksOfImages = 0;
let unseenMs = 0;
let used = 0;

const refused = (status: number, code: number, message: string, subcode?: number): FakeAnswer => ({
  status,
  json: {
    error: {
      message,
      type: "OAuthException",
      code,
      ...(subcode && { error_subcode: subcode, is_transient: false, error_user_msg: message }),
      fbtrace_id: "A1b2C3",
    },
  },
});
const missing = () => refused(400, 24, "The media builder does not exist or has been expired.", 2_207_008);
const nextId = () => {
  serial += 1n;
  return String(serial);
};

function enter({ query, mode, params }: FakeRequest): FakeAnswer | null {
  if (mode?.mode === "revoked" || !tokens.has(query.get("access_token") ?? "")) {
    return refused(400, 190, "Error validating access token: Session has expired", 463);
  }
  if (params["user"] !== undefined && params["user"] !== user.user_id)
    return refused(400, 100, "Unsupported request", 33);
  if (mode?.mode === "no-permission") return refused(403, 10, "Application does not have permission for this action");
  return null;
}

/** Fetches an image as Instagram does. @returns why it is refused; null if it is not */
async function findImageProblem(url: string): Promise<string | null> {
  const answer = URL.canParse(url) ? await fetch(url).catch(() => null) : null;
  if (!answer?.ok) return "Error: Media upload has failed with error code 2207052";
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (bytes.subarray(0, 3).toString("hex") !== "ffd8ff")
    return "Error: Media upload has failed with error code 2207005";
  const size = readJpegSize(bytes);
  const ratio = size ? size.width / size.height : 1;
  return ratio < 0.8 || ratio > 1.91 ? "Error: Media upload has failed with error code 2207009" : null;
}

await startFakeServer(({ now, lagMs }) => {
  async function create(request: FakeRequest): Promise<FakeAnswer> {
    const refusal = enter(request);
    if (refusal) return refusal;
    const fields: Record<string, string> = request.json ?? {};
    const known = /^(image_url|caption|alt_text|is_carousel_item|media_type|children)$/u;
    const unknown = Object.keys(fields).find((name) => !known.test(name));
    if (unknown !== undefined) return refused(400, 100, `(#100) Param ${unknown} is not allowed`);
    // An account may create 400 containers in 24 hours.
    if (containers.size >= 400) return refused(400, 4, "Application request limit reached");
    const { media_type: type, caption = "", children = "", image_url: url, alt_text: alt = "" } = fields;
    if (request.mode?.mode === "refused") return refused(400, 100, "(#100) Invalid parameter");
    const hashtags = caption.match(/#[\p{L}\p{N}_]+/gu)?.length ?? 0;
    if (caption.length > 2_200 || hashtags > 30) return refused(400, 36_004, "The caption is too long", 2_207_010);
    if (alt.length > 1_000) return refused(400, 100, "(#100) Param alt_text is too long");
    let why: string | null = null;
    if (type === "CAROUSEL") {
      const all = children.split(",").map((id) => containers.get(id));
      if (all.length < 2 || all.length > 10)
        return refused(400, 100, "The carousel has too little or too many attachments", 2_207_028);
      if (all.some((one) => one?.status !== "FINISHED" || one.fields["is_carousel_item"] !== "true")) return missing();
    } else if (type !== undefined) return refused(400, 100, "Unknown media type", 2_207_023);
    else if (url === undefined) return refused(400, 100, "The parameter image_url is required");
    else if (fields["is_carousel_item"] === "true" && caption !== "")
      return refused(400, 100, "A child of a carousel has no caption");
    else why = await findImageProblem(url);
    if (request.mode?.mode === "bad-image" || request.mode?.mode === "fails")
      why = "Error: Media upload has failed with error code 2207052";
    const asks = type === undefined ? asksOfImages : 0;
    const one: Container = {
      id: nextId(),
      fields,
      asks,
      seenAt: now() + unseenMs,
      status: why !== null ? "ERROR" : asks > 0 ? "IN_PROGRESS" : "FINISHED",
      why: why ?? "",
    };
    containers.set(one.id, one);
    return { status: 200, json: { id: one.id } };
  }

  function publish(request: FakeRequest): FakeAnswer {
    const refusal = enter(request);
    if (refusal) return refusal;
    const one = containers.get(request.json?.creation_id);
    if (request.mode?.mode === "not-found-24" || !one || one.seenAt > now()) return missing();
    if (one.status === "IN_PROGRESS") return refused(400, 9_007, "The media is not ready for publishing", 2_207_027);
    if (one.status !== "FINISHED") return missing();
    if (used >= 100) return refused(400, 9, "You reached maximum number of posts", 2_207_042);
    one.status = "PUBLISHED";
    const { caption = "", children = "", alt_text: alt = "" } = one.fields;
    const images = children ? children.split(",").map((id) => containers.get(id)?.fields["alt_text"] ?? "") : [alt];
    const remoteId = nextId();
    items.push({ remoteId, text: caption, replyTo: null, images, at: now() });
    used += 1;
    request.commit();
    return { status: 200, json: { id: remoteId } };
  }

  const shown = ({ remoteId, text, at }: Item) => ({
    id: remoteId,
    ...(text !== "" && { caption: text }),
    permalink: `https://www.instagram.com/p/C${remoteId}/`,
    timestamp: `${new Date(at).toISOString().slice(0, 19)}+0000`,
  });

  function list(request: FakeRequest): FakeAnswer {
    const refusal = enter(request);
    if (refusal) return refusal;
    const limit = Math.min(100, Number(request.query.get("limit") ?? 25));
    const all = items.filter(({ at }) => now() - at >= lagMs()).toReversed();
    const from = all.findIndex(({ remoteId }) => remoteId === request.query.get("after")) + 1;
    const data = all.slice(from, from + limit).map(shown);
    const [before, after] = [data[0]?.id, data.at(-1)?.id];
    const headers = { date: new Date(now()).toUTCString() };
    return { status: 200, headers, json: { data, ...(after && { paging: { cursors: { before, after } } }) } };
  }

  const problem = (message: string): FakeAnswer => ({
    status: 400,
    json: { error_type: "OAuthException", code: 400, error_message: message },
  });

  return {
    routes: {
      /** Consents at once; Instagram appends `#_` to the address. */
      "GET /oauth/authorize": ({ query }) => {
        const back = new URL(query.get("redirect_uri") ?? "");
        codes.add("good-code");
        back.search = new URLSearchParams({ code: "good-code", state: query.get("state") ?? "" }).toString();
        return { status: 302, headers: { location: `${back.href}#_` }, text: "" };
      },
      "POST /oauth/access_token": ({ json }) => {
        if (json?.client_id !== "app" || json?.client_secret !== "app-secret") return problem("Invalid platform app");
        if (!codes.delete(json.code)) return problem("This authorization code has been used");
        // The documentation shows a list.
        return { status: 200, json: { data: [{ access_token: "IGAAshort", user_id: user.id, permissions }] } };
      },
      "GET /access_token": ({ query }) => {
        const isRight = query.get("client_secret") === "app-secret" && query.get("access_token") === "IGAAshort";
        if (!isRight || query.get("grant_type") !== "ig_exchange_token") return refused(400, 190, "Invalid token");
        return { status: 200, json: { access_token: longToken, token_type: "bearer", expires_in: 5_184_000 } };
      },
      "GET /refresh_access_token": ({ query }) => {
        const old = query.get("access_token") ?? "";
        if (query.get("grant_type") !== "ig_refresh_token" || !tokens.has(old))
          return refused(400, 190, "Session has expired");
        const fresh = `${longToken}${tokens.size}`;
        tokens.add(fresh);
        return { status: 200, json: { access_token: fresh, token_type: "bearer", expires_in: 5_184_000 } };
      },
      "GET /v25.0/me": (request) => enter(request) ?? { status: 200, json: user },
      "POST /v25.0/:user/media": create,
      "POST /v25.0/:user/media_publish": publish,
      "GET /v25.0/:user/media": list,
      "GET /v25.0/:user/content_publishing_limit": (request) =>
        enter(request) ?? {
          status: 200,
          json: { data: [{ quota_usage: used, config: { quota_total: 100, quota_duration: 86_400 } }] },
        },
      "GET /v25.0/:id": (request) => {
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
        const status = one.status === "ERROR" ? one.why : one.status;
        return { status: 200, json: { id: one.id, status_code: one.status, status } };
      },
    },
    items: () => items.map(({ at: _, ...item }) => item),
    limited: () => refused(403, 4, "Application request limit reached"),
    commands: {
      reset: () => {
        items.length = 0;
        containers.clear();
        tokens = new Set([longToken]);
        codes = new Set(["good-code"]);
        permissions = "instagram_business_basic,instagram_business_content_publish";
        asksOfImages = 0;
        unseenMs = 0;
        used = 0;
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
      use: ({ posts }: { posts: number }) => {
        used = posts;
        // A new day has a new limit of containers too.
        if (posts === 0) for (const [id, one] of containers) if (one.status === "PUBLISHED") containers.delete(id);
      },
      grant: (given: { permissions: string | string[] }) => {
        permissions = given.permissions;
      },
      containers: () => containers.size,
    },
  };
});
