import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ReceivedWebhook, ReceiverBehavior } from "./webhook-receiver-process.ts";

const entry = fileURLToPath(new URL("./webhook-receiver-process.ts", import.meta.url));

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** Starts a receiver in a process of its own, on loopback. Each name is an endpoint whose behavior tests can set. */
export async function startWebhookReceiver() {
  const child = spawn(process.execPath, [entry], { stdio: ["pipe", "pipe", "inherit"] });
  const port = await new Promise<number>((resolve) => {
    child.stdout.once("data", (chunk) => resolve(Number(String(chunk))));
  });
  const control = async (name: string, change?: object) => {
    const put = change && { method: "PUT", body: JSON.stringify(change) };
    const answer = await fetch(`http://127.0.0.1:${port}/control/${name}`, {
      headers: { connection: "close" },
      ...put,
    });
    return (await answer.json()) as { received: ReceivedWebhook[] };
  };
  return {
    host: `127.0.0.1:${port}`,
    urlOf: (name: string) => `http://127.0.0.1:${port}/hook/${name}`,
    /** Sets the next responses, one each; then always `always`. */
    behave: (name: string, next: ReceiverBehavior[], always: ReceiverBehavior = "ok") =>
      control(name, { next, always }),
    know: (name: string, secret: string) => control(name, { secret }),
    received: async (name: string) => (await control(name)).received,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.stdin.end();
      await ended;
    },
  };
}

const senderEntry = fileURLToPath(new URL("./webhook-sender-process.ts", import.meta.url));

/** Starts a sender that can be killed, as a machine's failure would end it. */
export async function startWebhookSenderProcess(input: {
  connection: object;
  secret: string;
  allow: readonly string[];
  timing: object;
}) {
  const child = spawn(process.execPath, [senderEntry, JSON.stringify(input)], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ?? String(code)));
  });
  await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), ended]);
  return { ended, kill: () => child.kill("SIGKILL") };
}
