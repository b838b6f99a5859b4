import { afterAll, beforeAll, expect, test } from "vitest";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { DraftContent, DraftSummary } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const contentOf = (text: string, more: Partial<DraftContent> = {}): DraftContent => ({
  parts: [text],
  own: {},
  images: [],
  channels: [],
  when: null,
  points: 20,
  post: null,
  ...more,
});

/** A member with functions that call the service as them. The clock moves on with each write. */
async function addWriter() {
  const { key } = await service.addMember("member");
  const call = async (method: string, path: string, json?: unknown) => {
    const { status, wire } = await service.call(method, `/v1${path}`, { key, json });
    if (method !== "GET") service.clock.add(1_000);
    return { status, wire };
  };
  return {
    key,
    call,
    save: async (content: DraftContent): Promise<string> => {
      const id = service.clock.newId();
      expect((await call("PUT", `/drafts/${id}`, { version: 0, content })).status).toBe(200);
      return id;
    },
    createDraftPosts: async (text: string): Promise<{ id: string; submission_id: string }[]> =>
      (await call("POST", "/posts", { channels: service.org.channelIds.slice(0, 2), text, draft: true })).wire.data,
    list: async (query = "with_posts=true"): Promise<{ data: DraftSummary[]; total: number }> => {
      const { wire } = await call("GET", `/drafts?${query}`);
      return { data: wire.data, total: wire.pagination.total };
    },
  };
}

const wordsOf = (list: { data: DraftSummary[] }) => list.data.map(({ words }) => words);

test("drafts and draft posts are one list: a submission is one entry with its channels, changed last first", async () => {
  const writer = await addWriter();
  await writer.save(contentOf("Oldest, unfinished"));
  const posts = await writer.createDraftPosts("A draft of a program");
  const newest = await writer.save(contentOf("Newest, unfinished"));
  const found = await writer.list();
  expect([wordsOf(found), found.total]).toEqual([
    ["Newest, unfinished", "A draft of a program", "Oldest, unfinished"],
    3,
  ]);
  expect(found.data[0]).toMatchObject({ id: newest, posts: [] });
  expect(found.data[1]).toMatchObject({
    id: posts[0]?.submission_id,
    channels: service.org.channelIds.slice(0, 2),
    posts: posts.map(({ id }) => ({ id, version: expect.any(Number) })),
    parts: 1,
  });
  // A program that knows only drafts reads what it always did.
  expect(wordsOf(await writer.list(""))).toEqual(["Newest, unfinished", "Oldest, unfinished"]);
  expect((await writer.list("with_posts=true&limit=1&offset=1")).data).toEqual([found.data[1]]);
});

test("a draft that edits a draft post takes the place of its submission", async () => {
  const writer = await addWriter();
  const posts = await writer.createDraftPosts("As it was saved");
  const edit = await writer.save(contentOf("As it is now", { post: { id: posts[1]?.id ?? "", version: 1 } }));
  const { data, total } = await writer.list();
  expect([wordsOf({ data }), total]).toEqual([["As it is now"], 1]);
  expect(data[0]).toMatchObject({ id: edit, posts: posts.map(({ id }) => ({ id })) });
  // Without the edit, the posts are there again.
  await writer.call("DELETE", `/drafts/${edit}`);
  expect(wordsOf(await writer.list())).toEqual(["As it was saved"]);
});

test("the drafts that edit a post are listed alone, also when the post is none of the service's", async () => {
  const writer = await addWriter();
  await writer.save(contentOf("New"));
  const [post] = (
    await writer.call("POST", "/posts", {
      channels: service.org.channelIds.slice(0, 1),
      text: "Planned",
      scheduled_for: "2027-06-01T10:00:00Z",
    })
  ).wire.data;
  await writer.save(contentOf("Changed", { post: { id: post.id, version: 1 } }));
  await writer.save(contentOf("Of another service", { post: { id: "no uuid", version: 1 } }));
  const edits = await writer.list("edits=true");
  expect([wordsOf(edits), edits.total]).toEqual([["Of another service", "Changed"], 2]);
  expect(edits.data.map((one) => one.post)).toEqual(["no uuid", post.id]);
  // A scheduled post is no draft; its edit is.
  expect((await writer.list()).data.map(({ posts }) => posts.length)).toEqual([0, 0, 0]);
});

