import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Claim } from "#lib/contract/types.ts";
import type { Publisher } from "#lib/service/publishing/publisher.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { formatRefusal, openReviewFixture, type ReviewFixture } from "./testing/review-fixture.ts";

let stage: ReviewFixture;
beforeAll(async () => {
  stage = await openReviewFixture();
});
afterAll(() => stage.close());
afterEach(() => stage.settings({}));

const approve = { version: 1, action: "approve" };
const ids = (wire: { data: Claim[] }) => wire.data.map((claim) => claim.id);
const list = async (query: string, key = stage.admin.key) => (await stage.ask("GET", `/claims?${query}`, key)).wire;

describe("a claim of a published post", () => {
  let sending: PublishingFixture;
  let worker: Publisher;
  beforeAll(async () => {
    sending = await openPublishingFixture();
    worker = sending.makeWorker();
    await worker.start("all");
  });
  afterAll(() => sending.close());
  const claimsOf = async (id: string) =>
    (await sending.pool.query("select * from claims where post_id = $1", [id])).rows;
  const isOut = (id: string) =>
    waitUntil("it is published", async () => (await sending.rowOf(id)).status === "published");

  test("the claim opens once, when the post is published, with each part and its address", async () => {
    const id = await sending.write(worker, { parts: ["One of two", "Two of two"] });
    await isOut(id);
    const [claim, ...more] = await claimsOf(id);
    expect(more).toEqual([]);
    expect(claim).toMatchObject({ state: "pending", points: 20, words: "One of two Two of two", version: 1 });
    const items = await sending.timeline("x");
    expect(claim.evidence.parts).toEqual(
      items.map((item) => ({ text: item.text, url: `${sending.origin}/practice/practice_x/${item.id}` })),
    );
    const { rows } = await sending.pool.query("select kind, points, amount from ledger where post_id = $1", [id]);
    expect(rows).toEqual([{ kind: "claim", points: 0, amount: 20 }]);
  });

  test("a claim names an earlier near copy, and posts of one submission are not copies", async () => {
    const words = "Our autumn release brings calendars and a faster composer to everybody who writes";
    const first = await sending.write(worker, { parts: [`${words}.`] });
    await isOut(first);
    const second = await sending.write(worker, { parts: [`${words}!`], platform: "bluesky" });
    await isOut(second);
    const [[one], [two]] = [await claimsOf(first), await claimsOf(second)];
    expect([one.evidence.like, two.evidence.like]).toEqual([null, first]);
    expect(two.likeness).toHaveLength(16);
    const third = await sending.write(worker, { parts: ["Something else altogether about our new office"] });
    await isOut(third);
    expect((await claimsOf(third))[0].evidence.like).toBeNull();
  });

  test("a post without claimed points and a failed post open no claim", async () => {
    const failed = await sending.write(worker, { parts: ["This one is refused #fail-rejected"] });
    await waitUntil("it has failed", async () => (await sending.rowOf(failed)).status === "failed");
    expect(await claimsOf(failed)).toEqual([]);
    const free = await sending.write(worker, { parts: ["For nothing"], inMs: 3_600_000 });
    await sending.pool.query("update posts set points = 0 where id = $1", [free]);
    await sending.passTime(3_600_000);
    await isOut(free);
    expect(await claimsOf(free)).toEqual([]);
  });
});

