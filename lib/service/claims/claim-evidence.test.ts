import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { removeUnusedMedia } from "#lib/service/media/remove-unused-media.ts";
import { redBlue } from "#lib/service/media/testing/test-images.ts";
import { removeOldDeletedPosts } from "#lib/service/publishing/queue/remove-expired-records.ts";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createClaim } from "./create-claim.ts";
import { backfillSimilarity } from "./similarity/backfill-similarity.ts";
import { openReviewFixture, type ReviewFixture } from "./testing/review-fixture.ts";

let stage: ReviewFixture;
beforeAll(async () => {
  stage = await openReviewFixture();
});
afterAll(() => stage.close());
afterEach(() => stage.settings({}));

const approve = { version: 1, action: "approve" };
/** Looks at seeded claims as a worker does. */
const fill = () => backfillSimilarity(stage.pool, new AbortController().signal);

describe("evidence", () => {
  test("evidence remains after the post is deleted and after its row is purged", async () => {
    const id = await stage.claim({ text: "'Words that stay'" });
    await stage.ask("DELETE", `/posts/${id}`, stage.author.key);
    expect(await stage.get(id)).toMatchObject({ post_exists: false, parts: [{ text: "Words that stay" }] });
    await stage.pool.query("update posts set deleted_at = now() - interval '40 days' where id = $1", [id]);
    await removeOldDeletedPosts(stage.pool);
    expect((await stage.pool.query("select 1 from posts where id = $1", [id])).rows).toEqual([]);
    expect(await stage.get(id)).toMatchObject({ post_exists: false, parts: [{ text: "Words that stay" }] });
    expect((await stage.decide(id, approve)).status).toBe(200);
    const own = await stage.ask("GET", `/posts/${id}/claim`, stage.author.key);
    expect(own.wire.data).toMatchObject({ status: "approved", awarded: 20 });
  });

  test("evidence keeps its images until nothing else holds them", async () => {
    const upload = async () => {
      const body = new FormData();
      body.set("file", new Blob([new Uint8Array(await redBlue(4, 4).png().toBuffer())]), "a.png");
      return (await stage.service.call("POST", "/v1/media", { key: stage.author.key, body })).wire.data;
    };
    const [kept, free] = [await upload(), await upload()];
    const id = await stage.claim();
    const name = kept.url.split("/").at(-1);
    await stage.pool.query(
      `update claims set evidence = jsonb_set(evidence, '{images}', jsonb_build_array(jsonb_build_object('file_name', $2::text, 'width', 4, 'height', 4))) where post_id = $1`,
      [id, name],
    );
    await stage.pool.query("update media set created_at = now() - interval '2 days'");
    expect(await removeUnusedMedia(stage.service.context)).toBe(1);
    const { rows } = await stage.pool.query("select id from media where id = any($1)", [[kept.id, free.id]]);
    expect(rows).toEqual([{ id: kept.id }]);
    expect((await stage.get(id)).images).toEqual([{ url: kept.url, width: 4, height: 4, alt: "" }]);
  });

  test("evidence shows the author's history, earlier copies of the text, the rules and each step", async () => {
    const { memberId } = await stage.service.addMember("member");
    const text = "'The same long story about our autumn release and all that is in it'";
    const [first = "", second = ""] = await stage.claims(2, { memberIds: [memberId], text });
    await fill();
    await stage.settings({ review_rules: "One claim a post." });
    await stage.decide(first, { version: 1, action: "approve", points: 60 });
    expect(await stage.get(second)).toMatchObject({
      rules: "One claim a post.",
      author: { approved: 1, rejected: 0, pending: 1, points: 60, level: 2 },
      similar: [{ id: first, state: "approved", awarded: 60, likeness: 1 }],
      ledger: [{ kind: "claim" }],
    });
    expect((await stage.get(first)).similar).toEqual([]);
    const foreign = await stage.service.addOrganization("Copies");
    const copy = await stage.claim({
      orgId: foreign.orgId,
      memberIds: [foreign.memberId],
      channelId: foreign.channelIds[0] ?? "",
      text,
    });
    await fill();
    expect((await stage.get(copy, foreign.key)).similar).toEqual([]);
  });

  test("claims from before similarity get it filled in, oldest first, and pending copies are marked", async () => {
    const text = "'An old story about the harbour and the ships that came in that morning'";
    const [first = "", second = ""] = await stage.claims(2, { text });
    const [plain = ""] = await stage.claims(1, { text: "'https://example.org/'" });
    expect((await stage.get(second)).claim.like).toBeNull();
    expect(await fill()).toBeGreaterThanOrEqual(3);
    expect((await stage.get(second)).claim.like).toBe(first);
    expect([(await stage.get(first)).claim.like, (await stage.get(plain)).claim.like]).toEqual([null, null]);
    expect(await fill()).toBe(0);
  });

  test("of two copies published at the same instant one names the other", async () => {
    const text = "A copy of a story about copies that come at the very same time";
    const ids = await stage.claims(2, { text: `'${text}'` });
    const [early = "", late = ""] = ids;
    await stage.pool.query("delete from claims where post_id = any($1)", [ids]);
    const second = Promise.withResolvers<void>();
    // The later post is the first whose claim is opened, and the other one comes before that is committed.
    await inTransaction(stage.pool, async (tx) => {
      await createClaim(tx, late, text);
      inTransaction(stage.pool, (other) => createClaim(other, early, text)).then(second.resolve, second.reject);
      await waitUntil("the second one waits", async () => {
        // Locks of all databases are told, and those of other tests are beside ours.
        const { rows } = await stage.pool.query(
          "select 1 from pg_locks join pg_database d on d.oid = database where datname = current_database() and locktype = 'advisory' and not granted",
        );
        return rows.length > 0;
      });
    });
    await second.promise;
    expect((await stage.get(late)).claim.like).toBeNull();
    expect(await stage.get(early)).toMatchObject({ claim: { like: late }, similar: [{ id: late, likeness: 1 }] });
  });

  test("evidence says how many parts were joined into one item, also for older claims", async () => {
    const [id = "", alone = ""] = await stage.claims(2);
    await stage.pool.query(
      `update posts set delivery = 'joined', parts = '[{"text": "One"}, {"text": "Two"}, {"text": "Three"}]' where id = $1`,
      [id],
    );
    expect([(await stage.get(id)).joined_from, (await stage.get(alone)).joined_from]).toEqual([3, null]);
    await stage.pool.query("delete from claims where post_id = $1", [id]);
    await inTransaction(stage.pool, (tx) => createClaim(tx, id, "One Two Three"));
    await stage.pool.query("update posts set delivery = 'thread' where id = $1", [id]);
    expect((await stage.get(id)).joined_from).toBe(3);
  });

  test("evidence in blind review contains no address of the author until the decision", async () => {
    const id = await stage.claim();
    const url = "https://social.example/@grace/1";
    await stage.pool.query(
      "update claims set evidence = jsonb_set(evidence, '{parts,0,url}', to_jsonb($2::text)) where post_id = $1",
      [id, url],
    );
    expect((await stage.get(id)).parts[0].url).toBe(url);
    await stage.settings({ blind_review: true });
    const { text } = await stage.ask("GET", `/claims/${id}`, stage.admin.key);
    expect([text.includes(url), text.includes(stage.author.memberId)]).toEqual([false, false]);
    await stage.decide(id, approve);
    expect((await stage.get(id)).parts[0].url).toBe(url);
  });
});
