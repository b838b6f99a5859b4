import { spawn } from "node:child_process";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../lib/service/channels/platforms");

async function startPeer(slug: string, file: string) {
  const entry = path.join(folder, slug, "testing", file);
  const child = spawn(process.execPath, [entry, "{}"], { stdio: ["pipe", "pipe", "inherit"] });
  const port = await new Promise<number>((resolve) => {
    child.stdout.once("data", (chunk) => resolve(JSON.parse(String(chunk)).port));
  });
  async function stop() {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.stdin.end();
    await ended;
  }
  /** In the form of OUTBOUND_ALLOW. */
  return { host: `127.0.0.1:${port}`, stop };
}

/** Starts a Nostr relay that we did not write. */
export async function startNostrRelay() {
  const { host, stop } = await startPeer("nostr", "other-relay.ts");
  const url = `ws://${host}`;
  /** Asks the relay for all notes (nostr-protocol/nips 01.md) and returns their texts. */
  async function texts(): Promise<string[]> {
    const found: string[] = [];
    const socket = new WebSocket(url);
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => socket.send(JSON.stringify(["REQ", "all", { kinds: [1] }]));
      socket.onerror = () => reject(new Error("The relay can't be read."));
      socket.onmessage = ({ data }) => {
        const [type, , event] = JSON.parse(String(data));
        if (type === "EVENT") found.push(event.content);
        if (type === "EOSE") resolve();
      };
    });
    socket.close();
    return found;
  }
  return { host, url, texts, stop };
}

/** Starts a platform peer in its own process. Its sign-in page consents at once. */
export async function startPlatform(slug: "mastodon" | "telegram" | "linkedin" | "instagram" | "facebook") {
  const { host, stop } = await startPeer(slug, "peer.ts");
  const url = `http://${host}`;
  const post = (at: string, json: object = {}) =>
    fetch(`${url}${at}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(json),
    });
  return {
    url,
    host,
    stop,
    /** Changes the signed-in account, or the state of the server. */
    set: (world: object) => post("/__do/set", world),
    /** Revokes all access. */
    revoke: () => post("/__do/revoke"),
    /** Sets the outcome of the next request of a route, such as `deny` of `GET /oauth/authorize`. */
    next: (on: string, mode: string) => post("/__control", { on, mode }),
    texts: async () => ((await (await fetch(`${url}/__items`)).json()) as { text: string }[]).map(({ text }) => text),
  };
}
