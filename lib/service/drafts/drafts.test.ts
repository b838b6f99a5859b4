import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "#lib/contract/limits.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { DraftContent } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { removeUnusedMedia } from "#lib/service/media/remove-unused-media.ts";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import { removeDeletedDrafts } from "./remove-deleted-drafts.ts";

let service: TestService;
let key = "";
let peer = "";
beforeAll(async () => {
  service = await openTestService();
  key = (await service.addMember("member")).key;
  peer = (await service.addMember("member")).key;
});
afterAll(() => service.close());

const contentOf = (...parts: string[]): DraftContent => ({
  parts,
  own: {},
  images: [],
  channels: [],
  when: null,
  points: 20,
  post: null,
});
const newId = () => service.clock.newId();
const save = (id: string, version: number, content: DraftContent, as = key, more = {}) =>
  service.call("PUT", `/v1/drafts/${id}`, { key: as, json: { version, content, ...more } });
const read = async (id: string, as = key) => (await service.call("GET", `/v1/drafts/${id}`, { key: as })).wire.data;
const list = async (query = "", as = key) => (await service.call("GET", `/v1/drafts${query}`, { key: as })).wire;
const remove = (id: string, as = key) => service.call("DELETE", `/v1/drafts/${id}`, { key: as });
const restore = (id: string, as = key) => service.call("POST", `/v1/drafts/${id}/restore`, { key: as });
const send = (draftId: string, more: Record<string, unknown> = {}, as = key) =>
  service.call("POST", "/v1/posts", {
    key: as,
    json: { channels: [service.org.channelIds[0]], text: "Sent", draft: true, draft_id: draftId, ...more },
  });
async function upload(as = key): Promise<string> {
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(await redBlue(4, 4).png().toBuffer())]), "a.png");
  return (await service.call("POST", "/v1/media", { key: as, body })).wire.data.id;
}

test("a stored draft is read back unchanged, with blanks and unfinished times", async () => {
  const id = newId();
  const content: DraftContent = {
    ...contentOf("  One \n\n", "", "e\u0301 \\u0000 👩‍👩‍👧"),
    own: { [newId()]: ["Otherwise", ""] },
    channels: [newId(), "gone"],
    when: { date: "2027-02-30", time: "", zone: "Nowhere/At all", dst_fold: "later" },
    points: 0,
    post: { id: "p", version: 3 },
  };
  const made = await save(id, 0, content);
  expect([made.status, made.wire.data.version, made.wire.data.words, made.wire.data.parts]).toEqual([200, 1, "One", 3]);
  expect(await read(id)).toMatchObject({ content, version: 1, deleted_at: null, created_post_ids: [] });
});

test("one of two concurrent writers gets a conflict, and neither text is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }), async (turns) => {
      const id = newId();
      let version = 0;
      for (const [at, firstBegins] of turns.entries()) {
        const writers = firstBegins ? ["a", "b"] : ["b", "a"];
        const answers = await Promise.all(writers.map((who) => save(id, version, contentOf(`${who} ${at}`))));
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const won = answers.findIndex(({ status }) => status === 200);
        const kept = await read(id);
        // The winner's stand, untouched by the loser; the loser still holds its own and may save them as another draft.
        expect(kept.content.parts).toEqual([`${writers[won]} ${at}`]);
        const copy = await save(newId(), 0, contentOf(`${writers[1 - won]} ${at}`));
        expect(copy.status).toBe(200);
        version = kept.version;
      }
      await service.database.pool.query("delete from drafts");
    }),
    { numRuns: 15 },
  );
}, 60_000);

test.each([
  ["NUL", "a\0b", "content.parts.1 must not contain the character U+0000"],
  ["half a character", "a\ud83d", "content.parts.1 must not contain half of a character"],
])("%s is rejected with a sentence in every field", async (_, text, sentence) => {
  const refused = await save(newId(), 0, contentOf("fine", text));
  expect([refused.status, refused.wire.error.message]).toEqual([400, expect.stringContaining(sentence)]);
  for (const more of [
    { own: { c: [text] } },
    { own: { [text]: ["fine"] } },
    { channels: [text] },
    { when: { date: text, time: "", zone: "" } },
    { post: { id: text, version: 1 } },
  ]) {
    expect((await save(newId(), 0, { ...contentOf("fine"), ...more })).status).toBe(400);
  }
});

