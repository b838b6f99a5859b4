import { spawn } from "node:child_process";
import path from "node:path";

const folder = path.resolve(import.meta.dirname, "../../lib/service/channels/platforms");

/** Starts a platform peer in its own process. Its sign-in page consents at once. */
export async function startPlatform(slug: "mastodon" | "telegram" | "linkedin" | "instagram" | "facebook") {
  const entry = path.join(folder, slug, "testing/peer.ts");
  const child = spawn(process.execPath, [entry, "{}"], { stdio: ["pipe", "pipe", "inherit"] });
  const port = await new Promise<number>((resolve) => {
    child.stdout.once("data", (chunk) => resolve(JSON.parse(String(chunk)).port));
  });
  const url = `http://127.0.0.1:${port}`;
  const post = (at: string, json: object = {}) =>
    fetch(`${url}${at}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(json),
    });
  return {
    url,
    /** In the form of OUTBOUND_ALLOW. */
    host: `127.0.0.1:${port}`,
    /** Changes the signed-in account, or the state of the server. */
    set: (world: object) => post("/__do/set", world),
    /** Revokes all access. */
    revoke: () => post("/__do/revoke"),
    /** Sets the outcome of the next request of a route, such as `deny` of `GET /oauth/authorize`. */
    next: (on: string, mode: string) => post("/__control", { on, mode }),
    texts: async () => ((await (await fetch(`${url}/__items`)).json()) as { text: string }[]).map(({ text }) => text),
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await ended;
    },
  };
}