describe("the author of a claim", () => {
  test("the author changes the points until the decision, also after the post is published", async () => {
    const id = await stage.claim();
    const change = (json: unknown, key = stage.author.key) => stage.ask("PATCH", `/posts/${id}/claim`, key, json);
    const { status, wire } = await change({ points: 35, version: 1 });
    expect([status, wire.data]).toMatchObject([200, { points: 35, version: 2, may_change: true }]);
    expect(wire.data.ledger.map((line: { kind: string; amount: number }) => [line.kind, line.amount])).toEqual([
      ["claim", 20],
      ["change", 35],
    ]);
    expect(formatRefusal(await change({ points: 40, version: 1 }))).toBe(
      "409 The claim has changed: it is at version 2, not 1.",
    );
    expect(formatRefusal(await change({ points: 40 }, stage.other.key))).toBe("404 The post was not found.");
    for (const [points, sentence] of [
      [-1, "at least 0"],
      [1.5, "a whole number"],
      [1e9, "at most 1000"],
    ]) {
      expect(formatRefusal(await change({ points }))).toBe(`400 points must be ${sentence}.`);
    }
    expect((await stage.get(id)).claim.points).toBe(35);
    await stage.decide(id, { version: 2, action: "approve" });
    expect(formatRefusal(await change({ points: 40 }))).toBe(
      "409 The claim is approved, so its points can't be changed any more.",
    );
    expect((await stage.ask("GET", `/posts/${id}`, stage.author.key)).wire.data.claim).toEqual({
      points: 35,
      status: "approved",
      awarded: 35,
    });
  });

  test("a draft's claim is its post's points, and the claim of a failed or canceled post has lapsed", async () => {
    const [post] = await stage.service.create(
      { channels: [stage.service.org.channelIds[0]], text: "Later", draft: true },
      stage.author.key,
    );
    const claim = async () => (await stage.ask("GET", `/posts/${post?.id}/claim`, stage.author.key)).wire.data;
    const changed = await stage.ask("PATCH", `/posts/${post?.id}/claim`, stage.author.key, { points: 7 });
    expect(changed.wire.data).toMatchObject({ status: "waiting", points: 7, version: null, ledger: [] });
    for (const status of ["failed", "canceled"]) {
      await stage.pool.query("update posts set status = $2 where id = $1", [post?.id, status]);
      expect(await claim()).toMatchObject({ status: "lapsed", awarded: null });
    }
    await stage.pool.query("update posts set status = 'publishing' where id = $1", [post?.id]);
    expect(formatRefusal(await stage.ask("PATCH", `/posts/${post?.id}/claim`, stage.author.key, { points: 8 }))).toBe(
      "409 The post is being published. Change its points afterwards.",
    );
    await stage.pool.query("update posts set status = 'published', points = 0 where id = $1", [post?.id]);
    expect(await claim()).toMatchObject({ status: "none", may_appeal: false });
    expect(formatRefusal(await stage.ask("PATCH", `/posts/${post?.id}/claim`, stage.author.key, { points: 8 }))).toBe(
      "409 This post claimed no points when it was published, so there is no claim to change.",
    );
  });

  test("the author appeals a rejection once, with text, and the claim is pending again and marked", async () => {
    const id = await stage.claim();
    const appeal = (text: unknown, key = stage.author.key) =>
      stage.ask("POST", `/posts/${id}/claim/appeal`, key, { text });
    expect(formatRefusal(await appeal("Look again."))).toBe(
      "409 Only a rejected claim can be appealed; this one is pending.",
    );
    await stage.decide(id, { version: 1, action: "reject", reason: "No." });
    expect(formatRefusal(await appeal(" "))).toBe("400 text must have at least 1 character.");
    expect(formatRefusal(await appeal("x".repeat(100_000)))).toBe("400 text must have at most 500 characters.");
    expect(formatRefusal(await appeal("Look again.", stage.other.key))).toBe("404 The post was not found.");
    const { wire } = await appeal("The second half is about it.");
    expect(wire.data).toMatchObject({ status: "pending", appeal: "The second half is about it.", may_appeal: false });
    expect((await stage.get(id)).claim).toMatchObject({ state: "pending", appeal: "The second half is about it." });
    expect(ids(await list("appealed=true"))).toContain(id);
    await stage.decide(id, { version: 3, action: "reject", reason: "Still no." });
    expect(formatRefusal(await appeal("Again."))).toBe(
      "409 This claim was already appealed. A claim can be appealed only once.",
    );
    expect((await stage.lines(id)).map((line) => line["kind"])).toEqual(["claim", "rejection", "appeal", "rejection"]);
  });

  test("another member's post, one without a claim and an unknown one get the same answer", async () => {
    const stranger = await stage.service.addMember("member");
    const id = await stage.claim();
    for (const asked of [id, stage.service.clock.newId(), "x"]) {
      for (const [method, rest, json] of [
        ["GET", "", undefined],
        ["PATCH", "", { points: 1 }],
        ["POST", "/appeal", { text: "x" }],
      ] as const) {
        expect(formatRefusal(await stage.ask(method, `/posts/${asked}/claim${rest}`, stranger.key, json))).toBe(
          "404 The post was not found.",
        );
      }
    }
  });
});

