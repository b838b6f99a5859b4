import type {
  AccountGrant,
  ConnectFormField,
  ConnectProblem,
  PlatformHttpClient,
} from "#lib/service/channels/core/platform.ts";
import { getServerLimits } from "./connector.ts";
import { type BlueskyDirectories, findAccountServer, invalidHandleProblem, parseIdentifier } from "./identity.ts";
import { parseSession } from "./parse-session.ts";
import { getErrorName } from "./responses.ts";

export const appPasswordFields: readonly ConnectFormField[] = [
  { name: "handle", label: "Handle", help: "For example @ada.bsky.social, or a DID.", secret: false, usual: "" },
  {
    name: "password",
    label: "App password",
    help: "Four groups of four characters, such as abcd-efgh-ijkl-mnop.",
    secret: true,
    usual: "",
  },
  {
    name: "server",
    label: "Server",
    help: "Leave this empty: we find the server by the handle. Only needed for a server that the public directory doesn't list.",
    secret: false,
    usual: "",
    isOptional: true,
  },
];

/**
 * Signs in once with an app password and stores only the tokens. The main password is refused before any request: it
 * would grant far more than posting.
 */
export async function connectWithAppPassword(
  values: Readonly<Record<string, string>>,
  net: PlatformHttpClient,
  directories: BlueskyDirectories,
): Promise<AccountGrant | ConnectProblem> {
  const identifier = parseIdentifier(values["handle"] ?? "");
  if (identifier === null) return invalidHandleProblem;
  const password = (values["password"] ?? "").trim();
  if (!/^[a-z0-9]{4}(?:-[a-z0-9]{4}){3}$/u.test(password)) {
    return {
      problem:
        "That isn't an app password. App passwords have four groups of four characters, like abcd-efgh-ijkl-mnop. Nothing was sent.",
      field: "password",
    };
  }
  const server = (values["server"] ?? "").trim();
  const home = server === "" ? await findAccountServer(identifier, net, directories) : parseServer(server);
  if ("problem" in home) return home;
  return await signIn({ ...home, identifier: home.did ?? identifier, password }, net);
}

type AccountServer = { host: string; did: string | null };

/** Parses a typed address; the outbound guard refuses plain http unless the operator allowed it. */
function parseServer(text: string): AccountServer | ConnectProblem {
  const address = /^https?:\/\//iu.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return { problem: "That isn't a server address.", field: "server" };
  return { host: new URL(address).origin, did: null };
}

async function signIn(
  options: { host: string; did: string | null; identifier: string; password: string },
  net: PlatformHttpClient,
): Promise<AccountGrant | ConnectProblem> {
  const answer = await net.fetch({
    url: `${options.host}/xrpc/com.atproto.server.createSession`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ identifier: options.identifier, password: options.password }),
    effect: "write",
  });
  if (answer.type === "refused") return { problem: `The server couldn't be reached: ${answer.why}`, field: "server" };
  if (answer.type !== "answer") return { problem: `The server didn't answer: ${answer.why} Nothing was connected.` };
  if (answer.status === 401)
    return { problem: "Bluesky doesn't accept this handle with this app password.", field: "password" };
  if (answer.status === 429)
    return { problem: "There were too many sign-ins to this account. Wait before the next one." };
  const session = parseSession(answer.json);
  if (answer.status !== 200 || session === null) {
    const why =
      getErrorName(answer) === "AccountTakedown"
        ? "Bluesky has taken this account down."
        : "The server didn't answer as a Bluesky server does.";
    return { problem: `${why} Nothing was connected.` };
  }
  if (options.did !== null && session.did !== options.did)
    return { problem: "The server signed in to another account. Nothing was connected." };
  if (session.scope === "com.atproto.access") {
    return { problem: "That is your main password. Create an app password and use that one.", field: "password" };
  }
  const { did, handle, secret } = session;
  const profile = {
    remoteId: did,
    username: handle,
    name: handle,
    avatarUrl: null,
    verified: false,
    host: options.host,
    told: getServerLimits(options.host),
  };
  return { profile, secret };
}
