import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openReviewFixture, type ReviewFixture } from "./testing/review-fixture.ts";

let stage: ReviewFixture;
let author: { memberId: string; key: string };
let undecided: string;
let decided: string;

const url = "https://x.example/secret_account/1";
const today = () => stage.service.clock.now().getTime();
const around = () =>
  `from=${new Date(today() - 5 * 86_400_000).toISOString()}&to=${new Date(today() + 86_400_000).toISOString()}`;

beforeAll(async () => {
  stage = await openReviewFixture();
  author = await stage.service.addMember("member");
  await stage.pool.query("update members set name = 'Somebody Secret' where id = $1", [author.memberId]);
  [undecided = "", decided = ""] = await stage.claims(2, { memberIds: [author.memberId], text: "'Zanzibar ' || n" });
  for (const id of [undecided, decided]) {
    await stage.pool.query(
      `insert into planned_parts (post_id, channel_id, number, text, part_key, state, sent_at, remote_id, url, proof)
       select id, channel_id, 1, 'text', id::text, 'sent', published_at, id::text, $2, 'answer' from posts where id = $1`,
      [id, url],
    );
    await stage.pool.query(
      "insert into post_events (id, post_id, member_id, kind, detail, at) values (uuidv7(), $1, $2, 'created', '{}', now())",
      [id, author.memberId],
    );
  }
  await stage.settings({ blind_review: true });
  await stage.decide(decided, { version: 1, action: "approve" });
});
afterAll(() => stage.close());

/** Everything that names the authors of posts, as an administrator asks. */
const lists = () => [
  "/posts?member=all&limit=100",
  "/posts?member=all&q=Zanzibar",
  "/posts?member=all&status=published&sort=published",
  `/calendar?member=all&${around()}`,
  "/posts/export?format=csv&member=all",
  "/posts/export?format=json&member=all",
];
const ofOne = () => [`/posts/${undecided}`, `/posts/${undecided}/events`];

describe("posts in blind review", () => {
  test.each([0, 1])("the post and its timeline (%i) don't reveal the author to reviewers", async (at) => {
    const path = ofOne()[at] ?? "";
    for (const key of [stage.admin.key, stage.other.key]) {
      const { status, text } = await stage.ask("GET", path, key);
      expect(status).toBe(200);
      expect(text).not.toContain(author.memberId);
      expect(text).not.toContain("Somebody Secret");
      expect(text).not.toContain("secret_account");
    }
    const own = await stage.ask("GET", path, author.key);
    expect(own.text).toContain("Somebody Secret");
  });

  test("every list shows an undecided post without author and addresses, and a decided one with them", async () => {
    for (const path of lists()) {
      const { status, text } = await stage.ask("GET", path, stage.admin.key);
      expect([path, status]).toEqual([path, 200]);
      expect(text).toContain(undecided);
      for (const one of piecesOf(path, text, undecided)) {
        expect(one).not.toContain(author.memberId);
        expect(one).not.toContain("Somebody Secret");
        expect(one).not.toContain("secret_account");
      }
      expect(piecesOf(path, text, decided).join("")).toContain("Somebody Secret");
    }
    const { wire } = await stage.ask("GET", `/posts/${undecided}`, stage.admin.key);
    expect(wire.data).toMatchObject({ member: null, published_urls: [], progress: [{ state: "sent", url: null }] });
  });

  test("a member filter leaves out undecided posts, in pages and in counts", async () => {
    const of = `member=${author.memberId}`;
    for (const path of [
      `/posts?${of}`,
      `/posts?${of}&q=Zanzibar`,
      `/calendar?${of}&${around()}`,
      `/posts/export?format=csv&${of}`,
      `/posts/export?format=json&${of}`,
    ]) {
      const { text } = await stage.ask("GET", path, stage.admin.key);
      expect([path, text.includes(undecided), text.includes(decided)]).toEqual([path, false, true]);
    }
    const { wire } = await stage.ask("GET", `/posts?${of}`, stage.admin.key);
    expect(wire.pagination.total).toBe(1);
    const counts = await stage.ask("GET", `/posts/counts?${of}`, stage.admin.key);
    expect(counts.wire.data.published).toBe(1);
  });

  test("members see their own posts in full, and so do administrators", async () => {
    const { wire } = await stage.ask("GET", "/posts", author.key);
    expect(wire.data).toHaveLength(2);
    for (const post of wire.data)
      expect(post).toMatchObject({ member: { name: "Somebody Secret" }, published_urls: [url] });
    const own = await stage.claim({ memberIds: [stage.admin.memberId] });
    const { wire: mine } = await stage.ask("GET", "/posts?member=all&limit=100", stage.admin.key);
    const found = mine.data.find(({ id }: { id: string }) => id === own);
    expect(found.member.id).toBe(stage.admin.memberId);
    expect((await stage.ask("GET", `/posts/${own}`, stage.other.key)).wire.data.member).toBeNull();
  });

  test("reviewers see the author after the decision or when blind review is turned off", async () => {
    await stage.settings({ blind_review: false });
    expect((await stage.ask("GET", `/posts/${undecided}`, stage.admin.key)).wire.data.member.name).toBe(
      "Somebody Secret",
    );
    await stage.settings({ blind_review: true });
    await stage.decide(undecided, { version: 1, action: "reject", reason: "No link" });
    expect((await stage.ask("GET", `/posts/${undecided}`, stage.admin.key)).wire.data).toMatchObject({
      member: { name: "Somebody Secret" },
      published_urls: [url],
    });
  });
});

/** What an answer says of one post. */
function piecesOf(path: string, text: string, id: string): string[] {
  if (path.includes("csv")) return text.split("\r\n").filter((line) => line.includes(id));
  const whole = JSON.parse(text);
  const all: unknown[] = path.includes("calendar") ? whole.data.entries : (whole.data ?? whole);
  return all.map((one) => JSON.stringify(one)).filter((one) => one.includes(id));
}
