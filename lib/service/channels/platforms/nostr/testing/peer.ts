import { createHash, randomUUID } from "node:crypto";
import { schnorr } from "@noble/curves/secp256k1.js";
import { type FakeAnswer, type FakeRequest, startFakeServer } from "#lib/service/channels/testing/fake-server.ts";
import type { PeerItem } from "#lib/service/channels/testing/peer-process.ts";

/**
 * A fake of a relay (nostr-protocol/nips 01.md, 09.md, 11.md, 42.md) and an image server (hzrd149/blossom, buds/02.md and
 * 11.md) on one address. It refuses what the documents forbid, and hashes events by their text, apart from our code.
 */
type Event = {
  id: string;
  pubkey: string;
  created_at: number;
  kind: number;
  tags: string[][];
  content: string;
  sig: string;
};
type Filter = Record<string, unknown>;
type State = { challenge: string; isSignedIn: boolean };

const contentMax = 20_000;
const futureSeconds = 900;
const stored: { event: Event; at: number }[] = [];
const deleted = new Set<string>();
let files = new Map<string, Buffer>();
let wantsSignIn = false;
let deletes = true;
let limitation: Record<string, unknown> = {};
/** The refusals of mode `refused` and similar modes, in the words of NIP-01 and NIP-42. */
const refusals: Readonly<Record<string, string>> = {
  refused: "invalid: the content is not welcome here",
  blocked: "blocked: you are banned from posting here",
  restricted: "restricted: not allowed to write",
  pow: "pow: difficulty 26 is less than 30",
  limited: "rate-limited: slow down there chief",
  error: "error: could not connect to the database",
  strange: "no prefix at all",
};

/** NIP-01: the text of an event, with these escapes alone. */
function hashEvent({ pubkey, created_at, kind, tags, content }: Event): string {
  const escapes: Readonly<Record<string, string>> = {
    "\n": "\\n",
    '"': '\\"',
    "\\": "\\\\",
    "\r": "\\r",
    "\t": "\\t",
    "\b": "\\b",
    "\f": "\\f",
  };
  const quote = (text: string) => `"${[...text].map((one) => escapes[one] ?? one).join("")}"`;
  const list = `[${tags.map((tag) => `[${tag.map(quote).join(",")}]`).join(",")}]`;
  return createHash("sha256")
    .update(`[0,${quote(pubkey)},${created_at},${kind},${list},${quote(content)}]`)
    .digest("hex");
}

const isHex = (text: unknown, length = 64) =>
  typeof text === "string" && text.length === length && /^[0-9a-f]*$/u.test(text);

function isSigned(event: Event): boolean {
  if (!isHex(event.id) || !isHex(event.pubkey) || !isHex(event.sig, 128) || hashEvent(event) !== event.id) return false;
  return schnorr.verify(Buffer.from(event.sig, "hex"), Buffer.from(event.id, "hex"), Buffer.from(event.pubkey, "hex"));
}

const getTag = (event: Event, name: string) => event.tags.find((tag) => tag[0] === name)?.[1];

/** Returns what is wrong with an event as one that apps show; null if nothing is. */
function findMistake({ tags, content, kind }: Event): string | null {
  if (tags.some((tag) => tag.some((value) => typeof value !== "string"))) return "invalid: tags must be strings";
  if (tags.some((tag) => tag.some((value) => Buffer.byteLength(value) > 1_024))) return "invalid: tag val too large";
  if (content.length > contentMax) return "invalid: content is too long";
  for (const [name, value, hint, marker, author] of tags) {
    const isReference = name === "e" && kind === 1;
    if ((name === "e" || name === "p") && !isHex(value)) return `invalid: ${name} is no key`;
    if (isReference && !["root", "reply"].includes(marker ?? "")) return "invalid: unknown marker";
    if (isReference && (!isHex(author) || !/^wss?:/u.test(hint ?? ""))) return "invalid: reference without author";
    if (name === "t" && value !== value?.toLowerCase()) return "invalid: t must be lower case";
  }
  const roots = tags.filter((tag) => tag[0] === "e" && tag[3] === "root");
  const replies = tags.filter((tag) => tag[0] === "e" && tag[3] === "reply");
  if (replies.length > roots.length || roots.length > 1) return "invalid: a reply has one root";
  if (replies[0] && replies[0][1] === roots[0]?.[1]) return "invalid: the root is no parent";
  for (const tag of tags.filter(([name]) => name === "imeta")) {
    const fields = Object.fromEntries(
      tag.slice(1).map((field) => [field.split(" ")[0] ?? "", field.replace(/^\S+ /u, "")]),
    );
    const { url = "", x, m = "", dim = "" } = fields;
    if (!content.includes(url) || !files.has(x ?? "")) return "invalid: imeta without its file";
    if (!url.includes(x ?? "-") || !/^image\/[a-z]+$/u.test(m) || !/^\d+x\d+$/u.test(dim)) return "invalid: imeta";
  }
  return null;
}

