import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { createFileName } from "#lib/service/media/storage/file-name.ts";
import type { MediaStore } from "#lib/service/media/storage/media-store.ts";

/** Reads a file to its end; null where there is no such file. */
export async function readStored(store: MediaStore, fileName: string): Promise<Buffer | null> {
  const found = await store.get(fileName);
  if (!found) return null;
  const bytes = await buffer(found.stream);
  expect(bytes).toHaveLength(found.sizeBytes);
  return bytes;
}

/** Lists the names that were stored before that instant, sorted. */
export async function listStored(store: MediaStore, before: Date): Promise<string[]> {
  const listed: string[] = [];
  for await (const fileName of store.listStoredBefore(before)) listed.push(fileName);
  return listed.sort();
}

/** Tests that every store must pass, a folder or a bucket. */
export function describeStore(place: string, store: () => MediaStore): void {
  const put = async (bytes: Buffer, fileName = createFileName("image/png")) => {
    await store().put(fileName, bytes, "image/png");
    return fileName;
  };

  describe(place, () => {
    test("a stored file is read back byte for byte until it is removed, and a second removal does nothing", async () => {
      for (const sizeBytes of [1, 70_000, 3_000_000]) {
        const bytes = randomBytes(sizeBytes);
        const fileName = await put(bytes);
        expect((await readStored(store(), fileName))?.equals(bytes)).toBe(true);
        await store().remove(fileName);
        await store().remove(fileName);
        expect(await store().get(fileName)).toBeNull();
      }
    });

    test("an image that was never stored is not found", async () => {
      expect(await store().get(createFileName("image/gif"))).toBeNull();
      await store().remove(createFileName("image/gif"));
    });

    test("exactly the files stored before the given instant are listed", async () => {
      const names = [await put(randomBytes(10)), await put(randomBytes(10))].sort();
      const [inAnHour, anHourAgo] = [new Date(Date.now() + 3_600_000), new Date(Date.now() - 3_600_000)];
      expect((await listStored(store(), inAnHour)).filter((name) => names.includes(name))).toEqual(names);
      expect(await listStored(store(), anHourAgo)).not.toContain(names[0]);
      await store().remove(names[0] ?? "");
      expect(await listStored(store(), inAnHour)).not.toContain(names[0]);
    });

    test("only generated file names are accepted", async () => {
      const hex = "a".repeat(40);
      const names = [".", "..", "", "notes.txt", "../x.png", `../${hex}.png`, `${hex}.png/..`, `${hex}.svg`, "a?acl"];
      const odd = [
        `${hex}.png\0`,
        `${hex}.png\n`,
        `${hex.toUpperCase()}.png`,
        `${hex}.png?acl`,
        `${hex}.pn%67`,
        "ä.png",
      ];
      for (const fileName of [...names, ...odd]) {
        await expect(store().get(fileName)).rejects.toThrow("not a media file name");
        await expect(put(randomBytes(1), fileName)).rejects.toThrow("not a media file name");
        await expect(async () => await store().remove(fileName)).rejects.toThrow("not a media file name");
      }
    });

    test("twenty concurrent writes of one name store it once and complete", async () => {
      const fileName = createFileName("image/png");
      const bytes = randomBytes(200_000);
      await Promise.all(Array.from({ length: 20 }, () => put(bytes, fileName)));
      expect((await readStored(store(), fileName))?.equals(bytes)).toBe(true);
      const listed = await listStored(store(), new Date(Date.now() + 3_600_000));
      expect(listed.filter((name) => name === fileName)).toHaveLength(1);
    });
  });
}
