import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ImageForm } from "#lib/service/channels/connector";
import type { Platform } from "#lib/service/channels/platform";
import {
  connectScripted,
  firstSecret,
  openOutside,
  openScriptedServer,
  type ScriptedServer,
  scriptedPlatform,
} from "#lib/service/channels/testing-scripted";
import { saveSecret } from "#lib/service/channels/vault";
import { inTransaction } from "#lib/service/db/tx";
import { makeLog } from "#lib/service/log";
import { newFileName } from "#lib/service/media/file-name";
import { makeFitStored } from "#lib/service/media/image-forms";
import { noise, openTestStore } from "#lib/service/media/testing";
import { readPosts } from "#lib/service/posts/read-posts";
import { makeSealer } from "#lib/service/sealer";
import type { Publishing } from "./publishing.ts";
import { openStage, type Stage, until } from "./testing.ts";

const hourMs = 60 * 60_000;
const sealer = makeSealer("the secret that seals in tests, 32 and more");
let stage: Stage;
let server: ScriptedServer;
let store: Awaited<ReturnType<typeof openTestStore>>;
let channelId: string;

beforeEach(async () => {
  stage = await openStage();
  server = await openScriptedServer();
  store = await openTestStore();
  channelId = await connect();
});
afterEach(async () => {
  await stage.close();
  await server.close();
  await store.drop();
});

async function connect(): Promise<string> {
  const id = stage.clock.newId();
  await connectScripted(stage, server, { id, orgId: stage.org.orgId });
  await stage.pool.query("update channels set remote_id = $1 where id = $1", [id]);
  await saveSecret(stage.pool, sealer, id, firstSecret({ access: server.state.access, refresh: server.state.refresh }));
  return id;
}

async function start(platform: Platform = scriptedPlatform()): Promise<Publishing> {
  const log = makeLog("silent");
  const ioFor = openOutside({ ...stage, sealer, log, media: store.media, platform, hosts: [server.host] });
  const connectorFor = (channel: { platform: string; practice: boolean }) =>
    channel.practice ? stage.connectorFor(channel) : platform.connector;
  const fitStored = makeFitStored({ ...stage, media: store.media });
  const worker = stage.makeWorker({ connectorFor, ioFor, fitStored });
  await worker.start("all");
  return worker;
}

const write = (by: Publishing, ...parts: string[]) => stage.write(by, { channelId, platform: "x", parts });
const statusIs = (id: string, status: string) =>
  until(`the post is ${status}`, async () => (await stage.rowOf(id)).status === status);
const partsOf = async (id: string) =>
  (await stage.pool.query("select * from planned_parts where post_id = $1 order by number", [id])).rows;
const stateOf = async (id = channelId) =>
  (await stage.pool.query("select state from channels where id = $1", [id])).rows[0].state;
const posts = () => server.heard.filter(({ method, path }) => method === "POST" && path === "/items");
const sends = () => posts().map(({ body }) => JSON.parse(body.toString("utf8")).text);

/** Nobody is let in any more, and no refresh helps. */
function revoke() {
  server.endAccess();
  server.state.refresh = null;
}

/** As a member does it: new keys, and the channel is woken. */
async function reconnect(by: Publishing) {
  server.state.access = "access-9";
  await saveSecret(stage.pool, sealer, channelId, firstSecret({ access: "access-9" }));
  await stage.pool.query("update channels set state = 'connected' where id = $1", [channelId]);
  await inTransaction(stage.pool, (tx) => by.wakeAt(tx, { id: stage.clock.newId(), channelId }, new Date(0)));
}