describe("the list of claims", () => {
  test("claims are oldest first and filtered by state, member, channel, amount, age and text", async () => {
    const { memberId } = await stage.service.addMember("member");
    const own = await stage.claims(4, {
      memberIds: [memberId],
      text: "'Story ' || n || ' of 100%'",
      ageSeconds: 7_200,
    });
    const [first = "", second = ""] = own;
    await stage.pool.query("update claims set points = 50 where post_id = $1", [second]);
    await stage.decide(first, approve);
    const mine = `member=${memberId}`;
    expect(ids(await list(mine))).toEqual(own);
    expect(ids(await list(`${mine}&order=newest`))).toEqual([...own].reverse());
    expect(ids(await list(`${mine}&state=pending`))).toEqual(own.slice(1));
    expect(ids(await list(`${mine}&state=pending&state=approved&limit=2&offset=1`))).toEqual(own.slice(1, 3));
    expect((await list(`${mine}&limit=1`)).pagination).toEqual({ limit: 1, offset: 0, total: 4 });
    expect(ids(await list(`${mine}&min=50`))).toEqual([second]);
    expect(ids(await list(`${mine}&max=20&q=story%203`))).toEqual([own[2]]);
    expect(ids(await list(`${mine}&q=100%25`))).toEqual(own);
    expect(ids(await list(`${mine}&q=1_0`))).toEqual([]);
    expect(ids(await list(`${mine}&channel=${stage.service.org.channelIds[1]}`))).toEqual([]);
    expect(ids(await list("member=x"))).toEqual([]);
    const at = new Date(Date.now() - 3_600_000).toISOString();
    expect(ids(await list(`${mine}&published_before=${at}`))).toEqual(own);
    expect(ids(await list(`${mine}&published_after=${at}`))).toEqual([]);
    for (const [query, sentence] of [
      ["limit=101", "limit must be at most 100."],
      ["offset=-1", "offset must be a whole number."],
    ]) {
      expect(formatRefusal(await stage.ask("GET", `/claims?${query}`, stage.admin.key))).toBe(`400 ${sentence}`);
    }
  });

  test("a page with whole texts completes each text beyond its end and its filter, and counts what it shows", async () => {
    const { memberId } = await stage.service.addMember("member");
    const [a = "", b = "", c = "", d = ""] = await stage.claims(4, { memberIds: [memberId], ageSeconds: 90 * 86_400 });
    const join = (posts: string[]) =>
      stage.pool.query("update claims set submission_id = $2 where post_id = any($1)", [
        posts,
        stage.service.clock.newId(),
      ]);
    await join([a, c]);
    await join([b, d]);
    await stage.pool.query("update claims set channel_id = $2 where post_id = $1", [
      c,
      stage.service.org.channelIds[1],
    ]);
    const page = async (query: string) => {
      const { data, pagination } = await list(`member=${memberId}&state=pending&whole_texts=true&${query}`);
      return [data.map((claim: Claim) => claim.id), pagination.total];
    };
    expect(await page("limit=1")).toEqual([[a, c], 4]);
    expect(await page("limit=1&offset=1")).toEqual([[b, d], 4]);
    expect(await page(`channel=${stage.service.org.channelIds[1]}`)).toEqual([[a, c], 2]);
    await stage.decide(c, approve);
    expect(await page("limit=1")).toEqual([[a], 3]);
  });

  test("claims are counted by state, with the time of the oldest pending one", async () => {
    const org = await stage.service.addOrganization("Counted");
    const seed = { orgId: org.orgId, memberIds: [org.memberId], channelId: org.channelIds[0] ?? "" };
    const counts = async () => (await stage.ask("GET", "/claims/counts", org.key)).wire.data;
    expect(await counts()).toEqual({ pending: 0, approved: 0, rejected: 0, oldest_pending_at: null });
    await stage.claims(3, seed);
    const { data } = await list("limit=1", org.key);
    expect(await counts()).toEqual({ pending: 3, approved: 0, rejected: 0, oldest_pending_at: data[0]?.published_at });
  });

  test("a claim shows for half a minute who else is viewing it", async () => {
    const id = await stage.claim();
    const look = async (key: string) => (await stage.ask("POST", `/claims/${id}/view`, key)).wire.data.viewer;
    expect(await look(stage.other.key)).toBeNull();
    expect(await look(stage.other.key)).toBeNull();
    expect((await look(stage.admin.key)).id).toBe(stage.other.memberId);
    expect((await stage.get(id)).claim.viewer.id).toBe(stage.other.memberId);
    expect((await stage.get(id, stage.other.key)).claim.viewer).toBeNull();
    stage.service.clock.add(31_000);
    expect((await stage.get(id)).claim.viewer).toBeNull();
    expect(await look(stage.admin.key)).toBeNull();
    expect(formatRefusal(await stage.ask("POST", "/claims/x/view", stage.admin.key))).toBe(
      "404 The claim was not found.",
    );
  });
});
