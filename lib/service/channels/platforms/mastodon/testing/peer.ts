import {
  type FakeAnswer,
  type FakeRequest,
  type FakeRoutes,
  startFakeServer,
} from "#lib/service/channels/testing/fake-server.ts";
import type { PeerItem } from "#lib/service/channels/testing/peer-process.ts";
import { createFakeAccess } from "./access.ts";
import { createFakeMedia } from "./media.ts";
import { createErrorAnswer } from "./refusal.ts";

/**
 * A Mastodon server for tests: it validates as the real one does (docs.joinmastodon.org; post_status_service.rb) and
 * stores its items apart from its answers. Modes besides the common ones: `key-forgotten`, `key-500`, `key-late`,
 * `revoked`, `scope-missing`, `forbidden`, `media-fail`, `processing-fails`, `number-ids`, `redirect`, `no-source`.
 */
type Status = { id: string; at: number; text: string; replyTo: string | null; media: string[]; key: string | null };

const account = { id: "109302436954721985", username: "ada", display_name: "Ada Lovelace" };
const usual = {
  isPre43: false,
  isPre4: false,
  /**
   * Imitates snac2 2.75 in its differences (codeberg.org/grunfink/snac2, mastoapi.c): the id of an upload comes from
   * its file name, `DELETE` and `/source` of a status are unknown, `max_id` and the idempotency key are ignored.
   */
  isSnac2: false,
  /**
   * Imitates Pixelfed 0.14 in its differences (pixelfed ApiV1Controller, AuthServiceProvider, 2026): coarse scopes, no
   * status without an image, a key that counts once, no replies in lists, tags are removed, pages for who takes no JSON.
   */
  isPixelfed: false,
  /**
   * Imitates Pleroma and Akkoma in their differences (MediaController, OAuthScopesPlug, IdempotencyPlug): 202 for finished
   * images, which only tokens with `read:media` see; 403 without a token; a key repeats its first answer, a refusal too.
   */
  isPleroma: false,
  /**
   * Imitates Friendica 2024.09 in its differences (Statuses, StatusSource, BaseApi, Strings): texts are read as Markdown,
   * the source is built back from its markup, links are shown without `https://` and cut, and a missing token is a 403.
   */
  isFriendica: false,
  /** The server's own description of its program. */
  version: "",
  sourceUrl: "https://github.com/mastodon/mastodon",
  /** The program in its nodeinfo; empty: it has none. */
  nodeinfo: "",
  /** Counts the code points of the whole text, as GoToSocial does (internal/processing/status/common.go). */
  countsWholeText: false,
  /** Reads texts as Markdown, as Hollo and snac2 do: stars lose their marks. */
  readsMarkdown: false,
  /** The most images of a status; the server drops the others without an error. */
  imagesShown: Number.POSITIVE_INFINITY,
  limit: 500,
  urlLength: 23,
  mediaMax: 4,
  altMax: 1_500,
  slowLooks: 0,
  /** The application that its items name. */
  application: "Postwright",
  name: account.display_name,
  /** The account that signs in: another account has another id. */
  id: account.id,
  username: account.username,
};
const world = { ...usual };
/** Pleroma's first answer to each key. */
const answers = new Map<string, FakeAnswer>();
const keys = new Map<string, { statusId: string; at: number }>();
const statuses: Status[] = [];
let sequence = 0;

/**
 * Counts graphemes, a link as the server is set (23 by default), and only the user name of a full handle
 * (status_length_validator.rb).
 */
const lengthOf = (text: string) =>
  [
    ...(world.countsWholeText
      ? text
      : new Intl.Segmenter().segment(
          text.replace(/https?:\/\/\S+/gu, "x".repeat(world.urlLength)).replace(/(@\w+)@[\w.-]+/gu, "$1"),
        )),
  ].length;

function formatContent(text: string): string {
  const read = world.readsMarkdown || world.isFriendica ? text.replaceAll("*", "") : text;
  const html = read.replace(/&/gu, "&amp;").replace(/</gu, "&lt;").replace(/\n/gu, "<br />");
  return world.isFriendica ? html.replace(/https?:\/\/[^\s<]+/gu, formatFriendicaLink) : html;
}

