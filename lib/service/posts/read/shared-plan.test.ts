import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planStatuses, postStatuses } from "#lib/contract/resources/post-statuses.ts";
import type { Scope } from "#lib/contract/scopes.ts";
import type { Post, Submission } from "#lib/contract/types.ts";
import { insertApiKey } from "#lib/service/api-keys/insert-api-key.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

type Person = { memberId: string; key: string };
/** Each post of the author: its status, or `deleted` for a deleted scheduled post, and its channel. */
const states = [...postStatuses, "deleted"] as const;
const places = ["open", "closed"] as const;
type Label = `${(typeof states)[number]} ${(typeof places)[number]}`;

let service: TestService;
let author: Person;
let insider: Person;
let outsider: Person;
let limited: Person;
let admin: Person;
let stranger: Person;
let channels: Record<(typeof places)[number], string>;
const ids = new Map<Label, string>();
const submissions = new Map<Label, string>();

const ask = (method: string, path: string, { key }: Person, json?: unknown) =>
  service.call(method, `/v1${path}`, { key, ...(json !== undefined && { json }) });
const sql = (text: string, values: unknown[] = []) => service.database.pool.query(text, values);
const setSwitch = async (isOn: boolean) => {
  const answer = await ask("PATCH", "/organization", admin, { settings: { shared_plan: isOn } });
  expect(answer.status).toBe(200);
};

beforeAll(async () => {
  service = await openTestService();
  const { channelIds, memberId, key } = service.org;
  const [open = "", closed = ""] = channelIds;
  channels = { open, closed };
  admin = { memberId, key };
  author = await service.addMember("member");
  insider = await service.addMember("member");
  outsider = await service.addMember("member");
  limited = await service.addMember("member", ["posts:read", "posts:write"]);
  stranger = await service.addOrganization("Elsewhere");
  await sql("update channels set restricted = true where id = $1", [closed]);
  await sql("insert into channel_members (channel_id, member_id) values ($1, $2), ($1, $3)", [
    closed,
    author.memberId,
    insider.memberId,
  ]);
  await sql("update members set name = 'Ada' where id = $1", [author.memberId]);
  for (const state of states) {
    for (const place of places) {
      const label: Label = `${state} ${place}`;
      const [post] = await service.create(
        { channels: [channels[place]], text: `needle <${label}> of Ada`, points: 7, draft: true },
        author.key,
      );
      if (!post?.submission_id) throw new Error("no post");
      ids.set(label, post.id);
      submissions.set(label, post.submission_id);
      await sql(
        `update posts set status = $2, scheduled_for = case when $2 in ('scheduled', 'publishing') then now() + interval '1 day' end,
           published_at = case when $2 = 'published' then now() end, error = 'The token of Ada expired', attempts = 3,
           failure_cause = case when $2 = 'failed' then 'reconnect' end, deleted_at = case when $3 then now() end where id = $1`,
        [post.id, state === "deleted" ? "scheduled" : state, state === "deleted"],
      );
    }
  }
});
afterAll(() => service.close());

const day = 86_400_000;
const range = () => {
  const at = (ms: number) => new Date(service.clock.now().getTime() + ms).toISOString();
  return `from=${at(-2 * day)}&to=${at(3 * day)}`;
};
/** Returns the labels of the author's posts in a text. */
const labelsIn = (text: string) => [...text.matchAll(/needle <([a-z]+ [a-z]+)>/g)].map(([, label]) => label).toSorted();
const unique = (labels: readonly (string | undefined)[]) => [...new Set(labels)];

/** Every read that returns posts of others, or could. */
const reads: Record<string, () => string> = {
  list: () => "/posts?member=all&limit=100",
  "list of the member": () => `/posts?member=${author.memberId}&limit=100`,
  "list of one channel": () => `/posts?member=all&channel=${channels.open}&channel=${channels.closed}`,
  "list by time": () => "/posts?member=all&sort=scheduled&order=asc",
  "list of statuses": () => `/posts?member=all&${postStatuses.map((status) => `status=${status}`).join("&")}`,
  search: () => "/posts?member=all&q=needle",
  "export as CSV": () => "/posts/export?member=all",
  "export as JSON": () => "/posts/export?member=all&format=json",
  submissions: () => "/submissions?member=all&limit=100",
  "submissions of the member": () => `/submissions?member=${author.memberId}&limit=100`,
  "search of submissions": () => "/submissions?member=all&q=needle",
};

