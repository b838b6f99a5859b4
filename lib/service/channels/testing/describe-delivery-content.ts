import { expect, test } from "vitest";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { Platform } from "#lib/service/channels/core/platform.ts";
import { png, redBlue } from "#lib/service/media/testing/test-images.ts";
import { validateTarget } from "#lib/service/posts/write/validate-target.ts";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { planDelivery } from "#lib/text/delivery-plan.ts";
import { computeXCost } from "#lib/text/platforms/x-pricing.ts";
import type { DeliveryFixture, DeliveryPeer } from "./delivery-fixture.ts";

const where = {
  GPSLatitudeRef: "N",
  GPSLatitude: "52/1 31/1 0/1",
  GPSLongitudeRef: "E",
  GPSLongitude: "13/1 24/1 0/1",
};
const exif = { IFD0: { Copyright: "seeded-owner", Make: "seeded-camera" }, IFD3: where };

/** Creates a photo as from a phone and a screenshot, both with metadata beyond the picture. */
async function takenPictures(): Promise<Buffer[]> {
  const photo = await redBlue(640, 480).jpeg().withExif(exif).withXmp("<x>seeded-xmp</x>").toBuffer();
  const plain = await redBlue(640, 480).png().withExif(exif).toBuffer();
  const said = png([["tEXt", Buffer.from("Comment\0seeded-comment")]]).subarray(8);
  return [photo, Buffer.concat([plain.subarray(0, 33), said, plain.subarray(33)])];
}

