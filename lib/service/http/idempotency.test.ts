import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addPendingClaims } from "#lib/service/claims/testing/pending-claims.ts";
import { redBlue, uploadOf } from "#lib/service/media/testing/test-images.ts";
import { type AnyJson, openTestService, type TestService } from "./testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const create = (repeatKey: string, text: string, key = service.org.key) =>
  service.call("POST", "/v1/posts", {
    key,
    json: { channels: service.org.channelIds.slice(0, 1), text },
    headers: { "idempotency-key": repeatKey },
  });
const countPosts = async (text: string) => {
  const { rows } = await service.database.pool.query(
    "select count(*)::int as n from posts where parts->0->>'text' = $1",
    [text],
  );
  return rows[0].n as number;
};

describe("creates with an Idempotency-Key", () => {
  test("a repeated create returns the first response byte for byte and creates nothing", async () => {
    const first = await create("a", "once");
    const again = await create("a", "once");
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([first.headers.get("idempotent-replayed"), again.headers.get("idempotent-replayed")]).toEqual([
      null,
      "true",
    ]);
    expect(await countPosts("once")).toBe(1);
  });

  test("escapes, field order and null for an unset field do not change the request", async () => {
    const [id] = service.org.channelIds;
    const headers = { "idempotency-key": "spelling", "content-type": "application/json" };
    const send = (body: string) => service.call("POST", "/v1/posts", { key: service.org.key, body, headers });
    const first = await send(`{"channels":["${id}"],"text":"same"}`);
    const again = await send(`{ "text": "sam\\u0065", "channels": ["${id}"], "thread": null }`);
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  test("a key reused on another path gets 409 and leaves the first result unchanged", async () => {
    const author = await service.addMember("member");
    const [one, other] = await addPendingClaims(service.database.pool, {
      orgId: service.org.orgId,
      memberIds: [author.memberId],
      count: 2,
      text: "'claimed'",
      channelId: service.org.channelIds[0] ?? "",
    });
    const decide = (id: string | undefined) =>
      service.call("POST", `/v1/claims/${id}/decision`, {
        key: service.org.key,
        headers: { "idempotency-key": "approve" },
        json: { version: 1, action: "approve" },
      });
    const first = await decide(one);
    expect([first.status, first.wire.data.claim.id]).toEqual([200, one]);
    const second = await decide(other);
    expect([second.status, second.wire.error.code]).toEqual([409, "conflict"]);
    const standing = await service.call("GET", `/v1/claims/${other}`, { key: service.org.key });
    expect(standing.wire.data.claim.state).toBe("pending");
    expect((await decide(one)).text).toBe(first.text);
  });

  test("a key reused with another body gets 409", async () => {
    await create("b", "one thing");
    const other = await create("b", "another thing");
    expect([other.status, other.wire.error.code]).toEqual([409, "conflict"]);
    expect(await countPosts("another thing")).toBe(0);
  });

  test("each member has separate keys", async () => {
    const peer = await service.addMember("member");
    await create("c", "mine");
    expect((await create("c", "theirs", peer.key)).status).toBe(201);
  });

  test("50 concurrent requests with one key create once; the others are replays or get 409 with Retry-After", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create("twins", "twin")));
    const kinds = answers.map(
      ({ status, headers }) => `${status} ${headers.get("idempotent-replayed")} ${headers.get("retry-after")}`,
    );
    expect(kinds.filter((kind) => kind === "201 null null")).toHaveLength(1);
    expect(new Set(kinds).difference(new Set(["201 null null", "201 true null", "409 null 1"]))).toEqual(new Set());
    expect(new Set(answers.filter((one) => one.status === 201).map((one) => one.text)).size).toBe(1);
    expect(await countPosts("twin")).toBe(1);
    expect((await create("twins", "twin")).headers.get("idempotent-replayed")).toBe("true");
  });

  test("a rejected request is not stored", async () => {
    expect((await create("d", "")).status).toBe(400);
    expect((await create("d", "now right")).status).toBe(201);
  });

  test("a key expires after 24 h", async () => {
    onTestFinished(service.clock.hold());
    await create("e", "daily");
    service.clock.add(24 * 3_600_000 - 5000);
    expect((await create("e", "daily")).headers.get("idempotent-replayed")).toBe("true");
    service.clock.add(10_000);
    expect((await create("e", "daily")).headers.get("idempotent-replayed")).toBeNull();
    expect(await countPosts("daily")).toBe(2);
  });

  test("a key has at most 255 printable characters", async () => {
    expect((await create("k".repeat(255), "long key")).status).toBe(201);
    for (const wrong of ["k".repeat(256), "tab\there", "caf\u00e9", ""]) {
      const { status, wire } = await create(wrong, "wrong key");
      expect([wrong, status, wire.error.code]).toEqual([wrong, 400, "invalid_request"]);
    }
  });
});

describe("uploads with an Idempotency-Key", () => {
  const upload = async (bytes: Buffer, repeatKey: string) => {
    const request = uploadOf(bytes);
    request.headers.set("x-api-key", service.org.key);
    request.headers.set("idempotency-key", repeatKey);
    const response = await service.http(request);
    const wire: AnyJson = await response.json();
    return { status: response.status, wire, replayed: response.headers.get("idempotent-replayed") };
  };

  test("a repeated upload is identified by the file's bytes and stores no second file", async () => {
    const [one, two] = [await redBlue(9, 9).png().toBuffer(), await redBlue(7, 7).png().toBuffer()];
    const stored = async () => {
      const names = [];
      for await (const name of service.context.media.listStoredBefore(new Date(Date.now() + 60_000))) names.push(name);
      return names.length;
    };
    const first = await upload(one, "up");
    expect(first.status).toBe(201);
    const before = await stored();
    const again = await upload(one, "up");
    expect([again.wire, again.replayed]).toEqual([first.wire, "true"]);
    expect((await upload(two, "up")).status).toBe(409);
    expect(await stored()).toBe(before);
  });
});