test("content over a limit is rejected, and so is content that is no draft", async () => {
  const many = (length: number) => Array.from({ length }, () => "a");
  expect((await save(newId(), 0, contentOf(...many(limits.parts)))).status).toBe(200);
  expect((await save(newId(), 0, contentOf(...many(limits.parts + 1)))).status).toBe(400);
  expect((await save(newId(), 0, contentOf("a".repeat(limits.partCharacters + 1)))).status).toBe(400);
  expect((await save(newId(), 0, contentOf(...many(50).map((a) => a.repeat(25_000))))).status).toBe(413);
  expect((await save("not-an-id", 0, contentOf("a"))).status).toBe(404);
  expect((await save(newId(), 3, contentOf("a"))).status).toBe(404);
  expect((await save(newId(), -1, contentOf("a"))).status).toBe(400);
});

describe("images", () => {
  test("a draft can't hold another member's image", async () => {
    const media = await upload(peer);
    const refused = await save(newId(), 0, { ...contentOf("a"), images: [{ media, name: "a.png", alt: "" }] });
    expect([refused.status, refused.wire.error.message]).toEqual([400, expect.stringContaining("no image of yours")]);
  });

  test("a draft's images remain while the draft can be restored, and are removed after that", async () => {
    const id = newId();
    const [media, unused] = [await upload(), await upload()];
    const image = { media, name: "a.png", alt: "A red and a blue half" };
    expect((await save(id, 0, { ...contentOf("a"), images: [image] })).status).toBe(200);
    const isThere = async (mediaId: string) =>
      (await service.database.pool.query("select 1 from media where id = $1", [mediaId])).rowCount === 1;
    service.clock.add(25 * 3_600_000);
    await removeUnusedMedia(service.context);
    expect([await isThere(media), await isThere(unused)]).toEqual([true, false]);
    expect((await read(id)).images).toEqual([
      { media, url: expect.stringContaining("/media/"), size_bytes: expect.any(Number) },
    ]);
    await remove(id);
    await removeUnusedMedia(service.context);
    expect(await isThere(media)).toBe(true);
    service.clock.add((serverOnlyLimits.restorableDays + 1) * 86_400_000);
    await removeDeletedDrafts(service.context);
    await removeUnusedMedia(service.context);
    expect(await isThere(media)).toBe(false);
  });
});

describe("deleting", () => {
  test("a deleted draft can be restored for 30 days, and a late save does not bring it back", async () => {
    const id = newId();
    await save(id, 0, contentOf("Mine"));
    expect((await remove(id)).wire.data).toEqual({ id, deleted: true });
    expect((await remove(id)).status).toBe(404);
    expect((await list()).data.map((one: { id: string }) => one.id)).not.toContain(id);
    expect((await save(id, 1, contentOf("Late"))).status).toBe(409);
    expect((await save(id, 0, contentOf("Late"))).status).toBe(409);
    expect((await restore(id)).status).toBe(200);
    expect((await read(id)).content.parts).toEqual(["Mine"]);
    await remove(id);
    service.clock.add((serverOnlyLimits.restorableDays + 1) * 86_400_000);
    expect((await restore(id)).status).toBe(404);
    await removeDeletedDrafts(service.context);
    expect((await service.call("GET", `/v1/drafts/${id}`, { key })).status).toBe(404);
  });

  test("only the draft's own member deletes and restores it", async () => {
    const id = newId();
    await save(id, 0, contentOf("Mine"));
    for (const as of [peer, service.org.key]) {
      expect([(await remove(id, as)).status, (await restore(id, as)).status]).toEqual([404, 404]);
      expect((await list("", as)).data.map((one: { id: string }) => one.id)).not.toContain(id);
    }
    // The same id is another draft for another member: neither hears of the other.
    expect((await save(id, 0, contentOf("Theirs"), peer)).status).toBe(200);
    expect((await read(id)).content.parts).toEqual(["Mine"]);
  });
});

