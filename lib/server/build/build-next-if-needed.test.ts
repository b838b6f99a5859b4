import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { buildIfNeeded } from "./build-next-if-needed.ts";

const entry = fileURLToPath(new URL("./testing/build-process.ts", import.meta.url));
const ends: (() => unknown)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end();
});

/** Creates a folder whose `next build` is this program. */
function folderWith(program: string): string {
  const root = mkdtempSync(join(tmpdir(), "pw-build-"));
  mkdirSync(join(root, "node_modules/next/dist/bin"), { recursive: true });
  mkdirSync(join(root, ".next"));
  writeFileSync(join(root, "package.json"), "{}");
  writeFileSync(join(root, "node_modules/next/dist/bin/next"), program);
  return root;
}

/** Listens for processes that hold a connection for as long as they live. */
async function listen(): Promise<{ port: number; next: () => Promise<Socket> }> {
  const held: Socket[] = [];
  let wake = () => {};
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    held.push(socket);
    wake();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ends.push(() => server.close());
  return {
    port: (server.address() as AddressInfo).port,
    async next() {
      for (;;) {
        const socket = held.shift();
        if (socket) return socket;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}

test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGKILL"] as const)(
  "%s during the build ends the build and its workers",
  async (signal) => {
    const { port, next } = await listen();
    const live = `require("node:net").connect(${port}, "127.0.0.1");`;
    // Ignores the signals of a terminal or supervisor, as a build inside native code does.
    const deaf = `for (const s of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(s, () => {});`;
    const worker = JSON.stringify(`${deaf} ${live} setInterval(() => {}, 1e6)`);
    const root = folderWith(
      `${deaf} ${live} require("node:child_process").spawn(process.execPath, ["-e", ${worker}], { stdio: "inherit" });`,
    );
    const start = spawn(process.execPath, [entry, root], { stdio: "ignore" });
    const builders = [await next(), await next()];
    ends.push(() => start.kill("SIGKILL"));
    const gone = builders.map((socket) => once(socket.resume(), "close"));
    start.kill(signal);
    expect((await once(start, "exit"))[1]).toBe(signal);
    await Promise.all(gone);
  },
);

test("a start waits for a build in progress and uses its result", async () => {
  const root = folderWith(`
    const fs = require("node:fs");
    if (!fs.existsSync("asked")) {
      fs.writeFileSync("asked", "");
      console.error(" ⨯ Another next build process is already running.");
      process.exit(1);
    }
    fs.writeFileSync("built", String(Number(fs.existsSync("built") && fs.readFileSync("built", "utf8")) + 1));
    fs.writeFileSync(".next/BUILD_ID", "one");
  `);
  const said: string[] = [];
  const build = () => buildIfNeeded(root, (line) => void said.push(line), { each: 1, most: 60_000 });
  await build();
  expect(said).toEqual([
    "Building the dashboard, once (about 20 s) …",
    "Another process is building the dashboard. Waiting …",
  ]);
  await build();
  expect([said.length, readFileSync(join(root, "built"), "utf8")]).toEqual([2, "1"]);
});

test("starts at the same time build once, and a lock that a killed start left behind stops nobody", async () => {
  const root = folderWith(`
    const fs = require("node:fs");
    fs.rmSync(".next/BUILD_ID", { force: true });
    fs.appendFileSync("built", "1");
    setTimeout(() => fs.writeFileSync(".next/BUILD_ID", "one"), 500);
  `);
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  writeFileSync(join(root, "node_modules/.postwright-build"), String(pid));
  const starts = [1, 2].map(() => spawn(process.execPath, [entry, root], { stdio: "ignore" }));
  const ended = await Promise.all(starts.map((start) => once(start, "exit")));
  expect(ended.map(([code]) => code)).toEqual([0, 0]);
  expect(readFileSync(join(root, "built"), "utf8")).toBe("1");
});

test("a failed build reports its last lines and is not retried forever", async () => {
  const root = folderWith('console.error("Module not found: x"); process.exit(1)');
  await expect(buildIfNeeded(root, () => undefined)).rejects.toThrow(/could not be built:\nModule not found: x/);
  const taken = folderWith('console.error("Another next build process is already running."); process.exit(1)');
  await expect(buildIfNeeded(taken, () => undefined, { each: 1, most: 0 })).rejects.toThrow(/already running/);
});
