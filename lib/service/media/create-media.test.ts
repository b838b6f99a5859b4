import { randomUUID } from "node:crypto";
import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { openTestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createDb, inTransaction } from "#lib/service/db/transaction.ts";
import { createMedia, storeUpload } from "./create-media.ts";
import { lockMediaToAttach } from "./lock-media-to-attach.ts";
import { presentMedia } from "./present-media.ts";
import { receiveUploadToTempFile } from "./receive-upload-to-temp-file.ts";
import { removeOrphanedFiles, removeUnusedMedia } from "./remove-unused-media.ts";
import { openTestStore, redBlue, uploadOf } from "./testing/test-images.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let store: Awaited<ReturnType<typeof openTestStore>>;
let image: Buffer;
const hour = 60 * 60_000;
const clock: Clock & { at: number } = { at: 0, now: () => new Date(clock.at), newId: () => randomUUID() };
const makeActor = (orgId: string = randomUUID()): Actor => ({
  memberId: randomUUID(),
  orgId,
  role: "member",
  scopes: new Set(),
  keyId: randomUUID(),
  credential: { type: "session" },
});
const ines = makeActor();
const peer = makeActor(ines.orgId);
const channelId = randomUUID();

beforeAll(async () => {
  database = await openTestDatabase();
  image = await redBlue(30, 20).png().toBuffer();
  await database.pool.query("insert into organizations (id, name, slug) values ($1, 'North', 'north')", [ines.orgId]);
  for (const { memberId } of [ines, peer]) {
    await database.pool.query(
      "insert into members (id, org_id, name, email, role) values ($1, $2, 'M', 'm@example.org', 'member')",
      [memberId, ines.orgId],
    );
  }
  await database.pool.query(
    "insert into channels (id, org_id, platform, name, username) values ($1, $2, 'x', 'X', 'x')",
    [channelId, ines.orgId],
  );
});
beforeEach(async () => {
  store = await openTestStore();
  clock.at = Date.now();
  await database.pool.query("delete from posts");
  await database.pool.query("delete from media");
  return () => store.drop();
});
afterAll(() => database.drop());

const context = () => ({ ...store, pool: database.pool, db: createDb(database.pool), clock });

async function uploaded(actor = ines) {
  const upload = await receiveUploadToTempFile(store, uploadOf(image));
  try {
    const stored = await storeUpload(store, upload);
    return await inTransaction(database.pool, (tx) => createMedia(tx, actor, stored, clock));
  } finally {
    await upload.discard();
  }
}

async function attach(
  mediaId: string,
  client: { query: (sql: string, values: unknown[]) => Promise<unknown> } = database.pool,
) {
  const postId = randomUUID();
  await client.query(
    `insert into posts (id, org_id, member_id, submission_id, channel_id, platform, status, delivery, parts, points)
     values ($1, $2, $3, $4, $5, 'x', 'draft', 'thread', '[]', 20)`,
    [postId, ines.orgId, ines.memberId, randomUUID(), channelId],
  );
  await client.query("insert into post_media (post_id, position, media_id) values ($1, 0, $2)", [postId, mediaId]);
  return postId;
}
const listed = (actor: Actor, ids: string[]) => inTransaction(database.pool, (tx) => lockMediaToAttach(tx, actor, ids));

test("an upload creates a row, a file and an address", async () => {
  const row = await uploaded();
  expect(await store.stored()).toEqual([row.fileName]);
  expect(await store.incoming()).toEqual([]);
  expect(await listed(ines, [row.id])).toEqual([row]);
  expect(presentMedia(row, "https://posts.example.org")).toEqual({
    id: row.id,
    type: "image",
    url: `https://posts.example.org/media/${row.fileName}`,
    width: 30,
    height: 20,
    size_bytes: row.sizeBytes,
    mime: "image/png",
    animated: false,
    alt: "",
  });
});

test("a refused image leaves neither row nor file", async () => {
  const upload = await receiveUploadToTempFile(store, uploadOf(Buffer.from("<svg/>")));
  await expect(storeUpload(store, upload)).rejects.toMatchObject({ code: "invalid_request" });
  await upload.discard();
  expect([await store.stored(), await store.incoming()]).toEqual([[], []]);
});

test("an upload is refused as unavailable while the store is down", async () => {
  const upload = await receiveUploadToTempFile(store, uploadOf(image));
  const media = { ...store.media, put: () => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" })) };
  await expect(storeUpload({ ...store, media }, upload)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/no space/),
  });
  await upload.discard();
});

