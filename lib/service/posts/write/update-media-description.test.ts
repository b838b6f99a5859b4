import { afterAll, beforeAll, expect, test } from "vitest";
import { noNetworkIoFactory } from "#lib/service/channels/core/no-network-io.ts";
import { type AnyJson, openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { redBlue, uploadOf } from "#lib/service/media/testing/test-images.ts";
import { createPublisher } from "#lib/service/publishing/publisher.ts";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";

let service: TestService;
let x = "";
let bluesky = "";
beforeAll(async () => {
  service = await openTestService();
  [x = "", bluesky = ""] = service.org.channelIds;
});
afterAll(() => service.close());

const upload = async (): Promise<AnyJson> => {
  const request = uploadOf(await redBlue(4, 3).png().toBuffer());
  request.headers.set("authorization", `Bearer ${service.org.key}`);
  return ((await (await service.http(request)).json()) as AnyJson).data;
};
const describeAs = (id: string, alt: unknown, key = service.org.key) =>
  service.call("PATCH", `/v1/media/${id}`, { key, json: { alt } });
const ask = async (path: string): Promise<AnyJson> =>
  (await service.call("GET", `/v1${path}`, { key: service.org.key })).wire.data;

test("the description of an image can be added, replaced and removed", async () => {
  const image = await upload();
  expect(image).toMatchObject({ alt: "", animated: false });
  for (const alt of ["Two halves: red, blue", "  赤と青 👩🏽‍🚀\nand more", ""]) {
    const answer = await describeAs(image.id, alt);
    expect([answer.status, answer.wire.data]).toEqual([200, { ...image, alt }]);
  }
});

test("a description that is no text, or longer than every platform's limit, is rejected and changes nothing", async () => {
  const image = await upload();
  await describeAs(image.id, "As it was");
  for (const bad of [7, null, undefined, "a".repeat(10_001), "a\0", "\ud800", "ﷺ".repeat(10_001)]) {
    expect((await describeAs(image.id, bad)).status).toBe(400);
  }
  expect((await describeAs(image.id, " \n\u200b")).wire.data.alt).toBe("");
  expect((await describeAs(image.id, "a".repeat(10_000))).wire.data.alt).toHaveLength(10_000);
  expect((await describeAs("no-such-image", "a")).status).toBe(404);
});

test("a post with a description too long for its platform is rejected, and a draft is not", async () => {
  const image = await upload();
  await describeAs(image.id, "a".repeat(1001));
  const send = (json: object) =>
    service.call("POST", "/v1/posts", { key: service.org.key, json: { text: "a", media: [image.id], ...json } });
  const refused = await send({ channels: [bluesky, x] });
  expect([refused.status, refused.wire.error.message]).toEqual([
    400,
    "Practice X: the description of image 1 has 1001 characters; the limit is 1000.",
  ]);
  expect((await send({ channels: [bluesky] })).status).toBe(201);
  expect((await send({ channels: [x], draft: true })).status).toBe(201);
});

test("a description can't become too long for a post that is not yet published", async () => {
  const image = await upload();
  const inAnHour = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
  const [post] = await service.create({ channels: [x], text: "a", media: [image.id], scheduled_for: inAnHour });
  await describeAs(image.id, "Fits");
  const refused = await describeAs(image.id, "a".repeat(1001));
  expect([refused.status, refused.wire.error.message]).toEqual([
    400,
    "An unpublished post uses this image on X, which allows descriptions of up to 1000 characters. This one has 1001.",
  ]);
  expect((await ask(`/posts/${post?.id}`)).media[0].alt).toBe("Fits");
  await service.call("DELETE", `/v1/posts/${post?.id}`, { key: service.org.key });
  expect((await describeAs(image.id, "a".repeat(1001))).status).toBe(200);
});

test("a new description raises the version of every post with the image that is not out yet, and says so on its page", async () => {
  const image = await upload();
  const inAnHour = new Date(service.clock.now().getTime() + 3_600_000).toISOString();
  const [scheduled] = await service.create({
    channels: [x],
    text: "a",
    media: [image.id],
    scheduled_for: inAnHour,
  });
  const [draft] = await service.create({ channels: [x], text: "b", media: [image.id], draft: true });
  const [other] = await service.create({ channels: [x], text: "c", draft: true });
  const [out] = await service.create({ channels: [bluesky], text: "d", media: [image.id], scheduled_for: inAnHour });
  await service.database.pool.query("update posts set status = 'published', due_at = null where id = $1", [out?.id]);
  const answer = (await describeAs(image.id, "What everybody will read")).wire.data;
  const raised = [scheduled, draft].map((post) => ({ id: post?.id, version: 2 }));
  expect(answer.posts.toSorted((a: AnyJson, b: AnyJson) => a.id.localeCompare(b.id))).toEqual(
    raised.toSorted((a, b) => String(a.id).localeCompare(String(b.id))),
  );
  const versions = await Promise.all([scheduled, draft, other, out].map((post) => ask(`/posts/${post?.id}`)));
  expect(versions.map(({ version }) => version)).toEqual([2, 2, 1, 1]);
  const stale = { version: 1, text: "Decided before the description changed" };
  const refused = await service.call("PATCH", `/v1/posts/${scheduled?.id}`, { key: service.org.key, json: stale });
  expect([refused.status, refused.wire.error.code]).toEqual([409, "conflict"]);
  const events = (await ask(`/posts/${scheduled?.id}/events`)).map(({ kind }: AnyJson) => kind);
  expect(events).toContain("edited");

  const repeated = (await describeAs(image.id, "What everybody will read")).wire.data;
  expect(repeated.posts).toBeUndefined();
  expect((await ask(`/posts/${scheduled?.id}`)).version).toBe(2);
});

test("a drafts-only key describes images of drafts, and none of a post that is scheduled or published", async () => {
  const json = { name: "Assistant", scopes: ["media:write", "posts:write"], drafts_only: true };
  const key: string = (await service.call("POST", "/v1/keys", { key: service.org.key, json })).wire.data.value;
  const image = await upload();
  const [post] = await service.create({ channels: [x], text: "a", media: [image.id], draft: true });
  expect((await describeAs(image.id, "By the assistant", key)).status).toBe(200);
  for (const status of ["scheduled", "published", "failed"]) {
    await service.database.pool.query("update posts set status = $2 where id = $1", [post?.id, status]);
    const refused = await describeAs(image.id, "Said behind a person's back", key);
    expect([status, refused.status, refused.wire.error.code]).toEqual([status, 403, "forbidden"]);
  }
  expect((await ask(`/posts/${post?.id}`)).media[0].alt).toBe("By the assistant");
  // A value that is sent again as it was changes nothing.
  expect((await describeAs(image.id, "By the assistant", key)).status).toBe(200);
});

test("the description is published with the post and is on the timeline, in the history and in the review", async () => {
  const image = await upload();
  await describeAs(image.id, "A red half and a blue one");
  const [post] = await service.create({ channels: [x], text: "With a picture", media: [image.id] });
  const { pool, clock, log, connectorFor } = service.context;
  const { processConnection } = service.database;
  const worker = createPublisher({
    pool,
    processConnection,
    clock,
    log,
    connectorFor,
    ioFor: noNetworkIoFactory,
    fitStored: () => Promise.reject(new Error("no image is fitted here")),
    settings: { missedAfterMs: 86_400_000, reconnectWithinMs: 86_400_000 },
  });
  await worker.start("all");
  try {
    await waitUntil("it is out", async () => (await ask(`/posts/${post?.id}`)).status === "published");
  } finally {
    await worker.stop();
  }
  expect((await ask(`/posts/${post?.id}`)).media).toMatchObject([{ alt: "A red half and a blue one" }]);
  await describeAs(image.id, "Said otherwise afterwards");
  const [item] = (await ask("/practice/practice_x")).items;
  expect(item.images).toMatchObject([{ alt: "A red half and a blue one" }]);
  expect((await ask(`/claims/${post?.id}`)).images).toMatchObject([{ alt: "A red half and a blue one" }]);
});
