import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPublishingFixture, type PublishingFixture, waitUntil } from "./testing/publishing-fixture.ts";
import { createScriptedConnector } from "./testing/scripted-connector.ts";
import { startWorkerProcess } from "./testing/worker-process.ts";

let stage: PublishingFixture;
beforeAll(async () => {
  stage = await openPublishingFixture();
});
afterAll(() => stage.close());

const isPublished = (id: string) =>
  waitUntil("the post is published", async () => (await stage.rowOf(id)).status === "published", 30_000);

const begun = async (id: string) => (await stage.events(id)).filter(({ kind }) => kind === "started").length;

test.each(["taken", "sending", "answered", "saved"])(
  "a process that stalls beyond its lease (%s) loses its post to another, and each part is published once",
  async (at) => {
    const folder = mkdtempSync(join(tmpdir(), "pw-still-"));
    const standsUntil = join(folder, "on");
    const web = stage.makeWorker();
    await web.start("web");
    const texts = [`${at} 1`, `${at} 2`];
    const part = at === "taken" ? 0 : 1;
    const still = await startWorkerProcess({ connection: stage.connection, at, part, standsUntil });
    try {
      const id = await stage.write(web, { parts: texts });
      await waitUntil("the worker has the post", async () => existsSync(`${standsUntil}.stands`), 30_000);
      // One request, or more if the machine itself stalled longer than its short lease.
      const before = await begun(id);
      const other = stage.makeWorker({ timing: { leasedPauseMs: 100 } });
      await other.start("worker");
      await isPublished(id);
      await other.stop();
      // The worker resumes, notices that its lease is over, and publishes what is due next.
      writeFileSync(standsUntil, "");
      await isPublished(await stage.write(web, { parts: [`${at} later`] }));
      const there = (await stage.timeline()).map(({ text }) => text).filter((text) => text.startsWith(`${at} `));
      expect(there).toEqual([...texts, `${at} later`]);
      expect(await begun(id)).toBe(before + 1);
      expect((await stage.events(id)).filter(({ kind }) => kind === "published")).toHaveLength(1);
    } finally {
      still.kill("SIGKILL");
      await still.ended;
      await web.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);

test("a worker that stalled between mark and request does not send, because another may have looked the part up", async () => {
  const platform = createScriptedConnector({ answer: (_part, _nth, _signal, accept) => accept() });
  let stood = 0;
  const worker = stage.makeWorker({
    connectorFor: platform.connectorFor,
    // A chance stall of the machine must not reach the limit again in the second attempt.
    timing: { leaseMs: 2_000, renewMs: 500, callMs: 100 },
    chance: () => 0,
    crashAt(point) {
      if (point !== "sending" || stood > 0) return;
      stood += 1;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_100);
      expect(platform.requests).toEqual([]);
    },
  });
  await worker.start("all");
  const id = await stage.write(worker, { parts: ["Stood still"] });
  await isPublished(id);
  const kinds = (await stage.events(id)).map(({ kind }) => kind);
  expect(kinds).toEqual(["started", "attempt_failed", "started", "part_published", "published"]);
  expect(platform.requests).toHaveLength(1);
});