test("images come back in the requested order, and only the member's own", async () => {
  const [a, b, foreign] = [await uploaded(), await uploaded(), await uploaded(peer)];
  const ids = [b.id, "not-an-id", foreign.id, a.id, randomUUID(), b.id, "' or 1=1 --"];
  expect((await listed(ines, ids)).map((row) => row.id)).toEqual([b.id, a.id]);
  expect(await listed({ ...ines, orgId: randomUUID() }, ids)).toEqual([]);
  expect(await listed(ines, [])).toEqual([]);
});

test("an image that no post holds is removed after 24 hours, row and file; one that a post holds stays", async () => {
  const [unused, held, ofDeleted] = [await uploaded(), await uploaded(), await uploaded()];
  await attach(held.id);
  const deleted = await attach(ofDeleted.id);
  await database.pool.query("update posts set deleted_at = now() where id = $1", [deleted]);
  clock.at += 24 * hour - 1000;
  expect(await removeUnusedMedia(context())).toBe(0);
  clock.at += 2000;
  expect(await removeUnusedMedia(context())).toBe(1);
  expect((await store.stored()).sort()).toEqual([held.fileName, ofDeleted.fileName].sort());
  expect(await listed(ines, [unused.id, held.id, ofDeleted.id])).toHaveLength(2);
  // The time to restore is over: the post's row is removed, and its images are no longer in use.
  await database.pool.query("delete from posts where id = $1", [deleted]);
  expect(await removeUnusedMedia(context())).toBe(1);
  expect(await store.stored()).toEqual([held.fileName]);
});

test("one sweep removes several batches and leaves a file that fails to the next sweep", async () => {
  const row = await uploaded();
  await database.pool.query(
    `insert into media (id, org_id, member_id, file_name, mime, size_bytes, width, height, sha256, created_at)
     select gen_random_uuid(), org_id, member_id, encode(sha256(n::text::bytea), 'hex'), mime, 1, 1, 1, sha256, created_at
     from media, generate_series(1, 250) n`,
  );
  clock.at += 25 * hour;
  const media = { ...store.media, remove: () => Promise.reject(new Error("EIO")) };
  expect(await removeUnusedMedia({ ...context(), media })).toBe(251);
  expect(await store.stored()).toEqual([row.fileName]);
  const longAgo = new Date(clock.at - 25 * hour);
  await utimes(join(store.folder, row.fileName), longAgo, longAgo);
  expect(await removeOrphanedFiles(context())).toBe(1);
  expect(await store.stored()).toEqual([]);
});

test("a stored file without a row is removed after 24 hours, and one with a row stays", async () => {
  const row = await uploaded();
  const upload = await receiveUploadToTempFile(store, uploadOf(image));
  await storeUpload(store, upload);
  await upload.discard();
  expect(await removeOrphanedFiles(context())).toBe(0);
  clock.at += 25 * hour;
  expect(await removeOrphanedFiles(context())).toBe(1);
  expect(await store.stored()).toEqual([row.fileName]);
});

test("a sweep does not remove an image while it is being attached", async () => {
  const row = await uploaded();
  clock.at += 25 * hour;
  await inTransaction(database.pool, async (tx) => {
    expect(await lockMediaToAttach(tx, ines, [row.id])).toHaveLength(1);
    expect(await removeUnusedMedia(context())).toBe(0);
    await attach(row.id, tx.client);
  });
  expect(await removeUnusedMedia(context())).toBe(0);
  expect(await store.stored()).toEqual([row.fileName]);
});

test("under concurrent creates and sweeps no post ends with a missing image", async () => {
  for (let round = 0; round < 20; round += 1) {
    const rows = [await uploaded(), await uploaded(), await uploaded()];
    clock.at += 25 * hour;
    const creates = rows.map((row) =>
      inTransaction(database.pool, async (tx) => {
        const found = await lockMediaToAttach(tx, ines, [row.id]);
        if (found.length === 0) return "refused";
        await attach(row.id, tx.client);
        return row.fileName;
      }),
    );
    const [made] = await Promise.all([
      Promise.all(creates),
      removeUnusedMedia(context()),
      removeUnusedMedia(context()),
    ]);
    const kept = made.filter((name) => name !== "refused").sort();
    const stored = await store.stored();
    for (const name of kept) expect(stored).toContain(name);
  }
}, 60_000);
