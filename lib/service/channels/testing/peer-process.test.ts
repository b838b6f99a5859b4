import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type PeerProcess, startPeerProcess } from "./peer-process.ts";

let peer: PeerProcess;
beforeAll(async () => {
  peer = await startPeerProcess(new URL("./echo-peer.ts", import.meta.url));
});
afterAll(() => peer.stop());
afterEach(async () => {
  await peer.control({ mode: "ok" });
  await peer.clock(0);
  await peer.command("forget");
});

const post = (text: string) =>
  fetch(`${peer.url}/items`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });
const stored = async () => (await peer.items()).map((item) => item.text);
const on = "POST /items";

test.for([
  { mode: "reset-before", stands: [], ends: "closed" },
  { mode: "reset-after", stands: ["a"], ends: "closed" },
  { mode: "silent-after", ms: 20, stands: ["a"], ends: "closed" },
  { mode: "5xx-before", stands: [], ends: 502 },
  { mode: "5xx-after", stands: ["a"], ends: 502 },
  { mode: "body-cut", stands: ["a"], ends: "closed" },
  { mode: "garbage", stands: ["a"], ends: "no JSON" },
  { mode: "429", stands: [], ends: 429 },
  { mode: "slow", ms: 20, stands: ["a"], ends: 201 },
])("a fake in mode $mode stores $stands and the client gets $ends, once", async ({ stands, ends, ...mode }) => {
  await peer.control({ ...mode, on });
  const seen = await post("a").then(
    async (answer) => {
      const json = await answer.text().then(
        (text) => (answer.status === 201 && text.startsWith("<") ? "no JSON" : answer.status),
        () => "closed",
      );
      return json;
    },
    () => "closed",
  );
  expect(seen).toBe(ends);
  expect(await stored()).toEqual(stands);
  const last = (await peer.log()).at(-1);
  expect(last).toMatchObject({ route: on, mode: mode.mode, committed: stands.length > 0, body: '{"text":"a"}' });
  expect((await post("b")).status).toBe(201);
});

test("a mode waits for its turn, applies only to its route, and ends with ok", async () => {
  await peer.control({ mode: "5xx-before", on, after: 1, times: 2, status: 503 });
  expect([await post("a"), await post("b"), await post("c"), await post("d")].map((answer) => answer.status)).toEqual([
    ...[201, 503, 503, 201],
  ]);
  await peer.control({ mode: "5xx-before", on, times: "always" });
  expect((await fetch(`${peer.url}/items/1`)).status).toBe(200);
  expect((await post("e")).status).toBe(502);
  await peer.control({ mode: "ok" });
  expect((await post("e")).status).toBe(201);
});

test("a mode unknown to the core is handled by the fake itself", async () => {
  await post("a");
  await peer.control({ mode: "hidden", on: "GET /items/:id" });
  expect((await fetch(`${peer.url}/items/1`)).status).toBe(404);
  expect((await fetch(`${peer.url}/items/1`)).status).toBe(200);
});

test("with lag, an item is listed later than it is stored, by the peer's own clock", async () => {
  await peer.control({ mode: "lag", ms: 60_000 });
  await post("a");
  expect(await stored()).toEqual(["a"]);
  expect((await fetch(`${peer.url}/items/1`)).status).toBe(404);
  await peer.clock(120_000);
  expect((await fetch(`${peer.url}/items/1`)).status).toBe(200);
});

test("a slow fake does nothing for a disconnected client", async () => {
  const slowMs = 400;
  const leave = async () => {
    await peer.control({ mode: "slow", ms: slowMs, on });
    const signal = AbortSignal.timeout(50);
    const sent = { method: "POST", headers: { "content-type": "application/json" }, body: '{"text":"gone"}', signal };
    const startedAt = performance.now();
    await expect(fetch(`${peer.url}/items`, sent)).rejects.toThrow();
    return performance.now() - startedAt;
  };
  // Repeats if this process stalled so long that the answer came before the client left.
  while ((await leave()) > slowMs / 2) {
    await peer.control({ mode: "slow", ms: 2 * slowMs, on });
    await post("meanwhile");
    await peer.command("forget");
  }
  await peer.control({ mode: "slow", ms: 2 * slowMs, on });
  await post("after it");
  expect(await stored()).toEqual(["after it"]);
});