describe("sending", () => {
  test("the create consumes the draft in its transaction, and a second create names the resulting posts", async () => {
    const id = newId();
    await save(id, 0, contentOf("Mine"));
    const refused = await send(id, { channels: ["nowhere"] });
    expect([refused.status, (await read(id)).deleted_at]).toEqual([400, null]);
    const sent = await send(id);
    expect(sent.status).toBe(201);
    const became = sent.wire.data.map((post: { id: string }) => post.id);
    expect(await read(id)).toMatchObject({ created_post_ids: became, deleted_at: expect.any(String) });
    const again = await send(id);
    expect([again.status, again.wire.error.code, again.wire.error.message]).toEqual([
      409,
      "conflict",
      expect.stringContaining(became[0]),
    ]);
    for (const answer of [await save(id, 1, contentOf("Late")), await restore(id)]) {
      expect([answer.status, answer.wire.error.message]).toEqual([409, expect.stringContaining(became[0])]);
    }
  });

  test("two concurrent creates make one submission, also of a draft that was never saved", async () => {
    for (const isSaved of [true, false]) {
      const id = newId();
      if (isSaved) await save(id, 0, contentOf("Mine"));
      const text = `From two places, saved: ${isSaved}`;
      const answers = await Promise.all([send(id, { text }), send(id, { text }), send(id, { text })]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      const { rows } = await service.database.pool.query("select id from posts where parts @> $1::jsonb", [
        JSON.stringify([{ text }]),
      ]);
      expect(rows).toHaveLength(1);
      expect((await save(id, 0, contentOf("Late"))).status).toBe(409);
    }
  });

  test("a repeat with the same key gets the same answer", async () => {
    const id = newId();
    const sent = () =>
      service.call("POST", "/v1/posts", {
        key,
        headers: { "idempotency-key": `repeat ${id}` },
        json: { channels: [service.org.channelIds[0]], text: "Once", draft: true, draft_id: id },
      });
    const [first, second] = [await sent(), await sent()];
    expect([first.status, second.status, second.text]).toEqual([201, 201, first.text]);
  });

  test("sending from a template keeps the template", async () => {
    const id = newId();
    await save(id, 0, contentOf("Every week"), key, { kind: "template" });
    expect([(await send(id)).status, (await send(id)).status]).toEqual([201, 201]);
    expect((await list("?kind=template")).data.map((one: { id: string }) => one.id)).toContain(id);
  });

  test("an invalid draft id is rejected", async () => {
    expect((await send("mine")).status).toBe(400);
  });
});

test("the list is searched by every word, paginated, and sorted by last change", async () => {
  const { key: own } = await service.addMember("member");
  const ids = Array.from({ length: 5 }, newId);
  for (const [at, id] of ids.entries()) {
    await save(id, 0, contentOf(`Number ${at}`, at % 2 ? "An Odd 100% one_" : "Even"), own);
    service.clock.add(1_000);
  }
  await save(ids[0] ?? "", 1, contentOf("Number 0, changed", "Even"), own);
  const first = await list("?limit=2", own);
  expect(first.data.map((one: { words: string }) => one.words)).toEqual(["Number 0, changed", "Number 4"]);
  expect(first.pagination).toEqual({ limit: 2, offset: 0, total: 5 });
  expect((await list("?limit=2&offset=4", own)).data).toHaveLength(1);
  expect((await list("?offset=9", own)).pagination.total).toBe(5);
  expect((await list("?q=odd+number", own)).pagination.total).toBe(2);
  expect((await list(`?q=${encodeURIComponent("100% ONE_")}`, own)).pagination.total).toBe(2);
  expect((await list(`?q=${encodeURIComponent("1000 %%")}`, own)).pagination.total).toBe(0);
});

test("a member has a limited number of drafts; deleted and sent ones don't count", async () => {
  const { key: own, memberId } = await service.addMember("member");
  await service.database.pool.query(
    `insert into drafts (member_id, id, kind, version, content, summary, words, media_ids, created_at, updated_at)
     select $1, gen_random_uuid(), 'draft', 1, '{}', '{}', '', '{}', now(), now() from generate_series(1, $2)`,
    [memberId, serverOnlyLimits.draftsPerMember - 1],
  );
  const id = newId();
  const answers = await Promise.all([save(id, 0, contentOf("a"), own), save(newId(), 0, contentOf("b"), own)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(answers.find(({ status }) => status === 400)?.wire.error.message).toContain(
    `${serverOnlyLimits.draftsPerMember}`,
  );
  const one = answers[0]?.status === 200 ? id : (answers[1]?.wire.data.id as string);
  expect((await save(one, 1, contentOf("A change of one that is there"), own)).status).toBe(200);
  await remove(one, own);
  expect((await save(newId(), 0, contentOf("b"), own)).status).toBe(200);
  expect((await restore(one, own)).status).toBe(400);
});
