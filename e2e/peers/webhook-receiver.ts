import { spawn } from "node:child_process";
import path from "node:path";

const entry = path.resolve(import.meta.dirname, "../../lib/service/webhooks/testing/webhook-receiver-process.ts");

/**
 * The way an endpoint answers: `ok`, `error`, `hang`, `redirect` (to an internal address), `flood` (200 MB), `reset`,
 * `gone`.
 */
export type WebhookReceiverBehaviour = "ok" | "error" | "hang" | "redirect" | "flood" | "reset" | "gone";
type Received = { id: string; body: string; verified: boolean | null; signatures: number };

/** Starts a webhook receiver in its own process; each name is an endpoint. The receiver ends with this process. */
export async function startWebhookReceiver() {
  const child = spawn(process.execPath, [entry], { stdio: ["pipe", "pipe", "inherit"] });
  const port = await new Promise<number>((resolve) => {
    child.stdout.once("data", (chunk) => resolve(Number(String(chunk))));
  });
  async function control(name: string, change?: object): Promise<{ received: Received[] }> {
    const put = change && { method: "PUT", body: JSON.stringify(change) };
    const answer = await fetch(`http://127.0.0.1:${port}/control/${name}`, {
      headers: { connection: "close" },
      ...put,
    });
    return (await answer.json()) as { received: Received[] };
  }
  return {
    /** In the form of OUTBOUND_ALLOW. */
    host: `127.0.0.1:${port}`,
    urlOf: (name: string) => `http://127.0.0.1:${port}/hook/${name}`,
    behave: (name: string, always: WebhookReceiverBehaviour) => control(name, { always }),
    /** Makes an endpoint check signatures with this secret from now on, using the reference library. */
    know: (name: string, secret: string) => control(name, { secret }),
    received: async (name: string) => (await control(name)).received,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await ended;
    },
  };
}
