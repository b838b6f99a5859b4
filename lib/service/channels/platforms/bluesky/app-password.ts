import type { Connected, ConnectField, ConnectProblem, Net } from "#lib/service/channels/core/platform.ts";
import { errorName } from "./responses.ts";
import { type Directories, findHome, noHandle, readIdentifier } from "./identity.ts";
import { readSession } from "./session.ts";

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

/**
 * Signs in once with an app password and keeps the tokens alone. The main password is never sent on: it would be good for
 * far more than posting.
 */
export async function connectToBluesky(
  values: Readonly<Record<string, string>>,
  net: Net,
  directories: Directories,
): Promise<Connected | ConnectProblem> {
  const identifier = readIdentifier(values["handle"] ?? "");
  if (identifier === null) return noHandle;
  const password = (values["password"] ?? "").trim();
  if (!/^[a-z0-9]{4}(?:-[a-z0-9]{4}){3}$/u.test(password)) {
    return {
      problem: "That is no app password: those have four groups of four, like abcd-efgh-ijkl-mnop. Nothing was sent.",
      field: "password",
    };
  }
  const server = (values["server"] ?? "").trim();
  const home = server === "" ? await findHome(identifier, net, directories) : readServer(server);
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