/** Tests a post's content from its author's input to the published item. */
export function describeDeliveryContent(options: {
  platform: Platform;
  open: () => Promise<DeliveryPeer>;
  stage: () => DeliveryFixture;
}): void {
  const { slug } = options.platform.connector;
  const rules = getPlatformRules(slug);
  if (!rules) throw new Error(`no rules of ${slug}`);
  const standing = async (peer: DeliveryPeer) => (await peer.items()).map(({ text, images }) => ({ text, images }));

  test("parts are joined with a blank line where they fit, published as a thread where not, or refused", () => {
    const [short, long] = [
      ["One", "Two"],
      ["a".repeat(rules.limit - 1), "b".repeat(rules.limit - 1)],
    ];
    const always = rules.thread === "always";
    const images = rules.images.required ? [{ count: 1, animated: false }] : [];
    expect(planDelivery(short, rules, images)).toEqual(
      always ? { delivery: "thread", texts: short } : { delivery: "joined", texts: ["One\n\nTwo"] },
    );
    if (rules.thread !== "never") expect(planDelivery(long, rules)).toEqual({ delivery: "thread", texts: long });
    else expect(planDelivery(long, rules)).toMatchObject({ problem: { part: null, limit: rules.limit } });
  });

  test("a part that is too long is refused on creation, naming channel, part, count and limit", () => {
    const target = { id: "c", platform: slug, name: "Acme News", reportedLimits: {} };
    const texts = ["Short", "a".repeat(rules.limit + 1)];
    const [what, field, count] =
      rules.thread === "never"
        ? ["the joined text", "thread", rules.limit + 8]
        : ["part 2", "thread.1", rules.limit + 1];
    expect(() =>
      validateTarget(
        target,
        texts.map((text) => ({ text })),
        [],
        false,
      ),
    ).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        field,
        message: `Acme News: ${what} has ${count} characters; the limit is ${rules.limit}.`,
      }),
    );
  });

  test("each part's images are sent with that part, in order, with descriptions and without location data", async () => {
    const peer = await options.open();
    const stage = options.stage();
    const alts = ["A red half", "A blue half", "A third"];
    const pictures = [...(await takenPictures()), await redBlue(64, 64).png().withExif(exif).toBuffer()];
    expect(pictures.every((bytes) => bytes.includes("seeded-camera"))).toBe(true);
    const media = await Promise.all(pictures.map((bytes, index) => stage.upload(bytes, alts[index] ?? "")));
    const worker = await stage.start(peer);
    const parts = ["One with images", "Two without", "Three with one"];
    const ofParts = [media.slice(0, 2), [], media.slice(2)];
    const channelId = await stage.connect(peer);
    const id = await stage.write(worker, { channelId, platform: slug, parts, media: ofParts });
    expect(await stage.end(id)).toMatchObject({ status: "published" });
    await worker.stop();
    const images = rules.images.describes ? alts : ["", "", ""];
    const joined = [{ text: parts.join("\n\n"), images }];
    expect(await standing(peer)).toEqual(
      rules.thread === "always"
        ? [
            { text: parts[0], images: images.slice(0, 2) },
            { text: parts[1], images: [] },
            { text: parts[2], images: images.slice(2) },
          ]
        : joined,
    );
    const given = (await stage.pictures.all()).map((bytes) => bytes.toString("latin1"));
    const arrived = [...(await peer.heard()), ...given];
    expect(arrived.some((bytes) => bytes.includes("JFIF") || bytes.includes("PNG"))).toBe(true);
    expect(arrived.filter((bytes) => /seeded|Exif\0|GPSLat/.test(bytes))).toEqual([]);
    // The amount that the product showed before; on other platforms posting is free.
    expect((await peer.billed?.()) ?? 0).toBe(
      slug === "x" ? computeXCost(parts, { images: alts.length, descriptions: alts.length }) : 0,
    );
  });

  test.for(["prepared", "sending", "answered"] as const)(
    "after a crash at %s, a later part's images are on that part alone and published once, or it is unconfirmed",
    async (point) => {
      if (rules.thread === "never") return expect(options.platform.connector.slug).toBe(slug);
      const peer = await options.open();
      const stage = options.stage();
      let crashes = 0;
      const crashAt = (passed: string, part: number) => {
        if (passed !== point || part !== 2 || crashes > 0) return;
        crashes += 1;
        throw new Error("crashed");
      };
      const bytes = await Promise.all([16, 17, 18].map((size) => redBlue(size, size).png().toBuffer()));
      const media = await Promise.all(bytes.map((one, index) => stage.upload(one, `Image ${index + 1}`)));
      const worker = await stage.start(peer, { crashAt });
      const parts = [1, 2, 3].map((number) => `Part ${number} of it: ${"word ".repeat(50)}${number}`);
      const ofParts = [media.slice(0, 1), media.slice(1, 2), media.slice(2)];
      const channelId = await stage.connect(peer);
      const id = await stage.write(worker, { channelId, platform: slug, parts, media: ofParts });
      if (point !== "prepared" || options.platform.connector.prepare.can) {
        await waitUntil("the worker crashed", async () => crashes > 0);
        await stage.leaseEnds(id);
      }
      const { status, failure_cause } = await stage.end(id);
      await worker.stop();
      const items = await standing(peer);
      const expected = parts.map((text, index) => ({ text, images: [`Image ${index + 1}`] }));
      expect(items).toEqual(expected.slice(0, items.length));
      if (status === "published") return expect(items).toEqual(expected);
      expect(failure_cause).toBe("unconfirmed");
    },
  );

  test("parts with more images than one item may have become a thread, or one item that says how many are left out", async () => {
    const peer = await options.open();
    const stage = options.stage();
    const channelId = await stage.connect(peer);
    await stage.pool.query(`update channels set told = told || '{"maxImages": 2}' where id = $1`, [channelId]);
    const alts = ["First", "Second", "Third"];
    const media = await Promise.all(
      alts.map(async (alt, index) =>
        stage.upload(
          await redBlue(30 + index, 30)
            .png()
            .toBuffer(),
          alt,
        ),
      ),
    );
    const worker = await stage.start(peer);
    const parts = ["One", "Two", "Three"];
    const ofParts = media.map((id) => [id]);
    const id = await stage.write(worker, { channelId, platform: slug, parts, media: ofParts });
    expect(await stage.end(id)).toMatchObject({ status: "published" });
    await worker.stop();
    const images = rules.images.describes ? alts : ["", "", ""];
    const isThread = rules.thread !== "never";
    expect(await standing(peer)).toEqual(
      isThread
        ? parts.map((text, index) => ({ text, images: [images[index]] }))
        : [{ text: "One\n\nTwo\n\nThree", images: images.slice(0, 2) }],
    );
    const { rows } = await stage.pool.query("select note from planned_parts where post_id = $1", [id]);
    const note = isThread ? null : expect.stringContaining("The last image is left out: one post can't have more.");
    expect(rows.map((row) => row.note)).toEqual(isThread ? [null, null, null] : [note]);
  });

  test("a limit that shrinks after planning is reported before anything is sent", async () => {
    const peer = await options.open();
    const stage = options.stage();
    const channelId = await stage.connect(peer);
    const worker = await stage.start(peer);
    const before = (await peer.heard()).length;
    const text = "Longer than it may be now";
    const id = await stage.write(worker, { channelId, platform: slug, parts: [text], inMs: 3_600_000 });
    await stage.pool.query(`update channels set told = told || '{"maxCharacters": 10}' where id = $1`, [channelId]);
    expect(await stage.end(id)).toMatchObject({
      status: "failed",
      error: expect.stringContaining(`${text.length} characters and the limit is 10`),
    });
    await worker.stop();
    expect(await peer.heard()).toHaveLength(before);
    expect(await peer.items()).toEqual([]);
  });

  test("a private address that is not allowed is never contacted, and the author is notified", async () => {
    const peer = await options.open();
    const stage = options.stage();
    const worker = await stage.start(peer, { isInside: true });
    const before = (await peer.heard()).length;
    const id = await stage.write(worker, { channelId: await stage.connect(peer), platform: slug, parts: ["Inside"] });
    const { status, error } = await stage.end(id);
    await worker.stop();
    expect(status).toBe("failed");
    expect(error).toMatch(/^[A-Z].*\.$/s);
    expect(await peer.heard()).toHaveLength(before);
    expect(await peer.items()).toEqual([]);
  });

  test("content that the platform rejects is reported to the author and never retried", async () => {
    const peer = await options.open();
    const stage = options.stage();
    const caused = await peer.fault("refused-content");
    if (!caused.can) return expect(caused.why).not.toBe("");
    const worker = await stage.start(peer);
    const parts = [caused.text ?? "Refused"];
    const id = await stage.write(worker, { channelId: await stage.connect(peer), platform: slug, parts });
    expect(await stage.end(id)).toMatchObject({ status: "failed", failure_cause: "rejected", attempts: 1 });
    await worker.stop();
    expect(await peer.items()).toEqual([]);
  });
}