describe("what a connector makes of a post", () => {
  test("is stored before the first call, and is the same on every try", async () => {
    const wires: unknown[] = [];
    let fails = 2;
    server.state.before = async ({ path }) => {
      if (path !== "/items") return null;
      wires.push((await stage.pool.query("select wire from planned_parts where number = 1")).rows[0]?.wire);
      fails -= 1;
      return fails >= 0 ? { status: 503 } : null;
    };
    const id = await write(await start(), "Part one", "Part two");
    for (const nth of [1, 2]) {
      await until(`try ${nth} failed`, async () => {
        const row = await stage.rowOf(id);
        return row.attempts === nth && row.lease_until === null;
      });
      await stage.passTime(hourMs);
    }
    await statusIs(id, "published");
    const [first, second] = await partsOf(id);
    const tag = (number: number) => `${id}.${number} ${first.planned_at.toISOString()}`;
    expect(wires.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ({ tag: tag(1), images: 0, count: 2 })));
    expect(second.wire).toEqual({ tag: tag(2), images: 0, count: 2 });
  });
});

describe("getting a part ready", () => {
  test("comes before the part counts as on its way, and what is ready is not made again", async () => {
    const states: unknown[] = [];
    server.state.before = async ({ path, method }) => {
      if (path === "/uploads") states.push((await stage.pool.query("select state from planned_parts")).rows[0].state);
      return method === "POST" && path === "/items" && posts().length === 1 ? { status: 503 } : null;
    };
    const id = await write(await start(scriptedPlatform({ prepares: true })), "With an upload");
    await until(
      "the first try failed",
      async () => posts().length === 1 && (await stage.rowOf(id)).lease_until === null,
    );
    expect(await partsOf(id)).toMatchObject([{ state: "waiting", prepared: { upload: "upload-1" } }]);
    await stage.passTime(hourMs);
    await statusIs(id, "published");
    expect(states).toEqual(["waiting"]);
    expect(server.items).toMatchObject([{ upload: "upload-1" }]);
  });

  test("that is refused ends the post, and nothing of it was sent", async () => {
    server.state.before = ({ path }) => (path === "/uploads" ? { status: 422 } : null);
    const id = await write(await start(scriptedPlatform({ prepares: true })), "Not like this");
    await statusIs(id, "failed");
    expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "rejected", failure_part: 1 });
    expect(await partsOf(id)).toMatchObject([{ state: "waiting", started_at: null }]);
    expect(posts()).toEqual([]);
  });

  test("of which no answer came is done again: nobody could see it", async () => {
    server.state.after = ({ path }) => (path === "/uploads" && server.state.uploads === 1 ? "cut" : null);
    const id = await write(await start(scriptedPlatform({ prepares: true })), "Again");
    await until("the first try failed", async () =>
      (await stage.events(id)).some(({ kind }) => kind === "attempt_failed"),
    );
    await stage.passTime(hourMs);
    await statusIs(id, "published");
    expect(server.items).toMatchObject([{ upload: "upload-2" }]);
  });
});

describe("images", () => {
  const form: ImageForm = { types: ["image/jpeg"], maxBytes: 100_000, maxEdge: 200, maxPixels: null };
  const uploads = () => server.heard.filter(({ path }) => path === "/uploads").map(({ body }) => body);

  /** A post with one image whose worker has not seen it yet. */
  async function writeWithImage(by: Publishing, bytes: Buffer): Promise<string> {
    const id = await stage.write(by, { channelId, platform: "x", parts: ["Look"], inMs: hourMs });
    const [mediaId, fileName] = [stage.clock.newId(), newFileName("image/png")];
    await store.media.put(fileName, bytes, "image/png");
    const { orgId, memberId } = stage.org;
    await stage.pool.query(
      `insert into media (id, org_id, member_id, file_name, mime, size_bytes, width, height, sha256)
       values ($1, $2, $3, $4, 'image/png', $5, 400, 300, 'x')`,
      [mediaId, orgId, memberId, fileName, bytes.length],
    );
    await stage.pool.query("insert into post_media (post_id, position, media_id) values ($1, 1, $2)", [id, mediaId]);
    await stage.passTime(hourMs);
    return id;
  }

  test("arrive as the platform takes them, and the same bytes on every try", async () => {
    const worker = await start(scriptedPlatform({ prepares: true, form }));
    server.state.before = ({ path }) => (path === "/uploads" && uploads().length === 1 ? { status: 503 } : null);
    const id = await writeWithImage(worker, await noise(400, 300).png().toBuffer());
    await until(
      "the first try failed",
      async () => uploads().length === 1 && (await stage.rowOf(id)).lease_until === null,
    );
    await stage.passTime(hourMs);
    await statusIs(id, "published");
    const [first, second] = uploads();
    expect(first?.equals(second as Buffer)).toBe(true);
    expect(await sharp(first).metadata()).toMatchObject({ format: "jpeg", width: 200, height: 150 });
    expect(await store.stored()).toHaveLength(2);
  });

  test("that can't be made to fit fail the post, and nothing of it goes out", async () => {
    const worker = await start(scriptedPlatform({ prepares: true, form: { ...form, maxBytes: 100 } }));
    const id = await writeWithImage(worker, await noise(400, 300).png().toBuffer());
    await statusIs(id, "failed");
    expect((await stage.rowOf(id)).error).toBe(
      "X did not take it: The image can't be made small enough for it. Nothing was published. Change it, then send it again.",
    );
    expect(server.heard).toEqual([]);
  });
});

