import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestRequest, openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { redBlue, uploadOf } from "./testing/test-images.ts";

let service: TestService;
let image: Buffer;
beforeAll(async () => {
  service = await openTestService();
  image = await redBlue(30, 20).png().toBuffer();
});
afterAll(() => service.close());

async function upload(key: string, repeatKey?: string) {
  const sent = uploadOf(image);
  const headers = {
    "content-type": sent.headers.get("content-type") ?? "",
    ...(repeatKey && { "idempotency-key": repeatKey }),
  };
  const body = Buffer.from(await sent.arrayBuffer());
  const answer = await service.http(createTestRequest("POST", "/v1/media", { key, headers, body }));
  return { status: answer.status, wire: await answer.json() };
}

const usage = async (key: string) => (await service.call("GET", "/v1/media/usage", { key })).wire.data;

/** Sets the quota of each member in bytes. */
function allow(imageBytes: { inAll: number; perDay: number }): void {
  Object.assign(service.context.settings, { imageBytes });
}

describe("image quotas", () => {
  test("a member at their quota can't upload; others can, and stored images stay", async () => {
    const { key } = await service.addMember("member");
    const { key: peer } = await service.addMember("member");
    allow({ inAll: 0, perDay: 0 });
    const first = await upload(key, "first");
    const { bytes } = await usage(key);
    expect(bytes).toBe(first.wire.data.size_bytes);
    expect(await usage(key)).toEqual({ bytes, bytes_max: null, day_bytes: bytes, day_bytes_max: null });
    allow({ inAll: bytes * 2, perDay: 0 });
    expect((await upload(key)).status).toBe(201);
    const refused = await upload(key);
    expect([refused.status, refused.wire.error.code, refused.wire.error.field]).toEqual([
      507,
      "quota_exceeded",
      "file",
    ]);
    expect(refused.wire.error.message).toMatch(/^Your images use 0 MB of 0 MB\. This one needs 0 MB more\.$/);
    expect(await usage(key)).toEqual({
      bytes: bytes * 2,
      bytes_max: bytes * 2,
      day_bytes: bytes * 2,
      day_bytes_max: null,
    });
    expect((await upload(peer)).status).toBe(201);
    // A repeat of a stored upload does not count as an upload.
    expect(await upload(key, "first")).toEqual(first);
  });

  test("a daily quota ends with its day", async () => {
    const { key } = await service.addMember("member");
    allow({ inAll: 0, perDay: 0 });
    await upload(key);
    const { bytes } = await usage(key);
    allow({ inAll: 0, perDay: bytes });
    const refused = await upload(key);
    expect([refused.status, refused.wire.error.code]).toEqual([507, "quota_exceeded"]);
    expect(refused.wire.error.message).toMatch(
      /^You uploaded 0 MB of images in the last 24 hours\. The limit is 0 MB\.$/,
    );
    service.clock.add(24 * 60 * 60_000 + 1);
    expect((await upload(key)).status).toBe(201);
    expect((await usage(key)).day_bytes).toBe(bytes);
  });
});
