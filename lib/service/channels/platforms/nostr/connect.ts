import type { PlatformRequest, PlatformResult } from "#lib/service/channels/core/connector.ts";
import type {
  AccountGrant,
  AccountProfile,
  ConnectFormField,
  ConnectProblem,
  PlatformHttpClient,
} from "#lib/service/channels/core/platform.ts";
import { getJsonText, getJsonUrl } from "#lib/service/channels/core/platform-response.ts";
import { eventKinds, getPublicKey, type NostrEvent } from "./event.ts";
import { formatNpub, parseSecretKey } from "./keys.ts";
import { createQueryRequest, readEvents } from "./relay.ts";
import { createInformationRequest, describeRelays, readInformation } from "./relay-information.ts";
import { getRelayName } from "./responses.ts";

const relaysMax = 8;
const serversMax = 3;

export const connectFields: readonly ConnectFormField[] = [
  {
    name: "key",
    label: "Secret key",
    help: "The key that begins with nsec1. Postwright stores it encrypted and sends it to nobody.",
    secret: true,
    usual: "",
  },
  {
    name: "relays",
    label: "Relays",
    help: "Up to 8 addresses, with spaces between them. A post is published when one of them has it.",
    secret: false,
    usual: "wss://relay.damus.io wss://nos.lol wss://relay.primal.net",
  },
  {
    name: "servers",
    label: "Image servers",
    help: "Up to 3 Blossom servers, with spaces between them.",
    secret: false,
    usual: "https://blossom.primal.net",
  },
];

/** Connects with a secret key: it is checked here and signs posts here, and no relay ever sees it. */
export async function connectWithKey(
  values: Readonly<Record<string, string>>,
  net: PlatformHttpClient,
): Promise<AccountGrant | ConnectProblem> {
  const parsed = parseSecretKey(values["key"] ?? "");
  if ("problem" in parsed) return { problem: parsed.problem, field: "key" };
  const relays = parseAddresses(values["relays"] ?? "", { field: "relays", scheme: "wss", max: relaysMax });
  if ("problem" in relays) return relays;
  const servers = parseAddresses(values["servers"] ?? "", { field: "servers", scheme: "https", max: serversMax });
  if ("problem" in servers) return servers;
  const read = await readAccount(
    { pubkey: getPublicKey(parsed.secretKey), relays: relays.list, servers: servers.list },
    (request) => net.fetch(request),
  );
  if ("silent" in read) {
    const names = read.silent.map(({ relay, why }) => `${getRelayName(relay)}: ${why}`);
    return { problem: `No relay could be read. ${names[0] ?? ""}`, field: "relays" };
  }
  const access = Buffer.from(parsed.secretKey).toString("hex");
  return { profile: read.profile, secret: { access, refresh: null, accessEndsAt: null, more: {} } };
}

/** Parses a list of addresses; one without a scheme gets it. The outbound guard judges them when they are used. */
function parseAddresses(
  text: string,
  { field, scheme, max }: { field: string; scheme: "wss" | "https"; max: number },
): { list: string[] } | (ConnectProblem & { list?: never }) {
  const isPlain = new RegExp(`^${scheme.replace("s", "s?")}://`, "iu");
  const typed = text.split(/[\s,;]+/u).filter((word) => word !== "");
  const list: string[] = [];
  for (const word of typed) {
    const address = word.includes("://") ? word : `${scheme}://${word}`;
    if (!isPlain.test(address) || !URL.canParse(address)) {
      return { problem: `“${word.slice(0, 100)}” isn't an address. It looks like ${scheme}://example.org.`, field };
    }
    const { href, username, password, search, hash } = new URL(address);
    if (username !== "" || password !== "" || search !== "" || hash !== "") {
      return { problem: "An address can't contain a user name, a password or parameters.", field };
    }
    list.push(href.replace(/\/$/u, ""));
  }
  const unique = [...new Set(list)];
  if (unique.length === 0) return { problem: `Enter at least one address, such as ${scheme}://example.org.`, field };
  if (unique.length > max) return { problem: `There can be up to ${max} addresses.`, field };
  return { list: unique };
}

type Ask = (request: PlatformRequest) => Promise<PlatformResult>;

/**
 * Reads an account's profile and its relays' descriptions.
 * @returns `silent` if no relay answers; `signed_out` if the key is gone
 */
export async function readAccount(
  { pubkey, relays, servers }: { pubkey: string; relays: readonly string[]; servers: readonly string[] },
  ask: Ask,
): Promise<{ profile: AccountProfile } | { silent: { relay: string; why: string }[]; isSignedOut: boolean }> {
  const filter = { kinds: [eventKinds.profile], authors: [pubkey], limit: 1 };
  const read = await Promise.all(
    relays.map(async (relay) => {
      const [answer, about] = await Promise.all([
        ask(createQueryRequest(relay, filter)),
        ask(createInformationRequest(relay)),
      ]);
      const why = answer.type === "answer" ? "It didn't answer as a relay does." : answer.why;
      const isSignedOut = answer.type === "signed_out";
      // A relay that answers a query with a demand, such as a sign-in, is there too.
      const isRelay = answer.type === "answer" && Array.isArray(answer.json);
      const events = readEvents(answer) ?? [];
      return { relay, events, isRelay, why, isSignedOut, information: readInformation(relay, about) };
    }),
  );
  const silent = read.filter(({ isRelay }) => !isRelay).map(({ relay, why }) => ({ relay, why }));
  if (silent.length === read.length) return { silent, isSignedOut: read.some(({ isSignedOut }) => isSignedOut) };
  const newest = read
    .flatMap(({ events }) => events)
    .filter(({ kind, pubkey: by }) => kind === eventKinds.profile && by === pubkey)
    .toSorted((a, b) => b.created_at - a.created_at)[0];
  const told = describeRelays(
    read.map(({ information }) => information),
    { servers, silent: silent.map(({ relay }) => relay) },
  );
  return { profile: { ...parseProfile(newest, pubkey), host: relays[0] ?? "", told } };
}

/** Parses the newest profile event; an account without one is called by its key. */
function parseProfile(event: NostrEvent | undefined, pubkey: string) {
  const json = parseJson(event?.content ?? "");
  const npub = formatNpub(pubkey);
  const name = getJsonText(json, "display_name")?.trim() || getJsonText(json, "name")?.trim();
  return {
    remoteId: pubkey,
    username: npub,
    name: name || `${npub.slice(0, 12)}…${npub.slice(-4)}`,
    avatarUrl: getJsonUrl(json, "picture"),
    verified: false,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