describe("a platform that asks to wait", () => {
  test("our application keeps every account there waiting, each goes on by itself, and nobody else waits", async () => {
    const other = await connect();
    const worker = await start();
    const waitsUntil = Date.now() + 1_500;
    const heardAt: number[] = [];
    server.state.before = ({ method }) => {
      if (method !== "POST") return null;
      heardAt.push(Date.now());
      if (heardAt.length > 1) return null;
      return { status: 429, headers: { "x-until": String(waitsUntil), "x-of": "app" } };
    };
    const first = await write(worker, "Runs into it");
    await until("it waits", async () => (await stage.pool.query("select 1 from app_waits")).rowCount === 1);
    const second = await stage.write(worker, { channelId: other, platform: "x", parts: ["Of another account"] });
    await statusIs(await stage.write(worker, { platform: "x", parts: ["On a practice channel"] }), "published");
    await statusIs(first, "published");
    await statusIs(second, "published");
    expect(heardAt).toHaveLength(3);
    for (const at of heardAt.slice(1)) expect(at).toBeGreaterThanOrEqual(waitsUntil);
  });

  test("for longer than a day has missed nothing: what waited for it goes out, and what nobody sent does not", async () => {
    const [worker, other] = [await start(), await connect()];
    const old = (of: string) => stage.write(worker, { channelId: of, platform: "x", parts: ["Old"], inMs: hourMs });
    const [waited, missed] = [await old(channelId), await old(other)];
    await stage.pool.query("update channels set wait_until = now() + interval '30 hours' where id = $1", [channelId]);
    await stage.passTime(31 * hourMs);
    await statusIs(waited, "published");
    await statusIs(missed, "failed");
    expect((await stage.rowOf(missed)).failure_cause).toBe("missed");
  });

  test("after a post that went out keeps the next one of that account back until then", async () => {
    const worker = await start();
    const restsUntil = Date.now() + 1_500;
    const heardAt: number[] = [];
    server.state.before = ({ method }) => {
      if (method === "POST") heardAt.push(Date.now());
      return null;
    };
    server.state.after = ({ method }) =>
      method === "POST" && heardAt.length === 1
        ? { status: 201, json: { id: "item-1" }, headers: { "x-rest-until": String(restsUntil) } }
        : null;
    await statusIs(await write(worker, "The last one for now"), "published");
    await statusIs(await write(worker, "After the rest"), "published");
    expect(heardAt[1]).toBeGreaterThanOrEqual(restsUntil);
  });
});