const refsOf = (event: Event) => event.tags.filter(([name]) => name === "e");

function toItem({ event }: { event: Event }): PeerItem {
  const imeta = event.tags.filter(([name]) => name === "imeta");
  const addresses = imeta.map((tag) => tag.find((field) => field.startsWith("url "))?.slice(4)).join("\n");
  const refs = refsOf(event);
  return {
    remoteId: event.id,
    text: imeta.length === 0 ? event.content : event.content.replace(addresses, "").trimEnd(),
    replyTo: (refs.find((tag) => tag[3] === "reply") ?? refs[0])?.[1] ?? null,
    images: imeta.map((tag) => tag.find((field) => field.startsWith("alt "))?.slice(4) ?? ""),
  };
}

const filterNames = /^(ids|authors|kinds|#[a-zA-Z]|since|until|limit)$/u;

function matches(event: Event, filter: Filter): boolean {
  const within = (name: string, value: unknown) => {
    const list = filter[name];
    return list === undefined || (list as unknown[]).includes(value);
  };
  const tagged = Object.entries(filter).filter(([name]) => name.startsWith("#"));
  return (
    within("ids", event.id) &&
    within("authors", event.pubkey) &&
    within("kinds", event.kind) &&
    event.created_at >= Number(filter["since"] ?? 0) &&
    event.created_at <= Number(filter["until"] ?? Number.POSITIVE_INFINITY) &&
    tagged.every(([name, list]) =>
      event.tags.some((tag) => tag[0] === name.slice(1) && (list as string[]).includes(tag[1] ?? "")),
    )
  );
}

await startFakeServer(({ now, lagMs }) => {
  const seconds = () => now() / 1_000;

  function publish(request: FakeRequest): FakeAnswer {
    const event: Event = request.json?.[1];
    const say = (isAccepted: boolean, why: string): FakeAnswer => ({
      status: 200,
      json: [["OK", event.id, isAccepted, why]],
    });
    if (!isSigned(event)) return say(false, "invalid: bad event id or signature");
    const refusal = refusals[request.mode?.mode ?? ""];
    if (refusal !== undefined) return say(false, refusal);
    const state = request.state as State;
    if (wantsSignIn && !state.isSignedIn) return say(false, "auth-required: we only accept events from our users");
    if (event.created_at > seconds() + futureSeconds) return say(false, "invalid: created_at too late");
    const mistake = findMistake(event);
    if (mistake !== null) return say(false, mistake);
    if (deleted.has(event.id)) return say(false, "deleted: user requested deletion");
    if (stored.some((one) => one.event.id === event.id)) return say(true, "duplicate: already have this event");
    if (event.kind === 5 && deletes) remove(event);
    stored.push({ event, at: now() });
    request.commit();
    return say(true, "");
  }

  /** NIP-09: only events of the same author. */
  function remove({ tags, pubkey }: Event): void {
    const ids = tags.flatMap(([name, id = ""]) => (name === "e" ? [id] : []));
    for (const id of ids) {
      const at = stored.findIndex(({ event }) => event.id === id && event.pubkey === pubkey);
      if (at >= 0) stored.splice(at, 1);
      deleted.add(id);
    }
  }

  function read({ json, state }: FakeRequest): FakeAnswer {
    const [, subscription, ...filters] = json as [string, string, ...Filter[]];
    const close = (why: string): FakeAnswer => ({ status: 200, json: [["CLOSED", subscription, why]] });
    if (typeof subscription !== "string" || subscription === "" || filters.length === 0)
      return close("invalid: no filter");
    if (wantsSignIn && !(state as State).isSignedIn) return close("auth-required: sign in to read");
    for (const [name, value] of filters.flatMap((filter) => Object.entries(filter))) {
      if (!filterNames.test(name)) return close("unsupported: filter contains unknown elements");
      const isKeys = /^(ids|authors|#[ep])$/u.test(name);
      if (isKeys && !(value as unknown[]).every((key) => isHex(key))) return close("invalid: filter item too small");
    }
    const limit = Math.min(100, ...filters.map((filter) => Number(filter["limit"] ?? 100)));
    const events = stored
      .filter(({ event, at }) => now() - at >= lagMs() && filters.some((filter) => matches(event, filter)))
      .map(({ event }) => event)
      .toSorted((a, b) => b.created_at - a.created_at || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
    return { status: 200, json: [...events.map((event) => ["EVENT", subscription, event]), ["EOSE", subscription]] };
  }

  function signIn({ json, state, headers: _ }: FakeRequest): FakeAnswer {
    const event: Event = json?.[1];
    const own = state as State;
    const isRight =
      isSigned(event) &&
      event.kind === 22_242 &&
      getTag(event, "challenge") === own.challenge &&
      /^wss?:\/\/127\.0\.0\.1:\d+$/u.test(getTag(event, "relay") ?? "") &&
      Math.abs(seconds() - event.created_at) < 600;
    own.isSignedIn = isRight;
    return { status: 200, json: [["OK", event.id, isRight, isRight ? "" : "restricted: wrong sign-in"]] };
  }

  /** BUD-11: checks the permission for this file. */
  function isPermitted(authorization: string, sha256: string): boolean {
    const [, token = ""] = /^Nostr ([A-Za-z0-9_-]+)$/u.exec(authorization) ?? [];
    const event: Event = JSON.parse(Buffer.from(token, "base64url").toString() || "{}");
    return (
      isSigned(event) &&
      event.kind === 24_242 &&
      event.content !== "" &&
      event.created_at <= seconds() &&
      Number(getTag(event, "expiration")) > seconds() &&
      getTag(event, "t") === "upload" &&
      getTag(event, "server") === "127.0.0.1" &&
      event.tags.some(([name, value]) => name === "x" && value === sha256)
    );
  }

  function upload({ body, headers, mode }: FakeRequest): FakeAnswer {
    const sha256 = createHash("sha256").update(body).digest("hex");
    const refuse = (status: number, why: string): FakeAnswer => ({ status, headers: { "x-reason": why }, text: "" });
    if (mode?.mode === "media-fail") return refuse(415, "Only good pictures");
    if (mode?.mode === "unpaid") return refuse(402, "Pay first");
    if (headers["x-sha-256"] !== sha256) return refuse(409, "Wrong hash");
    if (!isPermitted(headers["authorization"] ?? "", sha256)) return refuse(401, "No permission for this file");
    const isPicture = ["ffd8ff", "89504e", "474946", "524946"].includes(body.subarray(0, 3).toString("hex"));
    if (!isPicture) return refuse(415, "Not a picture");
    const isNew = !files.has(sha256);
    files.set(sha256, body);
    const type = headers["content-type"] ?? "";
    const url = `http://${headers["host"]}/${sha256}.${type.split("/")[1]}`;
    const descriptor = { url, sha256, size: body.length, type, uploaded: Math.floor(seconds()) };
    return { status: isNew ? 201 : 200, json: descriptor };
  }

  return {
    routes: {
      "EVENT /": publish,
      "REQ /": read,
      "AUTH /": signIn,
      "PUT /upload": upload,
      "GET /": ({ headers }) =>
        headers["accept"] === "application/nostr+json"
          ? { status: 200, json: { name: "A relay", supported_nips: [1, 9, 11, 42], limitation } }
          : { status: 404, text: "Use a Nostr client" },
    },
    sockets: {
      open: () => {
        const state: State = { challenge: randomUUID(), isSignedIn: false };
        return { state, say: [["AUTH", state.challenge]] };
      },
    },
    items: () => stored.filter(({ event }) => event.kind === 1).map(toItem),
    limited: () => ({ status: 429, text: "" }),
    commands: {
      reset: () => {
        stored.length = 0;
        deleted.clear();
        files = new Map();
        wantsSignIn = false;
        deletes = true;
        limitation = {};
      },
      wantSignIn: () => {
        wantsSignIn = true;
      },
      /** A relay that accepts requests to delete and ignores them. */
      keepAll: () => {
        deletes = false;
      },
      describe: (given: Record<string, unknown>) => {
        limitation = given;
      },
      events: () => stored.map(({ event }) => event),
      put: ({ events }: { events: Event[] }) => {
        for (const event of events) stored.push({ event, at: now() });
      },
    },
  };
});
