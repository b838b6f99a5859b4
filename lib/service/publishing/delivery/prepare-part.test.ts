import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ImageRequirements } from "#lib/contract/platforms/image-requirements.ts";
import { createScriptedPlatform } from "#lib/service/channels/testing/scripted-platform.ts";
import { createFileName } from "#lib/service/media/storage/file-name.ts";
import { animation, noise } from "#lib/service/media/testing/test-images.ts";
import type { Publisher } from "#lib/service/publishing/publisher.ts";
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

describe("the connector's plan of a post", () => {
  test("the plan is stored before the first call and is the same on every attempt", async () => {
    const wires: unknown[] = [];
    let fails = 2;
    stage.server.state.before = async ({ path }) => {
      if (path !== "/items") return null;
      wires.push((await stage.pool.query("select wire from planned_parts where number = 1")).rows[0]?.wire);
      fails -= 1;
      return fails >= 0 ? { status: 503 } : null;
    };
    const id = await stage.writeOut(await stage.start(), "Part one", "Part two");
    for (const nth of [1, 2]) {
      await waitUntil(`attempt ${nth} failed`, async () => {
        const row = await stage.rowOf(id);
        return row.attempts === nth && row.lease_until === null;
      });
      await stage.passTime(hourMs);
    }
    await stage.statusIs(id, "published");
    const [first, second] = await stage.partsOf(id);
    const tag = (number: number) => `${id}.${number} ${first.planned_at.toISOString()}`;
    expect(wires.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ({ tag: tag(1), images: 0, count: 2 })));
    expect(second.wire).toEqual({ tag: tag(2), images: 0, count: 2 });
  });
});

describe("preparing a part", () => {
  test("preparation happens before the part counts as sending, and is not repeated once done", async () => {
    const states: unknown[] = [];
    stage.server.state.before = async ({ path, method }) => {
      if (path === "/uploads") states.push((await stage.pool.query("select state from planned_parts")).rows[0].state);
      return method === "POST" && path === "/items" && stage.posts().length === 1 ? { status: 503 } : null;
    };
    const id = await stage.writeOut(await stage.start(createScriptedPlatform({ prepares: true })), "With an upload");
    await waitUntil(
      "the first attempt failed",
      async () => stage.posts().length === 1 && (await stage.rowOf(id)).lease_until === null,
    );
    expect(await stage.partsOf(id)).toMatchObject([{ state: "waiting", prepared: { upload: "upload-1" } }]);
    await stage.passTime(hourMs);
    await stage.statusIs(id, "published");
    expect(states).toEqual(["waiting"]);
    expect(stage.server.items).toMatchObject([{ upload: "upload-1" }]);
  });

  test("a refused preparation fails the post, and nothing is sent", async () => {
    stage.server.state.before = ({ path }) => (path === "/uploads" ? { status: 422 } : null);
    const id = await stage.writeOut(await stage.start(createScriptedPlatform({ prepares: true })), "Not like this");
    await stage.statusIs(id, "failed");
    expect(await stage.rowOf(id)).toMatchObject({ failure_cause: "rejected", failure_part: 1 });
    expect(await stage.partsOf(id)).toMatchObject([{ state: "waiting", started_at: null }]);
    expect(stage.posts()).toEqual([]);
  });

  test("a preparation without an answer is repeated, because nothing is visible yet", async () => {
    stage.server.state.after = ({ path }) => (path === "/uploads" && stage.server.state.uploads === 1 ? "cut" : null);
    const id = await stage.writeOut(await stage.start(createScriptedPlatform({ prepares: true })), "Again");
    await waitUntil("the first attempt failed", async () =>
      (await stage.events(id)).some(({ kind }) => kind === "attempt_failed"),
    );
    await stage.passTime(hourMs);
    await stage.statusIs(id, "published");
    expect(stage.server.items).toMatchObject([{ upload: "upload-2" }]);
  });
});