describe("limits of an account that became smaller after planning", () => {
  const shrink = () =>
    stage.pool.query(`update channels set told = '{"maxCharacters": 100}' where id = $1`, [channelId]);

  test("refuse the post before anything is sent", async () => {
    const worker = await start();
    const id = await stage.write(worker, { channelId, platform: "x", parts: ["Short", "y".repeat(200)], inMs: hourMs });
    await shrink();
    await stage.passTime(hourMs);
    await statusIs(id, "failed");
    expect((await stage.rowOf(id)).error).toContain("part 2 has 200 characters and the limit is 100");
    expect(server.heard).toEqual([]);
  });

  test("change nothing once parts of it are out", async () => {
    server.state.before = ({ method }) => (method === "POST" && posts().length === 2 ? { status: 503 } : null);
    const id = await write(await start(), "Short", "y".repeat(200));
    await until("part 2 waits", async () => posts().length === 2 && (await stage.rowOf(id)).lease_until === null);
    await shrink();
    await stage.passTime(hourMs);
    await statusIs(id, "published");
    expect(server.items.map(({ text }) => text)).toEqual(["Short", "y".repeat(200)]);
  });
});

describe("an account that lets us in no more", () => {
  test("keeps its posts waiting, of which one alone was tried, and all go out after reconnecting", async () => {
    const worker = await start();
    revoke();
    const ids = [await write(worker, "First"), await write(worker, "Second"), await write(worker, "Third")];
    await until("the channel asks for it", async () => (await stateOf()) === "reconnect");
    await statusIs(await stage.write(worker, { platform: "x", parts: ["On a practice channel"] }), "published");
    const heard = server.heard.length;
    for (const id of ids) expect(await stage.rowOf(id)).toMatchObject({ status: "publishing", error: null });
    expect(sends()).toEqual(["First"]);
    expect((await stage.rowOf(ids[0] as string)).attempts).toBe(0);
    const shown = await readPosts(stage.pool, ids, stage.origin);
    expect(shown.map(({ late }) => late?.why)).toEqual(["signed_out", "signed_out", "signed_out"]);
    expect(await stage.events(ids[0] as string)).toContainEqual({
      kind: "waiting",
      detail: { for: "reconnect", part: 1, message: "Its sign-in ended." },
    });
    await stage.passTime(20 * hourMs);
    expect(server.heard).toHaveLength(heard);
    await reconnect(worker);
    for (const id of ids) await statusIs(id, "published");
    expect(server.items.map(({ text }) => text)).toEqual(["First", "Second", "Third"]);
  });

  test("in the middle of a thread: what is out stays, and it goes on from there", async () => {
    const worker = await start();
    server.state.after = ({ method }) => {
      if (method === "POST" && server.items.length === 2) revoke();
      return null;
    };
    const id = await write(worker, "One", "Two", "Three", "Four");
    await until("the channel asks for it", async () => (await stateOf()) === "reconnect");
    expect((await partsOf(id)).map(({ state }) => state)).toEqual(["sent", "sent", "waiting", "waiting"]);
    server.state.after = () => null;
    await reconnect(worker);
    await statusIs(id, "published");
    expect(server.items.map(({ text }) => text)).toEqual(["One", "Two", "Three", "Four"]);
  });

  test("for a day fails its posts with the reason, and nothing is sent", async () => {
    const worker = await start();
    revoke();
    const tried = await write(worker, "Tried once");
    await until("the channel asks for it", async () => (await stateOf()) === "reconnect");
    const later = await stage.write(worker, { channelId, platform: "x", parts: ["Never tried"], inMs: 60_000 });
    const heard = server.heard.length;
    await stage.passTime(25 * hourMs);
    for (const id of [tried, later]) {
      await statusIs(id, "failed");
      expect(await stage.rowOf(id)).toMatchObject({
        failure_cause: "reconnect",
        error:
          "X no longer accepts this channel's sign-in: It was not connected again within 24 hours. Nothing was published. Reconnect the channel, then send it again.",
      });
    }
    expect(server.heard).toHaveLength(heard);
    expect(await stateOf()).toBe("reconnect");
  });

  test("and that has no stored keys waits as well", async () => {
    const worker = await start();
    await stage.pool.query("delete from channel_secrets");
    const id = await write(worker, "Without keys");
    await until("the channel asks for it", async () => (await stateOf()) === "reconnect");
    expect(await stage.rowOf(id)).toMatchObject({ status: "publishing" });
    expect(server.heard).toEqual([]);
    await reconnect(worker);
    await statusIs(id, "published");
  });
});
