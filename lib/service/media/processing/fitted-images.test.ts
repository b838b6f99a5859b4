import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImageRequirements } from "#lib/contract/platforms/image-requirements.ts";
import { openTestDatabase, type TestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createDb } from "#lib/service/db/transaction.ts";
import { createTestClock } from "#lib/service/http/testing/test-service.ts";
import { removeOrphanedFiles, removeUnusedMedia } from "#lib/service/media/remove-unused-media.ts";
import { createFileName } from "#lib/service/media/storage/file-name.ts";
import { noise, openTestStore } from "#lib/service/media/testing/test-images.ts";
import { createFitStoredImage, type FittableImage } from "./fitted-images.ts";

let database: TestDatabase;
let store: Awaited<ReturnType<typeof openTestStore>>;
const clock = createTestClock();
beforeAll(async () => {
  database = await openTestDatabase();
  store = await openTestStore();
});
afterAll(async () => {
  await database.drop();
  await store.drop();
});

const small: ImageRequirements = { types: ["image/jpeg"], maxBytes: 100_000, maxEdge: 200, maxPixels: null };
const day = 24 * 60 * 60_000;

async function storePicture(): Promise<FittableImage> {
  const bytes = await noise(400, 300).png().toBuffer();
  const picture = { mime: "image/png" as const, sizeBytes: bytes.length, width: 400, height: 300 };
  const fileName = createFileName(picture.mime);
  await store.media.put(fileName, bytes, picture.mime);
  const [orgId, memberId, mediaId] = [clock.newId(), clock.newId(), clock.newId()];
  await database.pool.query("insert into organizations (id, name, slug) values ($1, 'Stage', $2)", [orgId, orgId]);
  await database.pool.query(
    "insert into members (id, org_id, name, email, role) values ($1, $2, 'Ada', 'ada@example.org', 'member')",
    [memberId, orgId],
  );
  await database.pool.query(
    `insert into media (id, org_id, member_id, file_name, mime, size_bytes, width, height, sha256, alt, created_at)
     values ($1, $2, $3, $4, $5, $6, 400, 300, 'x', '', $7)`,
    [mediaId, orgId, memberId, fileName, picture.mime, bytes.length, clock.now()],
  );
  return { mediaId, fileName, ...picture };
}

const stored = async () => new Set(await store.stored());

test("an image is fitted once for all channels with the same limits, also by concurrent workers", async () => {
  const image = await storePicture();
  const before = await stored();
  const workers = [
    createFitStoredImage({ ...database, media: store.media }),
    createFitStoredImage({ ...database, media: store.media }),
  ];
  const made = await Promise.all([...workers, ...workers].map((toForm) => toForm(image, small)));
  const [first] = made;
  expect(first).toMatchObject({ mediaId: image.mediaId, mime: "image/jpeg", width: 200, height: 150 });
  expect(new Set(made.map(({ fileName }) => fileName)).size).toBe(1);
  expect((await stored()).difference(before)).toEqual(new Set([first?.fileName]));
  expect(await workers[0]?.(image, small)).toEqual(first);
  const other = await workers[0]?.(image, { ...small, maxEdge: 100 });
  expect(other).toMatchObject({ width: 100, height: 75 });
  expect(other?.fileName).not.toBe(first?.fileName);
});

test("an image that needs no fitting is not stored again", async () => {
  const image = await storePicture();
  const before = await stored();
  const toForm = createFitStoredImage({ ...database, media: store.media });
  expect(await toForm(image, { types: ["image/png"], maxBytes: 9_000_000, maxEdge: 400, maxPixels: null })).toBe(image);
  expect(await stored()).toEqual(before);
});

test("a fitted copy is no orphan and is removed with its image", async () => {
  const image = await storePicture();
  const toForm = createFitStoredImage({ ...database, media: store.media });
  const { fileName } = await toForm(image, small);
  const context = { ...database, db: createDb(database.pool), media: store.media, clock, log: store.log };
  clock.add(2 * day);
  await removeOrphanedFiles(context);
  expect(await stored()).toContain(fileName);
  await removeUnusedMedia(context);
  const left = await stored();
  expect([left.has(image.fileName), left.has(fileName)]).toEqual([false, false]);
  expect((await database.pool.query("select 1 from image_forms where media_id = $1", [image.mediaId])).rowCount).toBe(
    0,
  );
});