describe("images of a post", () => {
  const form: ImageRequirements = { types: ["image/jpeg"], maxBytes: 100_000, maxEdge: 200, maxPixels: null };
  const uploads = () => stage.server.heard.filter(({ path }) => path === "/uploads").map(({ body }) => body);

  /** Writes a post with one image that no worker has converted yet. */
  async function writeWithImage(by: Publisher, bytes: Buffer, frames = 1): Promise<string> {
    const id = await stage.write(by, { channelId: stage.channelId, platform: "x", parts: ["Look"], inMs: hourMs });
    const [mediaId, fileName] = [stage.clock.newId(), createFileName("image/png")];
    await stage.store.media.put(fileName, bytes, "image/png");
    const { orgId, memberId } = stage.org;
    await stage.pool.query(
      `insert into media (id, org_id, member_id, file_name, mime, size_bytes, width, height, frames, sha256)
       values ($1, $2, $3, $4, 'image/png', $5, 400, 300, $6, 'x')`,
      [mediaId, orgId, memberId, fileName, bytes.length, frames],
    );
    await stage.pool.query("insert into post_media (post_id, position, media_id) values ($1, 1, $2)", [id, mediaId]);
    await stage.passTime(hourMs);
    return id;
  }

  test("images are converted for the platform and have the same bytes on every attempt", async () => {
    const worker = await stage.start(createScriptedPlatform({ prepares: true, form }));
    stage.server.state.before = ({ path }) => (path === "/uploads" && uploads().length === 1 ? { status: 503 } : null);
    const id = await writeWithImage(worker, await noise(400, 300).png().toBuffer());
    await waitUntil(
      "the first attempt failed",
      async () => uploads().length === 1 && (await stage.rowOf(id)).lease_until === null,
    );
    await stage.passTime(hourMs);
    await stage.statusIs(id, "published");
    const [first, second] = uploads();
    expect(first?.equals(second as Buffer)).toBe(true);
    expect(await sharp(first).metadata()).toMatchObject({ format: "jpeg", width: 200, height: 150 });
    expect(await stage.store.stored()).toHaveLength(2);
  });

  test("an image that can't be converted fails the post before anything is published", async () => {
    const worker = await stage.start(createScriptedPlatform({ prepares: true, form: { ...form, maxBytes: 100 } }));
    const id = await writeWithImage(worker, await noise(400, 300).png().toBuffer());
    await stage.statusIs(id, "failed");
    expect((await stage.rowOf(id)).error).toBe(
      "Postwright didn't send it to X: The image can't be made small enough for it. Nothing was published. Edit it, then send it again.",
    );
    expect(stage.server.heard).toEqual([]);
  });

  test("an animation that was planned before its platform's rule names Postwright, and the platform hears nothing", async () => {
    const gifs: ImageRequirements = { ...form, types: ["image/jpeg", "image/gif"], maxEdge: 4_000 };
    const worker = await stage.start(createScriptedPlatform({ prepares: true, form: gifs }));
    const id = await writeWithImage(worker, await animation(20, 3).png().toBuffer(), 3);
    await stage.statusIs(id, "failed");
    const row = await stage.rowOf(id);
    expect([row.failure_cause, row.error]).toEqual([
      "unsupported",
      "Postwright didn't send it to X: Image 1 is an animated PNG, only GIF is accepted, and it can't be converted without losing its movement. Nothing was published. Edit it, then send it again.",
    ]);
    expect(stage.server.heard).toEqual([]);
  });
});

describe("limits of an account that shrink after planning", () => {
  const shrink = () =>
    stage.pool.query(`update channels set told = '{"maxCharacters": 100}' where id = $1`, [stage.channelId]);

  test("a post over the new limits is refused before anything is sent", async () => {
    const worker = await stage.start();
    const { channelId } = stage;
    const id = await stage.write(worker, { channelId, platform: "x", parts: ["Short", "y".repeat(200)], inMs: hourMs });
    await shrink();
    await stage.passTime(hourMs);
    await stage.statusIs(id, "failed");
    expect((await stage.rowOf(id)).error).toContain("part 2 has 200 characters and the limit is 100");
    expect(stage.server.heard).toEqual([]);
  });

  test("published parts stay, and parts over the new limits are refused before they are sent", async () => {
    stage.server.state.before = ({ method }) =>
      method === "POST" && stage.posts().length === 2 ? { status: 503 } : null;
    const id = await stage.writeOut(await stage.start(), "Short", "y".repeat(200));
    // A worker reads the limits with the lease of the channel: until it ends, the next attempt has the former ones.
    const isChannelFree = async () =>
      (await stage.pool.query("select 1 from channels where id = $1 and lease_until is null", [stage.channelId]))
        .rowCount === 1;
    await waitUntil(
      "part 2 waits",
      async () => stage.posts().length === 2 && (await stage.rowOf(id)).lease_until === null && (await isChannelFree()),
    );
    await shrink();
    await stage.passTime(hourMs);
    await stage.statusIs(id, "failed");
    expect((await stage.rowOf(id)).error).toContain("part 2 has 200 characters and the limit is 100");
    expect(stage.server.items.map(({ text }) => text)).toEqual(["Short"]);
    expect(stage.posts()).toHaveLength(2);
  });
});
