import type { PlatformAnswer } from "#lib/service/channels/connector";
import type { Connected, ConnectField, ConnectProblem, Net } from "#lib/service/channels/platform";
import { errorName } from "./answers.ts";
import { readSession } from "./session.ts";

/** Base addresses without a slash at the end: who knows handles, and who knows where accounts (`did:plc:…`) live. */
export type Directories = { handles: string; accounts: string };
export const publicDirectories: Directories = {
  handles: "https://public.api.bsky.app",
  accounts: "https://plc.directory",
};

export const connectFields: readonly ConnectField[] = [
  { name: "handle", label: "Handle", help: "As in @ada.bsky.social, or a DID.", secret: false, usual: "" },
  {
    name: "password",
    label: "App password",
    help: "Four groups of four, from Settings, Privacy and security, App passwords. Never your main password.",
    ...{ secret: true, usual: "" },
  },
  {
    name: "server",
    label: "Server",
    help: "Leave it empty: we find it by the handle. Only for a server that the public directory does not know.",
    ...{ secret: false, usual: "" },
  },
];

const handlePattern = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/u;
const didPattern = /^did:(?:plc:[a-z2-7]{24}|web:[a-z0-9.-]+(?:%3a\d+)?)$/iu;

/**
 * Signs in once with an app password and keeps the tokens alone. The main password is never sent on: it would be good for
 * far more than posting.
 */
export async function connectToBluesky(
  values: Readonly<Record<string, string>>,
  net: Net,
  directories: Directories,
): Promise<Connected | ConnectProblem> {
  const typed = (values["handle"] ?? "").trim().replace(/^@/u, "");
  const identifier = typed.startsWith("did:") ? typed : typed.toLowerCase();
  const isDid = didPattern.test(identifier);
  if (!isDid && !handlePattern.test(identifier)) {
    return { problem: "That is no handle. It looks like ada.bsky.social.", field: "handle" };
  }
  const password = (values["password"] ?? "").trim();
  if (!/^[a-z0-9]{4}(?:-[a-z0-9]{4}){3}$/u.test(password)) {
    return {
      problem: "That is no app password: those have four groups of four, like abcd-efgh-ijkl-mnop. Nothing was sent.",
      field: "password",
    };
  }
  const server = (values["server"] ?? "").trim();
  const home = server === "" ? await findHome(identifier, isDid, net, directories) : readServer(server);
  if ("problem" in home) return home;
  return await signIn({ ...home, identifier: home.did ?? identifier, password }, net);
}

type Home = { host: string; did: string | null };

/** An address as somebody types it; plain http is refused by the guard unless the operator named it. */
function readServer(text: string): Home | ConnectProblem {
  const address = /^https?:\/\//iu.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return { problem: "That is no address of a server.", field: "server" };
  return { host: new URL(address).origin, did: null };
}

/** Handle → account → server (atproto.com/specs/handle, atproto.com/specs/did). */
async function findHome(
  identifier: string,
  isDid: boolean,
  net: Net,
  directories: Directories,
): Promise<Home | ConnectProblem> {
  const read = (url: string) => net.fetch({ url, method: "GET", effect: "read" });
  let did = identifier;
  if (!isDid) {
    const asked = new URLSearchParams({ handle: identifier });
    const answer = await read(`${directories.handles}/xrpc/com.atproto.identity.resolveHandle?${asked}`);
    const found = fieldsOf(answer)["did"];
    if (answer.is !== "answer" || answer.status >= 500)
      return { problem: "Bluesky's directory does not answer just now. Try again in a minute." };
    if (answer.status !== 200 || typeof found !== "string" || !didPattern.test(found)) {
      return { problem: "No account has this handle. Check how it is written.", field: "handle" };
    }
    did = found;
  }
  const document = await read(
    did.startsWith("did:web:")
      ? `https://${decodeURIComponent(did.slice("did:web:".length))}/.well-known/did.json`
      : `${directories.accounts}/${did}`,
  );
  if (document.is !== "answer" || document.status >= 500)
    return { problem: "The directory of accounts does not answer just now. Try again in a minute." };
  const { service, alsoKnownAs } = fieldsOf(document);
  const home = (Array.isArray(service) ? service : []).find(
    (one) => one?.id === "#atproto_pds" || one?.id === `${did}#atproto_pds`,
  );
  if (typeof home?.serviceEndpoint !== "string" || !URL.canParse(home.serviceEndpoint)) {
    return { problem: "This account names no server that it lives on.", field: "handle" };
  }
  // A handle counts when the account says so too: else anybody could point their name at it.
  if (!isDid && !(Array.isArray(alsoKnownAs) && alsoKnownAs.includes(`at://${identifier}`))) {
    return { problem: "This handle points to an account that does not have it.", field: "handle" };
  }
  return { host: new URL(home.serviceEndpoint).origin, did };
}

async function signIn(
  at: { host: string; did: string | null; identifier: string; password: string },
  net: Net,
): Promise<Connected | ConnectProblem> {
  const answer = await net.fetch({
    url: `${at.host}/xrpc/com.atproto.server.createSession`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identifier: at.identifier, password: at.password }),
    effect: "write",
  });
  if (answer.is === "refused") return { problem: `The server is not reached: ${answer.why}`, field: "server" };
  if (answer.is !== "answer") return { problem: `The server did not answer: ${answer.why} Nothing was connected.` };
  if (answer.status === 401)
    return { problem: "Bluesky does not take this handle with this app password.", field: "password" };
  if (answer.status === 429)
    return { problem: "There were too many sign-ins to this account. Bluesky asks to wait before the next." };
  const session = readSession(answer.json);
  if (answer.status !== 200 || session === null) {
    const why =
      errorName(answer) === "AccountTakedown"
        ? "Bluesky has taken this account down."
        : "The server gave no answer that Bluesky servers give.";
    return { problem: `${why} Nothing was connected.` };
  }
  if (at.did !== null && session.did !== at.did)
    return { problem: "The server signed in to another account. Nothing was connected." };
  if (session.scope === "com.atproto.access") {
    return { problem: "That is the main password. Make an app password and use that one.", field: "password" };
  }
  const { did, handle, secret } = session;
  const profile = {
    remoteId: did,
    username: handle,
    name: handle,
    avatarUrl: null,
    verified: false,
    host: at.host,
    told: {},
  };
  return { profile, secret };
}

function fieldsOf(answer: PlatformAnswer): Record<string, unknown> {
  const json = answer.is === "answer" ? answer.json : null;
  return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
}
