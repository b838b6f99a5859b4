import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
let peer = "";
beforeAll(async () => {
  service = await openTestService();
  peer = (await service.addMember("member")).key;
});
afterAll(() => service.close());

const day = "2027-03-04";
const pin = (json: unknown, key = peer) => service.call("POST", "/v1/notes", { key, json });
const seen = async (key: string) =>
  (await service.call("GET", "/v1/calendar?from=2027-03-01T00:00:00Z&to=2027-04-01T00:00:00Z", { key })).wire.data
    .notes as { id: string; text: string; day: string }[];

test("every member of the organization sees a note, and nobody else does", async () => {
  const { status, wire } = await pin({ day, text: "  Release day  " });
  expect([status, wire.data.text, wire.data.day]).toEqual([201, "Release day", day]);
  const another = (await service.addMember("member")).key;
  for (const key of [peer, another, service.org.key])
    expect((await seen(key)).map(({ id }) => id)).toContain(wire.data.id);
  const other = await service.addOrganization("Elsewhere");
  expect(await seen(other.key)).toEqual([]);
});

test("the author and administrators change and remove a note; other members are refused", async () => {
  const { id } = (await pin({ day, text: "Mine" })).wire.data;
  const another = (await service.addMember("member")).key;
  for (const method of ["PATCH", "DELETE"]) {
    const json = method === "PATCH" ? { text: "Theirs" } : undefined;
    const refused = await service.call(method, `/v1/notes/${id}`, { key: another, json });
    expect([refused.status, refused.wire.error.code]).toEqual([403, "forbidden"]);
  }
  const moved = await service.call("PATCH", `/v1/notes/${id}`, { key: service.org.key, json: { day: "2027-03-05" } });
  expect(moved.wire.data).toMatchObject({ day: "2027-03-05", text: "Mine" });
  const removed = await service.call("DELETE", `/v1/notes/${id}`, { key: peer });
  expect(removed.wire.data).toEqual({ id, deleted: true });
  expect((await service.call("DELETE", `/v1/notes/${id}`, { key: peer })).status).toBe(404);
  expect((await service.call("PATCH", "/v1/notes/none", { key: peer, json: { text: "a" } })).status).toBe(404);
});

test.each([
  [{ day: "2027-13-01", text: "a" }, "day"],
  [{ day: "2027-02-30", text: "a" }, "day"],
  [{ day: "9999-01-01", text: "a" }, "1970 to 2199"],
  [{ day: "0000-01-01", text: "a" }, "day"],
  [{ day, text: "" }, "text"],
  [{ day, text: "   " }, "text"],
  [{ day, text: "x".repeat(281) }, "text"],
  [{ day, text: "a\u0000b" }, "U+0000"],
])("the note %j is rejected", async (json, sentence) => {
  const { status, wire } = await pin(json);
  expect([status, wire.error.message]).toEqual([400, expect.stringContaining(sentence)]);
});
