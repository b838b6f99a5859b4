import crypto, { type BinaryLike, createHmac, randomBytes, type ScryptOptions } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { startFakeServer } from "#lib/service/channels/testing/fake-server.ts";
import { getDatabaseRoot } from "#lib/testing/data-folder.ts";
import { findFreePort } from "#lib/testing/free-port.ts";

/**
 * Runs a real Bluesky server and a real directory of accounts, both on loopback, beside the control address that all
 * peers have. Its commands create accounts and do what nobody can over the protocol: end a token, lose an upload.
 * `kept`: the server works on that folder, port, directory and those keys, so that a test can kill and restart it.
 * `plcOnly`: only the directory runs. `behind`: the port of the proxy in front; the server knows itself by that
 * address, and requests are signed for it. `accessMs`: how long access from the server's own consent page lasts,
 * instead of an hour.
 */
type Kept = { folder: string; port: number; plc: string; jwtSecret: string; rotationKey: string };
const input: { kept?: Kept; plcOnly?: boolean; behind?: number; accessMs?: number } = JSON.parse(
  process.argv[2] ?? "{}",
);
const { kept } = input;
const folder = path.resolve(import.meta.dirname, "../../../../../../.ci/bluesky");
const installed = createRequire(path.join(folder, "package.json"));
// The packages are outside the product's tree, so their types are unknown.
// biome-ignore lint/suspicious/noExplicitAny: see above
const load = async (name: string): Promise<any> => await import(pathToFileURL(installed.resolve(name)).href);

const data = kept?.folder ?? mkdtempSync(path.join(getDatabaseRoot(), "pds-"));
if (!kept) process.once("exit", () => rmSync(data, { recursive: true, force: true }));
process.env["LOG_ENABLED"] = "false";

/**
 * The server hashes an account's password when the account is created and at each sign-in, for 50 ms. The accounts live
 * as long as a test, so a cheap hash suffices. The server has no setting for it.
 */
const { scrypt } = crypto;
const cheap: ScryptOptions = { N: 2, r: 1, p: 1 };
type Done = (error: Error | null, hash: Buffer<ArrayBuffer>) => void;
const scryptCheaply = (password: BinaryLike, salt: BinaryLike, length: number, done: Done) =>
  scrypt(password, salt, length, cheap, done);
crypto.scrypt = scryptCheaply as typeof scrypt;

const secret = () => randomBytes(32).toString("hex");

/** Both servers would listen on every address of the machine. */
// biome-ignore lint/suspicious/noExplicitAny: an application of theirs
function onLoopback(app: any, own?: number): void {
  const listen = app.listen.bind(app);
  app.listen = (port: number, ...rest: unknown[]) => listen(own ?? port, "127.0.0.1", ...rest);
}

/** The server needs its port before it starts. */
async function startPlc(): Promise<string> {
  const { PlcServer, Database } = installed("@did-plc/server");
  const plc = PlcServer.create({ db: Database.mock(), port: 0 });
  onLoopback(plc.app);
  return `http://127.0.0.1:${(await plc.start()).address().port}`;
}

const plcUrl = kept?.plc ?? (await startPlc());
const jwtSecret = kept?.jwtSecret ?? secret();
const port = kept?.port ?? (await findFreePort());
const env = {
  port: input.behind ?? port,
  hostname: "localhost",
  dataDirectory: data,
  blobstoreDiskLocation: path.join(data, "blobs"),
  devMode: true,
  // Without this setting the server would use the public directory.
  didPlcUrl: plcUrl,
  inviteRequired: false,
  serviceHandleDomains: [".test"],
  adminPassword: secret(),
  plcRotationKeyK256PrivateKeyHex: kept?.rotationKey ?? secret(),
  jwtSecret,
  dpopSecret: secret(),
};
/** The client documents of applications by address: this process has no way to the outside. */
const documents = new Map<string, unknown>();
const ownFetch = globalThis.fetch;
const isHere = (address: string) => ["localhost", "127.0.0.1"].includes(new URL(address).hostname);
globalThis.fetch = async (asked, init) => {
  const url = typeof asked === "string" ? asked : asked instanceof URL ? asked.href : asked.url;
  const document = documents.get(url);
  if (document === undefined && !isHere(url)) throw new TypeError("fetch failed");
  if (document === undefined) return await ownFetch(asked, init);
  return new Response(JSON.stringify(document), { headers: { "content-type": "application/json" } });
};