/** Shows a link as Friendica does: a video as a player, any other by its first 30 bytes (Strings, getStyledURL). */
function formatFriendicaLink(url: string): string {
  if (url.includes("youtube.com/watch")) return "<iframe></iframe>";
  const shown = Buffer.from(url.replace(/^https?:\/\/(?:www\.)?/u, ""));
  const label = shown.length > 30 ? `${shown.subarray(0, 30)}…` : shown;
  return `<a href="${url}" target="_blank" rel="noopener noreferrer">${label}</a>`;
}

/** snac2's httpd.c answers a request that it does not know with a page. */
const unknownOnSnac2: FakeAnswer = {
  status: 404,
  headers: { "content-type": "text/html" },
  text: "<h1>404 Not Found</h1>",
};

/** Laravel's `abort` answers with a page unless the request accepts JSON. */
const emptyOnPixelfed = ({ accept }: FakeRequest["headers"]): FakeAnswer =>
  accept?.includes("json")
    ? { status: 403, json: { message: "Empty statuses are not allowed" } }
    : { status: 403, headers: { "content-type": "text/html" }, text: "<title>Forbidden</title>" };

await startFakeServer(({ now, lagMs }) => {
  /** Creates a snowflake: milliseconds, then a sequence (mastodon lib/mastodon/snowflake.rb). */
  const newId = () => String((BigInt(now()) << 16n) | BigInt(sequence++ & 0xffff));

  const access = createFakeAccess({
    now,
    isPre43: () => world.isPre43,
    isPixelfed: () => world.isPixelfed,
    getForbidden: (scope) => {
      if (world.isPleroma) return `Insufficient permissions: ${scope}.`;
      return world.isFriendica ? "Token is not authorized with a valid user or is missing a required scope" : null;
    },
  });
  const { heldBy } = access;
  const media = createFakeMedia({ newId, heldBy, world });

  const shown = (one: Status) => ({
    id: one.id,
    created_at: new Date(one.at).toISOString(),
    in_reply_to_id: one.replyTo,
    application: { name: world.application },
    url: `https://fake.invalid/@ada/${one.id}`,
    uri: `https://fake.invalid/users/ada/statuses/${one.id}`,
    content: `<p>${formatContent(one.text)}</p>`,
    media_attachments: one.media.map((id) => ({ id, type: "image", description: media.altOf(id) || null })),
    account: { id: account.id, username: account.username },
  });

  function postStatus(request: FakeRequest): FakeAnswer {
    const { json, headers, mode } = request;
    if (world.isPixelfed) {
      const given = headers["idempotency-key"];
      if (given !== undefined && keys.has(given)) return createErrorAnswer(400, "Duplicate idempotency key.");
      if (given !== undefined) keys.set(given, { statusId: "", at: now() });
      if (!json?.media_ids?.length && !json?.in_reply_to_id) return emptyOnPixelfed(headers);
    }
    const key = world.isSnac2 || world.isPixelfed ? null : (headers["idempotency-key"] ?? null);
    const known = key === null || mode?.mode === "key-forgotten" ? undefined : keys.get(key);
    if (known && now() - known.at < 3_600_000 && mode?.mode !== "key-late") {
      const first = statuses.find((one) => one.id === known.statusId);
      if (mode?.mode === "key-500" || !first) return createErrorAnswer(500, "There was a problem with your request");
      return { status: 200, json: shown(first) };
    }
    const given = String(json?.status ?? "").trim();
    const text = world.isPixelfed ? given.replace(/<[^>]*>/gu, "") : given;
    const ids: string[] = json?.media_ids ?? [];
    if (text === "" && ids.length === 0) return createErrorAnswer(422, "Validation failed: Text can't be blank");
    if (lengthOf(text) > world.limit) {
      return createErrorAnswer(422, `Validation failed: Text character limit of ${world.limit} exceeded`);
    }
    if (ids.length > world.mediaMax) return createErrorAnswer(422, `Cannot attach more than ${world.mediaMax} files`);
    const attached = ids.map(media.get);
    if (mode?.mode === "refused" || text.includes("#unwanted"))
      return createErrorAnswer(422, "Validation failed: Text is not allowed");
    if (attached.some((one) => !one || (one.statusId !== null && !world.isSnac2))) {
      return createErrorAnswer(422, `Media ${ids.join(", ")} not found or already attached to another post`);
    }
    // An image may be unready again right after it was called ready, for example behind two servers.
    if (mode?.mode === "unready") for (const one of attached) if (one) one.looks = 2;
    if (attached.some((one) => one && one.looks > 0)) {
      return createErrorAnswer(422, "Cannot attach files that have not finished processing. Try again in a moment!");
    }
    const replyTo: string | null = json?.in_reply_to_id ?? null;
    if (replyTo !== null && !statuses.some((one) => one.id === replyTo)) {
      return createErrorAnswer(404, "The post you are trying to reply to does not appear to exist.");
    }
    const taken = [...new Set(ids)].slice(0, world.imagesShown);
    const one: Status = { id: newId(), at: now(), text, replyTo, media: taken, key };
    statuses.push(one);
    for (const each of attached) if (each) each.statusId = one.id;
    if (key !== null && mode?.mode !== "key-late") keys.set(key, { statusId: one.id, at: now() });
    request.commit();
    const wire = shown(one);
    const resetAt = new Date(now() + (mode?.seconds ?? 0) * 1_000).toISOString();
    const rest = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": resetAt };
    return {
      status: 200,
      json: mode?.mode === "number-ids" ? { ...wire, id: Number(one.id) } : wire,
      ...(mode?.mode === "last-one" && { headers: rest }),
    };
  }

  function repeatAnswer({ headers, mode }: FakeRequest, publish: () => FakeAnswer): FakeAnswer {
    const answer = () => (mode?.mode === "throttled" ? createErrorAnswer(429, "Throttled") : publish());
    const key = headers["idempotency-key"];
    if (!world.isPleroma || key === undefined) return answer();
    const first = answers.get(key) ?? answer();
    answers.set(key, first);
    return first;
  }

  function listStatuses({ query, mode }: FakeRequest): FakeAnswer {
    const seen = statuses.filter((one) => now() - one.at >= lagMs() && !(world.isPixelfed && one.replyTo !== null));
    const below = world.isSnac2 ? null : query.get("max_id");
    const above = query.get("min_id") ?? query.get("since_id");
    const page = seen
      .filter(
        (one) =>
          (below === null || BigInt(one.id) < BigInt(below)) && (above === null || BigInt(one.id) > BigInt(above)),
      )
      .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? 1 : -1))
      .slice(0, Math.min(Number(query.get("limit") ?? 20), 40));
    const wire = page.map(shown);
    return {
      status: 200,
      json: mode?.mode === "number-ids" ? wire.map((one) => ({ ...one, id: Number(one.id) })) : wire,
    };
  }

  const configuration = () => ({
    statuses: {
      max_characters: world.limit,
      max_media_attachments: world.mediaMax,
      characters_reserved_per_url: world.urlLength,
    },
    media_attachments: {
      supported_mime_types: ["image/jpeg", "image/png", "image/gif", "image/heic", "image/webp", "video/mp4"],
      image_size_limit: 16_777_216,
      image_matrix_limit: 33_177_600,
      description_limit: world.altMax,
    },
  });

  const routes: FakeRoutes = {
    ...access.routes,
    ...media.routes,
    "GET /api/v2/instance": ({ mode }) => {
      if (mode?.mode === "redirect") return { status: 301, headers: { location: "http://127.0.0.1:1/" }, text: "" };
      if (world.isPre4) return createErrorAnswer(404, "Not Found");
      return {
        status: 200,
        json: {
          domain: "fake.invalid",
          version: world.version || (world.isPre43 ? "4.2.1" : "4.5.2"),
          ...(world.sourceUrl !== "" && { source_url: world.sourceUrl }),
          configuration: configuration(),
        },
      };
    },
    "GET /.well-known/nodeinfo": ({ headers }) =>
      world.nodeinfo === ""
        ? createErrorAnswer(404, "Not Found")
        : { status: 200, json: { links: [{ rel: "2.0", href: `http://${headers["host"]}/nodeinfo/2.0` }] } },
    "GET /nodeinfo/2.0": () => ({ status: 200, json: { software: { name: world.nodeinfo, version: "1" } } }),
    "GET /api/v1/instance": () => ({
      status: 200,
      json: { uri: "fake.invalid", version: "3.5.3", configuration: configuration() },
    }),
    "GET /api/v1/accounts/verify_credentials": (request) =>
      heldBy(request, "profile", "read:accounts") ?? {
        status: 200,
        json: {
          id: world.id,
          username: world.username,
          display_name: world.name,
          acct: world.username,
          avatar: "https://fake.invalid/ada.png",
        },
      },
    "POST /api/v1/statuses": (request) =>
      request.mode?.mode === "redirect"
        ? { status: 302, headers: { location: "http://127.0.0.1:1/" }, text: "" }
        : repeatAnswer(request, () => heldBy(request, "write:statuses") ?? postStatus(request)),
    "GET /api/v1/statuses/:id/source": (request) => {
      const one = statuses.find(({ id }) => id === request.params["id"]);
      const refused = heldBy(request, "read:statuses");
      if (refused) return refused;
      if (world.isSnac2 || world.isPixelfed) return unknownOnSnac2;
      if (!one || request.mode?.mode === "no-source") return createErrorAnswer(404, "Record not found");
      const tags = [...one.text.matchAll(/#(\w+)/gu)].map(
        ([, tag], at) => `\n[${at + 1}] https://fake.invalid/search?tag=${tag}`,
      );
      const rebuilt = one.text.replaceAll("*", "").replace(/https?:\/\/\S+/gu, "[$&]($&)");
      const text = world.isFriendica ? `${rebuilt}${tags.join("")}` : one.text;
      return { status: 200, json: { id: one.id, text, spoiler_text: "" } };
    },
    "GET /api/v1/statuses/:id": (request) => {
      const one = statuses.find(({ id }) => id === request.params["id"]);
      if (!one && world.isSnac2) return unknownOnSnac2;
      return one ? { status: 200, json: shown(one) } : createErrorAnswer(404, "Record not found");
    },
    "DELETE /api/v1/statuses/:id": (request) => {
      const refused = world.isSnac2 ? unknownOnSnac2 : heldBy(request, "write:statuses");
      if (refused) return refused;
      const index = statuses.findIndex(({ id }) => id === request.params["id"]);
      if (index < 0) return createErrorAnswer(404, "Record not found");
      const [gone] = statuses.splice(index, 1);
      request.commit();
      return { status: 200, json: gone && shown(gone) };
    },
    "GET /api/v1/accounts/:id/statuses": (request) => {
      const refused = heldBy(request, "read:statuses");
      if (refused) return refused;
      return request.params["id"] === account.id ? listStatuses(request) : createErrorAnswer(404, "Record not found");
    },
  };

  /** Adds the server's own time to an answer (RFC 9110 §6.6.1). */
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
      statuses.map((one) => ({
        remoteId: one.id,
        text: one.text,
        replyTo: one.replyTo,
        images: one.media.map(media.altOf),
      })),
    limited: (seconds) =>
      dated({
        status: 429,
        json: { error: "Too many requests" },
        ...(seconds !== null && {
          headers: {
            "x-ratelimit-remaining": "0",
            "x-ratelimit-reset": new Date(now() + seconds * 1_000).toISOString(),
          },
        }),
      }),
    commands: {
      /** Changes the server's properties: its version, its limits, how often an image is polled before it is ready. */
      set: (given: Partial<typeof world>) => Object.assign(world, given),
      ...access.commands,
      token: (given: { scopes?: string }) => ({ ...access.commands.token(given), accountId: account.id }),
      /** Removes an item as its owner does on the server's own pages. */
      removeItem: ({ id }: { id: string }) =>
        statuses.splice(0, statuses.length, ...statuses.filter((one) => one.id !== id)).length,
      loseMedia: media.loseUnused,
      reset: () => {
        statuses.length = 0;
        access.reset();
        keys.clear();
        answers.clear();
        media.clear();
        Object.assign(world, usual);
      },
    },
  };
});