/** The states that a reader sees of the author's posts. */
type Expected = { seen: readonly string[]; places: readonly string[] };
const cross = ({ seen, places: of }: Expected) =>
  seen.flatMap((state) => of.map((place) => `${state} ${place}`)).toSorted();
const everything: Expected = { seen: postStatuses, places };
const plan: Expected = { seen: planStatuses, places };
const openPlan: Expected = { seen: planStatuses, places: ["open"] };
const nothing: Expected = { seen: [], places: [] };

describe("the plan that members see of each other", () => {
  const readers: [string, () => Person, boolean, Expected][] = [
    ["an administrator", () => admin, true, everything],
    ["a member who may use both channels", () => insider, true, plan],
    ["a member who may use the open channel", () => outsider, true, openPlan],
    ["the author", () => author, true, everything],
    ["a stranger", () => stranger, true, nothing],
    ["an administrator without the switch", () => admin, false, everything],
  ];
  test.for(readers)("%s gets the same posts from every read", async ([, who, isOn, expected]) => {
    await setSwitch(isOn);
    const want = cross(expected);
    try {
      for (const [name, path] of Object.entries(reads)) {
        const answer = await ask("GET", path(), who());
        expect([name, answer.status, unique(labelsIn(answer.text))]).toEqual([name, 200, want]);
      }
      const inCalendar = await ask("GET", `/calendar?member=all&${range()}`, who());
      const shown = want.filter((label) => !label.startsWith("draft"));
      expect(unique(labelsIn(inCalendar.text))).toEqual(shown);
      for (const [label, id] of ids) {
        const status = want.includes(label) ? 200 : 404;
        expect([label, (await ask("GET", `/posts/${id}`, who())).status]).toEqual([label, status]);
        const submission = await ask("GET", `/submissions/${submissions.get(label)}`, who());
        expect([label, submission.status]).toEqual([label, status]);
      }
    } finally {
      await setSwitch(true);
    }
  });

  test.for([
    ["a member while the organization shares no plan", () => insider, false],
    ["a member's key without plan:read", () => limited, true],
  ] as const)("%s gets 403 for others' posts and 404 for one of them", async ([, who, isOn]) => {
    await setSwitch(isOn);
    try {
      for (const path of [...Object.values(reads).map((each) => each()), `/calendar?member=all&${range()}`]) {
        const answer = await ask("GET", path, who());
        expect([path, answer.status, answer.wire.error.code]).toEqual([path, 403, "forbidden"]);
      }
      for (const [label, id] of ids) {
        expect([label, (await ask("GET", `/posts/${id}`, who())).status]).toEqual([label, 404]);
        expect((await ask("GET", `/submissions/${submissions.get(label)}`, who())).status).toBe(404);
      }
    } finally {
      await setSwitch(true);
    }
  });

  test("counts are those of the lists", async () => {
    const expected: [Person, number][] = [
      [admin, places.length],
      [insider, places.length],
      [outsider, 1],
      [stranger, 0],
    ];
    for (const [who, each] of expected) {
      const isAdministrator = who === admin;
      for (const path of ["/posts/counts", "/submissions/counts"]) {
        const { data } = (await ask("GET", `${path}?member=all`, who)).wire;
        const hidden = isAdministrator ? places.length : 0;
        const { draft, failed, canceled, scheduled, publishing, published } = data;
        expect([path, draft, failed, canceled]).toEqual([path, hidden, hidden, hidden]);
        expect([path, scheduled, publishing, published]).toEqual([path, each, each, each]);
      }
    }
  });

  test("a list without a member has the caller's own posts alone, and own posts are whole in everyone's", async () => {
    expect(labelsIn((await ask("GET", "/posts?limit=100", insider)).text)).toEqual([]);
    const own = (await ask("GET", "/posts?status=failed", author)).wire.data;
    const listed = (await ask("GET", "/posts?status=failed&member=all", author)).wire.data;
    expect(listed).toEqual(own);
    expect(own[0]).toMatchObject({ points: 7, error: "The token of Ada expired" });
  });

  test("a colleague sees text, time, channel, author and links, and no points, claim, error, attempts or delay", async () => {
    const of = async (who: Person): Promise<Post> =>
      (await ask("GET", `/posts/${ids.get("publishing open")}`, who)).wire.data;
    const [whole, planned] = [await of(author), await of(outsider)];
    expect(planned).toMatchObject({
      posts: [{ text: "needle <publishing open> of Ada" }],
      scheduled_for: whole.scheduled_for,
      member: { id: author.memberId, name: "Ada" },
      channel_id: channels.open,
    });
    expect(planned).toMatchObject({ claim: null, error: null, failure: null, delay: null, created_via: null });
    expect([planned.points, planned.attempts]).toEqual([undefined, undefined]);
    expect([whole.points, whole.error, whole.attempts]).toEqual([7, "The token of Ada expired", 3]);
    const [submission]: Submission[] = (await ask("GET", "/submissions?member=all&status=publishing", outsider)).wire
      .data;
    for (const path of ["/posts?member=all", "/submissions?member=all", "/posts/export?member=all&format=json"]) {
      expect((await ask("GET", path, outsider)).text).not.toMatch(/token of Ada|"points":7/);
    }
    expect(submission?.posts[0]).toMatchObject({ claim: null, error: null });
  });

  test("a colleague reads neither the history nor the claim nor the drafts nor the inbox of another's post", async () => {
    for (const [label, id] of ids) {
      for (const path of [`/posts/${id}/events`, `/posts/${id}/claim`]) {
        expect([label, (await ask("GET", path, insider)).status]).toEqual([label, 404]);
      }
    }
    for (const path of ["/drafts", "/inbox", "/leaderboard", "/leaderboard/me", "/settings"]) {
      expect([path, labelsIn((await ask("GET", path, insider)).text)]).toEqual([path, []]);
    }
  });

  test("a submission of several authors is to each member their own part, and to others the plan", async () => {
    const label: Label = "scheduled open";
    const submission = submissions.get(label);
    const [mine] = await service.create({ channels: [channels.open], text: "Mine", draft: true }, insider.key);
    await sql("update posts set submission_id = $1 where id = $2", [submission, mine?.id]);
    const read = async (who: Person) =>
      (await ask("GET", `/submissions/${submission}`, who)).wire.data.posts.map(({ id }: Post) => id);
    expect(await read(insider)).toEqual([mine?.id]);
    expect(await read(author)).toEqual([ids.get(label)]);
    expect(await read(outsider)).toEqual([ids.get(label)]);
    await sql("delete from posts where id = $1", [mine?.id]);
  });

  test("every write to another's post answers a reader of the plan as before: it is not found", async () => {
    const writes: [string, string, unknown?][] = [
      ["PATCH", "", { version: 1, text: "x" }],
      ["DELETE", ""],
      ["POST", "/retry", {}],
      ["POST", "/cancel", {}],
      ["POST", "/restore", {}],
      ["POST", "/take-down", {}],
      ["PATCH", "/claim", { points: 1 }],
    ];
    const nowhere = service.clock.newId();
    const before = await sql("select * from posts order by id");
    for (const [label, id] of ids) {
      for (const [method, rest, json] of writes) {
        const [real, missing] = [
          await ask(method, `/posts/${id}${rest}`, insider, json),
          await ask(method, `/posts/${nowhere}${rest}`, insider, json),
        ];
        expect([label, method, rest, real.status, real.text]).toEqual([label, method, rest, 404, missing.text]);
      }
      const submission = `/submissions/${submissions.get(label)}`;
      const change = { versions: [{ id, version: 1 }], text: "x" };
      expect((await ask("POST", `${submission}/actions`, insider, { action: "delete" })).status).toBe(404);
      expect((await ask("DELETE", submission, insider)).status).toBe(404);
      expect((await ask("PATCH", submission, insider, change)).status).not.toBe(200);
      const bulk = (await ask("POST", "/posts/changes", insider, { action: "cancel", posts: [{ id }] })).wire.data;
      expect(bulk).toMatchObject({ changed: [], refused: [{ id, error: { code: "not_found" }, now: null }] });
    }
    const byFilter = await ask("POST", "/posts/changes", insider, { action: "delete", filter: { member: "all" } });
    expect(byFilter.status).toBe(403);
    expect((await sql("select * from posts order by id")).rows).toEqual(before.rows);
  });

  test("a member loses the plan of a channel with the right to use it", async () => {
    await sql("delete from channel_members where member_id = $1", [insider.memberId]);
    expect((await ask("GET", `/posts/${ids.get("scheduled closed")}`, insider)).status).toBe(404);
    await sql("insert into channel_members (channel_id, member_id) values ($1, $2)", [
      channels.closed,
      insider.memberId,
    ]);
    expect((await ask("GET", `/posts/${ids.get("scheduled closed")}`, insider)).status).toBe(200);
  });

  test("a blind review hides author and links of an undecided post from readers of the plan too", async () => {
    await ask("PATCH", "/organization", admin, { settings: { blind_review: true } });
    const id = ids.get("published open");
    await sql(
      `insert into claims (post_id, org_id, member_id, channel_id, platform, submission_id, points, published_at, evidence, words)
       select id, org_id, member_id, channel_id, platform, submission_id, 7, now(), '{}', '' from posts where id = $1`,
      [id],
    );
    const { data } = (await ask("GET", `/posts/${id}`, outsider)).wire;
    expect([data.member, data.published_urls, data.claim]).toEqual([null, [], null]);
    expect(labelsIn((await ask("GET", `/posts?member=${author.memberId}`, outsider)).text)).not.toContain(
      "published open",
    );
    await ask("PATCH", "/organization", admin, { settings: { blind_review: false } });
    expect((await ask("GET", `/posts/${id}`, outsider)).wire.data.member.name).toBe("Ada");
  });

  test("the switch is recorded in the audit log and takes plan:read from members, not from administrators", async () => {
    const scopesOf = async (who: Person) => (await ask("GET", "/me", who)).wire.data.scopes;
    await setSwitch(false);
    expect(await scopesOf(insider)).not.toContain("plan:read");
    expect(await scopesOf(admin)).toContain("plan:read");
    await setSwitch(true);
    expect(await scopesOf(insider)).toContain("plan:read");
    const log = (await ask("GET", "/audit-log", admin)).text;
    expect(log).toContain("shared_plan");
  });
});

test("an update of the server gives plan:read to sessions and administrators' keys, not to other keys and apps", async () => {
  const add = async (kind: string, { memberId }: Person, scopes: Scope[] = ["posts:read", "posts:write"]) => {
    const { id } = await inTransaction(service.database.pool, (tx) =>
      insertApiKey(tx, { memberId, name: "Before", scopes }, service.clock),
    );
    await sql("update api_keys set kind = $2 where id = $1", [id, kind]);
    return id;
  };
  const [session, key, app] = [await add("session", author), await add("key", author), await add("app", author)];
  const [adminKey, adminApp] = [await add("key", admin), await add("app", admin)];
  const writer = await add("key", admin, ["posts:write"]);
  const migration = await readFile(new URL("../../db/migrations/0048_shared_plan.sql", import.meta.url), "utf8");
  await sql(migration.split("--> statement-breakpoint")[0] ?? "");
  const { rows } = await sql("select id from api_keys where id = any($1) and 'plan:read' = any(scopes)", [
    [session, key, app, adminKey, adminApp, writer],
  ]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([session, adminKey].toSorted());
});