/** Sets an option of the provider for which the server has no setting. */
// biome-ignore lint/suspicious/noExplicitAny: a provider of theirs
function lastFor(provider: any, accessMs: number): void {
  if (typeof provider.tokenManager?.tokenMaxAge !== "number") throw new Error("The provider keeps this elsewhere now.");
  provider.tokenManager.tokenMaxAge = accessMs;
}

if (!input.plcOnly) {
  const { PDS, envToCfg, envToSecrets } = await load("@atproto/pds");
  const pds = await PDS.create(envToCfg(env), envToSecrets(env));
  onLoopback(pds.app, port);
  if (input.accessMs !== undefined) lastFor(pds.ctx.oauthProvider, input.accessMs);
  await pds.start();
}
const url = `http://127.0.0.1:${port}`;

type Json = Record<string, unknown>;

async function xrpc(name: string, json: Json | null, token?: string): Promise<Json> {
  const headers = {
    ...(json && { "content-type": "application/json" }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const answer = await fetch(`${url}/xrpc/${name}`, {
    method: "POST",
    headers,
    ...(json && { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
  return text === "" ? {} : JSON.parse(text);
}

const owners = new Map<string, string>();

const commands = {
  /** Creates an account and signs in. */
  async account({ handle }: { handle: string }) {
    const email = `${handle}@example.org`;
    const { did, accessJwt, refreshJwt } = await xrpc("com.atproto.server.createAccount", {
      handle,
      email,
      password: "main",
    });
    owners.set(String(did), String(accessJwt));
    return { did, handle, access: accessJwt, refresh: refreshJwt };
  },
  appPassword: ({ did }: { did: string }) =>
    xrpc("com.atproto.server.createAppPassword", { name: "app" }, owners.get(did)),
  /** Ends the session: the server refreshes this token no longer. */
  signOut: ({ refresh }: { refresh: string }) => xrpc("com.atproto.server.deleteSession", null, refresh),
  /** Returns the same token after its expiry. */
  expired({ access }: { access: string }) {
    const [head = "", body = ""] = access.split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
    const now = Math.floor(Date.now() / 1_000);
    const ended = Buffer.from(JSON.stringify({ ...claims, iat: now - 7_200, exp: now - 60 })).toString("base64url");
    return {
      access: `${head}.${ended}.${createHmac("sha256", jwtSecret).update(`${head}.${ended}`).digest("base64url")}`,
    };
  },
  /** Sets the answer for an address outside. */
  document({ url: address, json }: { url: string; json: unknown }) {
    documents.set(address, json);
    return {};
  },
  /** Withdraws an account's consent, as its owner does on the server's page. */
  withdraw({ did }: { did: string }) {
    const accounts = new (installed("better-sqlite3"))(path.join(data, "account.sqlite"));
    const { changes } = accounts.prepare("delete from token where did = ?").run(did);
    accounts.close();
    return { changes };
  },
  /** Deletes uploads that no record uses, as a server does. */
  async loseUploads({ did }: { did: string }) {
    const Sqlite = installed("better-sqlite3");
    const files = await readdir(path.join(data, "actors"), { recursive: true });
    const file = files.find((one) => one.endsWith(path.join(did, "store.sqlite")));
    const store = new Sqlite(path.join(data, "actors", file ?? ""));
    const { changes } = store.prepare("delete from blob").run();
    store.close();
    return { changes };
  },
  /** Writes a record as its owner would in another application. */
  record: ({ did, ...json }: Json & { did: string }) =>
    xrpc("com.atproto.repo.putRecord", { repo: did, ...json }, owners.get(did)),
  /** Returns the facets that the platform's own package finds in a text. */
  async facets({ text }: { text: string }) {
    const { RichText } = await load("@atproto/api");
    const rich = new RichText({ text });
    rich.detectFacetsWithoutResolution();
    return rich.facets ?? [];
  },
};

await startFakeServer(() => ({
  routes: {},
  items: () => [],
  limited: () => ({ status: 429 }),
  commands,
  said: { pds: url, plc: plcUrl },
}));
