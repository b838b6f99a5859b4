import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type ExternalPlatformFixture,
  hourMs,
  openExternalPlatformFixture,
} from "#lib/service/publishing/testing/external-platform-fixture.ts";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";

let stage: ExternalPlatformFixture;
beforeEach(async () => {
  stage = await openExternalPlatformFixture();
});
afterEach(() => stage.close());

describe("a platform's wait", () => {
  test("an application-wide limit pauses all its accounts, each resumes by itself, and no other account waits", async () => {
    const other = await stage.connect();
    const worker = await stage.start();
    const waitsUntil = Date.now() + 1_500;
    const heardAt: number[] = [];
    stage.server.state.before = ({ method }) => {
      if (method !== "POST") return null;
      heardAt.push(Date.now());
      if (heardAt.length > 1) return null;
      return { status: 429, headers: { "x-until": String(waitsUntil), "x-of": "app" } };
    };
    const first = await stage.writeOut(worker, "Runs into it");
    await waitUntil("the post waits", async () => (await stage.pool.query("select 1 from app_waits")).rowCount === 1);
    const second = await stage.write(worker, { channelId: other, platform: "x", parts: ["Of another account"] });
    await stage.statusIs(await stage.write(worker, { platform: "x", parts: ["On a practice channel"] }), "published");
    await stage.statusIs(first, "published");
    await stage.statusIs(second, "published");
    expect(heardAt).toHaveLength(3);
    for (const at of heardAt.slice(1)) expect(at).toBeGreaterThanOrEqual(waitsUntil);
  });

  test("after a wait of 30 hours, waiting posts are published and other late posts fail as missed", async () => {
    const [worker, other] = [await stage.start(), await stage.connect()];
    const old = (of: string) => stage.write(worker, { channelId: of, platform: "x", parts: ["Old"], inMs: hourMs });
    const [waited, missed] = [await old(stage.channelId), await old(other)];
    await stage.pool.query("update channels set wait_until = now() + interval '30 hours' where id = $1", [
      stage.channelId,
    ]);
    await stage.passTime(31 * hourMs);
    await stage.statusIs(waited, "published");
    await stage.statusIs(missed, "failed");
    expect((await stage.rowOf(missed)).failure_cause).toBe("missed");
  });

  test("a wait named with a published post delays the account's next post", async () => {
    const worker = await stage.start();
    const restsUntil = Date.now() + 1_500;
    const heardAt: number[] = [];
    stage.server.state.before = ({ method }) => {
      if (method === "POST") heardAt.push(Date.now());
      return null;
    };
    stage.server.state.after = ({ method }) =>
      method === "POST" && heardAt.length === 1
        ? { status: 201, json: { id: "item-1" }, headers: { "x-rest-until": String(restsUntil) } }
        : null;
    await stage.statusIs(await stage.writeOut(worker, "The last one for now"), "published");
    await stage.statusIs(await stage.writeOut(worker, "After the rest"), "published");
    expect(heardAt[1]).toBeGreaterThanOrEqual(restsUntil);
  });
});
