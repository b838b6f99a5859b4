import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadPosts } from "#lib/service/posts/read/load-posts.ts";
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

describe("a signed-out account", () => {
  test("posts wait after one attempt, and all are published after a reconnect", async () => {
    const worker = await stage.start();
    stage.revoke();
    const ids = [
      await stage.writeOut(worker, "First"),
      await stage.writeOut(worker, "Second"),
      await stage.writeOut(worker, "Third"),
    ];
    await waitUntil("the channel needs a reconnect", async () => (await stage.stateOf()) === "reconnect");
    await stage.statusIs(await stage.write(worker, { platform: "x", parts: ["On a practice channel"] }), "published");
    const heard = stage.server.heard.length;
    for (const id of ids) expect(await stage.rowOf(id)).toMatchObject({ status: "publishing", error: null });
    expect(stage.sends()).toEqual(["First"]);
    expect((await stage.rowOf(ids[0] as string)).attempts).toBe(0);
    const shown = await loadPosts(stage.pool, ids, stage.origin);
    expect(shown.map(({ hold, delay }) => [hold?.reason, delay])).toEqual(
      ids.map(() => ["channel_needs_reconnect", null]),
    );
    expect(await stage.events(ids[0] as string)).toContainEqual({
      kind: "waiting",
      detail: { for: "reconnect", part: 1, message: "The account was signed out." },
    });
    await stage.passTime(20 * hourMs);
    expect(stage.server.heard).toHaveLength(heard);
    await stage.reconnect(worker);
    for (const id of ids) await stage.statusIs(id, "published");
    expect(stage.server.items.map(({ text }) => text)).toEqual(["First", "Second", "Third"]);
  });

  test("within a thread, published parts stay and the thread continues after a reconnect", async () => {
    const worker = await stage.start();
    stage.server.state.after = ({ method }) => {
      if (method === "POST" && stage.server.items.length === 2) stage.revoke();
      return null;
    };
    const id = await stage.writeOut(worker, "One", "Two", "Three", "Four");
    await waitUntil("the channel needs a reconnect", async () => (await stage.stateOf()) === "reconnect");
    expect((await stage.partsOf(id)).map(({ state }) => state)).toEqual(["sent", "sent", "waiting", "waiting"]);
    stage.server.state.after = () => null;
    await stage.reconnect(worker);
    await stage.statusIs(id, "published");
    expect(stage.server.items.map(({ text }) => text)).toEqual(["One", "Two", "Three", "Four"]);
  });

  test("after a day the posts fail with the reason, and nothing is sent", async () => {
    const worker = await stage.start();
    stage.revoke();
    const tried = await stage.writeOut(worker, "Tried once");
    await waitUntil("the channel needs a reconnect", async () => (await stage.stateOf()) === "reconnect");
    const { channelId } = stage;
    const later = await stage.write(worker, { channelId, platform: "x", parts: ["Never tried"], inMs: 60_000 });
    const heard = stage.server.heard.length;
    await stage.passTime(25 * hourMs);
    for (const id of [tried, later]) {
      await stage.statusIs(id, "failed");
      expect(await stage.rowOf(id)).toMatchObject({
        failure_cause: "reconnect",
        error:
          "X no longer accepts this channel's sign-in: The channel wasn't reconnected within 24 hours. Nothing was published. Reconnect the channel, then send it again.",
      });
    }
    expect(stage.server.heard).toHaveLength(heard);
    expect(await stage.stateOf()).toBe("reconnect");
  });

  test("after a day an unclear part ends as unconfirmed, because a lookup needs a sign-in", async () => {
    const worker = await stage.start();
    let isRevoked = false;
    stage.server.state.after = ({ method }) => {
      if (method !== "POST" || isRevoked) return null;
      isRevoked = true;
      stage.revoke();
      return "cut";
    };
    const id = await stage.writeOut(worker, "May be out");
    await waitUntil("the part is due for a lookup", async () => {
      const row = await stage.rowOf(id);
      return row.lease_until === null && (await stage.partsOf(id))[0]?.state === "sending";
    });
    const other = await stage.writeOut(worker, "Finds out");
    await waitUntil("the channel needs a reconnect", async () => (await stage.stateOf()) === "reconnect");
    const heard = stage.server.heard.length;
    await stage.passTime(26 * hourMs);
    await stage.statusIs(id, "failed");
    await stage.statusIs(other, "failed");
    expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "unconfirmed", failure_part: 1 });
    expect((await stage.partsOf(id)).map(({ state }) => state)).toEqual(["unknown"]);
    expect((await stage.rowOf(other)).failure_cause).toBe("reconnect");
    expect(stage.server.heard).toHaveLength(heard);
    expect(stage.server.items.map(({ text }) => text)).toEqual(["May be out"]);
  });

  test("an account without stored credentials waits as well", async () => {
    const worker = await stage.start();
    await stage.pool.query("delete from channel_secrets");
    const id = await stage.writeOut(worker, "Without keys");
    await waitUntil("the channel needs a reconnect", async () => (await stage.stateOf()) === "reconnect");
    expect(await stage.rowOf(id)).toMatchObject({ status: "publishing" });
    expect(stage.server.heard).toEqual([]);
    await stage.reconnect(worker);
    await stage.statusIs(id, "published");
  });
});