test("a search finds drafts by text and name, and draft posts by the text of any channel", async () => {
  const writer = await addWriter();
  const id = await writer.save(contentOf("About the spring sale"));
  await writer.createDraftPosts('A "quoted" harvest of spring');
  expect((await writer.call("PATCH", `/drafts/${id}`, { name: "  Campaign 7  " })).wire.data).toMatchObject({
    id,
    name: "Campaign 7",
    version: 1,
  });
  const find = async (q: string) => wordsOf(await writer.list(`with_posts=true&q=${encodeURIComponent(q)}`));
  expect(await find("SPRING")).toHaveLength(2);
  expect(await find("campaign sale")).toEqual(["About the spring sale"]);
  expect(await find('"quoted" harvest')).toEqual(['A "quoted" harvest of spring']);
  // Words of the stored form are no text.
  expect(await find("text")).toEqual([]);
  const named = await writer.call("PATCH", `/drafts/${id}`, { name: "" });
  expect(named.wire.data.name).toBeNull();
});

test("a name survives saves, and another member can't set it", async () => {
  const [writer, other] = [await addWriter(), await addWriter()];
  const id = await writer.save(contentOf("Mine"));
  expect((await other.call("PATCH", `/drafts/${id}`, { name: "Theirs" })).status).toBe(404);
  await writer.call("PATCH", `/drafts/${id}`, { name: "Mine, named" });
  const saved = await writer.call("PUT", `/drafts/${id}`, { version: 1, content: contentOf("Mine, longer") });
  expect(saved.wire.data).toMatchObject({ version: 2, name: "Mine, named" });
  expect((await writer.call("PATCH", `/drafts/${id}`, { name: "n".repeat(121) })).status).toBe(400);
  await writer.call("DELETE", `/drafts/${id}`);
  expect((await writer.call("PATCH", `/drafts/${id}`, { name: "Gone" })).status).toBe(404);
});

test("another member's drafts and draft posts are in nobody else's list", async () => {
  const [writer, other] = [await addWriter(), await addWriter()];
  await writer.save(contentOf("Mine"));
  await writer.createDraftPosts("Mine too");
  expect(await other.list()).toEqual({ data: [], total: 0 });
});

test("many drafts are deleted and restored in one request, and those of others stay", async () => {
  const [writer, other] = [await addWriter(), await addWriter()];
  const ids = [await writer.save(contentOf("One")), await writer.save(contentOf("Two"))];
  const theirs = await other.save(contentOf("Theirs"));
  const change = async (action: string, of: string[]) =>
    (await writer.call("POST", "/drafts/changes", { action, ids: of })).wire.data.ids.toSorted();
  expect(await change("delete", [...ids, theirs, "no-id", ids[0]?.toUpperCase() ?? ""])).toEqual(ids.toSorted());
  expect(await change("delete", ids)).toEqual([]);
  expect([(await writer.list()).total, (await other.list()).total]).toEqual([0, 1]);
  expect(await change("restore", [...ids, theirs])).toEqual(ids.toSorted());
  expect((await writer.list()).total).toBe(2);
  // A draft that became posts does not come back beside them.
  const sent = await writer.save(contentOf("Sent"));
  await writer.call("POST", "/posts", {
    channels: service.org.channelIds.slice(0, 1),
    text: "Sent",
    draft: true,
    draft_id: sent,
  });
  expect(await change("restore", [sent])).toEqual([]);
});

test("five hundred drafts beside as many draft posts are read in pages, and all are deleted at once", async () => {
  const writer = await addWriter();
  const most = serverOnlyLimits.draftsPerMember;
  const ids: string[] = [];
  const title = "W".repeat(200);
  for (let at = 0; at < most; at += 1) ids.push(await writer.save(contentOf(`${title} ${at}`)));
  await writer.createDraftPosts("Beside them");
  const page = await writer.list("with_posts=true&limit=100&offset=400");
  expect([page.total, page.data.length, page.data[0]?.words.length]).toEqual([most + 1, 100, 140]);
  const deleted = await writer.call("POST", "/drafts/changes", { action: "delete", ids });
  expect([deleted.status, deleted.wire.data.ids.length]).toEqual([200, most]);
  expect(wordsOf(await writer.list())).toEqual(["Beside them"]);
}, 60_000);
