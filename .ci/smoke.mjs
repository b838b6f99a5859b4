// `npm start` with a bound: waits until it is ready, publishes a thread through /v1 on every practice channel, reads it
// back, stops. Then once more on the same folder, for the time of a second start. Plain JavaScript, no package.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/** The first start may build the dashboard on a slow machine. */
const readyMs = 300_000;
const publishMs = 60_000;
const stopMs = 30_000;

const dataDir = mkdtempSync(path.join(tmpdir(), "postwright-smoke-"));
chmodSync(dataDir, 0o755);
const key = `pw_${randomBytes(32).toString("hex")}`;
const port = await new Promise((resolve) => {
  const server = createServer().listen(0, "127.0.0.1", () => {
    const { port: free } = server.address();
    server.close(() => resolve(free));
  });
});
const origin = `http://localhost:${port}`;

/** Asks until `ask` gives something, at most `limitMs`. */
async function until(what, limitMs, ask) {
  const startedAt = Date.now();
  for (;;) {
    const found = await ask().catch(() => null);
    if (found) return found;
    if (Date.now() - startedAt > limitMs) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function call(method, address, body) {
  const answer = await fetch(`${origin}/v1${address}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text.slice(0, 300)}`);
  return JSON.parse(text).data;
}

/** Runs `work` while `npm start` runs, then stops it. Resolves with the milliseconds until it was ready. */
async function withApp(work) {
  const startedAt = performance.now();
  const app = spawn("npm", ["start"], {
    // Pipes, not the terminal: they close when the last process that holds them has ended, and not with npm.
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SETUP_ORG: "Smoke",
      SETUP_NAME: "Ada",
      SETUP_EMAIL: "ada@example.org",
      SETUP_KEY: key,
    },
  });
  app.stdout.pipe(process.stdout, { end: false });
  app.stderr.pipe(process.stderr, { end: false });
  let running = true;
  const ended = new Promise((resolve) => {
    app.once("close", () => {
      running = false;
      resolve();
    });
  });
  try {
    await until("ready", readyMs, async () => {
      if (!running) return "ended";
      return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
    });
    if (!running) throw new Error("npm start ended before it was ready");
    const tookMs = performance.now() - startedAt;
    await work();
    return tookMs;
  } finally {
    // The group is npm, its shell and the app: a signal to npm alone may not reach the app.
    if (running) process.kill(-app.pid, "SIGTERM");
    const late = setTimeout(() => {
      process.stderr.write(`npm start: did not stop within ${stopMs / 1000} s\n`);
      process.exitCode = 1;
      process.kill(-app.pid, "SIGKILL");
    }, stopMs);
    await ended;
    clearTimeout(late);
  }
}

async function publish() {
  const channels = await call("GET", "/channels");
  const created = await call("POST", "/posts", {
    channels: channels.map(({ id }) => id),
    thread: ["One part,", "and another."],
  });
  if (created.length === 0 || created.length !== channels.length)
    throw new Error(`${created.length} posts for ${channels.length} channels`);
  for (const { id } of created) {
    const post = await until(`post ${id} published`, publishMs, async () => {
      const now = await call("GET", `/posts/${id}`);
      return ["published", "failed"].includes(now.status) ? now : null;
    });
    if (post.status !== "published") throw new Error(`post ${id} on ${post.channel}: ${post.status}, ${post.error}`);
    for (const address of post.published_urls) {
      const page = await fetch(new URL(address, origin), { signal: AbortSignal.timeout(15_000) });
      if (page.status !== 200) throw new Error(`${address}: ${page.status}`);
    }
    process.stdout.write(`${post.channel}: ${post.published_urls.join(" ")}\n`);
  }
}

try {
  const firstMs = await withApp(publish);
  const secondMs = await withApp(async () => {});
  process.stdout.write(
    `npm start: ready after ${(firstMs / 1000).toFixed(1)} s, the second time after ${(secondMs / 1000).toFixed(2)} s\n`,
  );
} catch (error) {
  process.stderr.write(`npm start: ${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
