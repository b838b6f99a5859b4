import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("./mail-and-push-sink-process.ts", import.meta.url));

export type ReceivedEmail = {
  rcpt: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
  from: string;
  to: string[];
  headers: string[];
};
export type ReceivedPush = {
  path: string;
  status: number;
  signed: boolean;
  ttl: string;
  payload: { title: string; body: string; path: string; tag: string };
};

/** Starts a mail server and a push service in another process. `smtp`: a port, 0 for a free one. */
export async function startMailAndPushSink(options: { smtp?: number; push?: number }) {
  const child = spawn(process.execPath, [entry, String(options.smtp ?? "-"), String(options.push ?? "-")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const mails: ReceivedEmail[] = [];
  const pushes: ReceivedPush[] = [];
  const ports = { smtp: 0, push: 0 };
  let keys = { p256dh: "", auth: "" };
  const wanted = Object.values(options).length;
  let opened = 0;
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    const told = JSON.parse(line);
    if (told.mail) mails.push(told.mail);
    if (told.push) pushes.push(told.push);
    if (told.smtp) ports.smtp = told.smtp;
    if (told.push_at) [ports.push, keys] = [told.push_at, told.keys];
    if (told.smtp || told.push_at) opened += 1;
    if (opened === wanted) ready.resolve();
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await Promise.race([ready.promise, ended.then(() => Promise.reject(new Error("the sink ended")))]);
  return {
    mails,
    pushes,
    ports,
    keys,
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
