import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role, Scope } from "#lib/contract/scopes.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { DraftContent, DraftSummary } from "#lib/contract/types.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { redBlue } from "#lib/service/media/testing/test-images.ts";

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

async function addPerson(role: Role) {
  const { key, memberId } = await service.addMember(role);
  const call = async (method: string, path: string, json?: unknown) => {
    const { status, wire } = await service.call(method, `/v1${path}`, { key, json });
    return { status, wire };
  };
  return {
    key,
    memberId,
    call,
    async saveTemplate(content: DraftContent, id = service.clock.newId()): Promise<string> {
      expect((await call("PUT", `/drafts/${id}`, { version: 0, kind: "template", content })).status).toBe(200);
      return id;
    },
    share: (id: string, shared = true) => call("PATCH", `/drafts/${id}`, { shared }),
    async list(query = "&with_shared=true"): Promise<DraftSummary[]> {
      return (await call("GET", `/drafts?kind=template${query}`)).wire.data;
    },
  };
}

/** Gives the member as many drafts as they may have. */
const fillQuota = (memberId: string) =>
  service.database.pool.query(
    `insert into drafts (member_id, id, kind, version, content, summary, words, media_ids, created_at, updated_at)
     select $1, gen_random_uuid(), 'draft', 1, '{}', '{}', '', '{}', now(), now() from generate_series(1, $2)`,
    [memberId, serverOnlyLimits.draftsPerMember],
  );

const idsOf = (list: readonly DraftSummary[]) => list.map(({ id }) => id);

test("a template is its author's alone until they share it, and again after they stop", async () => {
  const [author, other] = [await addPerson("member"), await addPerson("member")];
  const id = await author.saveTemplate(contentOf("#Northwind #Release #Docs"));
  expect(idsOf(await other.list())).not.toContain(id);
  expect((await other.call("GET", `/drafts/${id}`)).status).toBe(404);
  expect((await other.share(id)).status).toBe(404);

  expect((await author.share(id)).wire.data).toMatchObject({ shared: true, author: null, version: 1 });
  await author.call("PATCH", `/drafts/${id}`, { name: "Our hashtags" });
  const seen = (await other.list("&with_shared=true&q=hashtags")).find((one) => one.id === id);
  expect(seen).toMatchObject({ name: "Our hashtags", shared: true, author: { id: author.memberId } });
  expect(seen?.author?.name).toMatch(/^Member /);
  expect((await other.call("GET", `/drafts/${id}`)).wire.data).toMatchObject({
    content: { parts: ["#Northwind #Release #Docs"] },
    author: { id: author.memberId },
  });
  // Clients that don't ask for shared templates list their own, as before.
  expect(idsOf(await other.list(""))).not.toContain(id);

  expect((await author.share(id, false)).wire.data.shared).toBe(false);
  expect(idsOf(await other.list())).not.toContain(id);
  expect((await other.call("GET", `/drafts/${id}`)).status).toBe(404);
});

test("members read a shared template, and only its author and administrators change or delete it", async () => {
  const [author, other, admin] = [await addPerson("member"), await addPerson("member"), await addPerson("admin")];
  const id = await author.saveTemplate(contentOf("Weekly"));
  await author.share(id);
  for (const [method, body] of [["PATCH", { name: "Mine now" }], ["PATCH", { shared: false }], ["DELETE"]] as const) {
    const refused = await other.call(method, `/drafts/${id}`, body);
    expect([refused.status, refused.wire.error.code]).toEqual([403, "forbidden"]);
  }
  expect((await other.call("POST", "/drafts/changes", { action: "delete", ids: [id] })).wire.data.ids).toEqual([]);
  // A save under its id is a draft of the member's own.
  expect((await other.call("PUT", `/drafts/${id}`, { version: 1, content: contentOf("Taken over") })).status).toBe(404);

  const renamed = await admin.call("PATCH", `/drafts/${id}`, { name: "Weekly, by the team" });
  expect(renamed.wire.data).toMatchObject({ name: "Weekly, by the team", author: { id: author.memberId } });
  expect((await admin.call("POST", "/drafts/changes", { action: "delete", ids: [id] })).wire.data.ids).toEqual([id]);
  expect(idsOf(await author.list())).not.toContain(id);
  expect((await other.call("GET", `/drafts/${id}`)).status).toBe(404);
  expect((await admin.call("POST", "/drafts/changes", { action: "restore", ids: [id] })).wire.data.ids).toEqual([id]);
  expect(idsOf(await other.list())).toContain(id);
  expect((await author.call("DELETE", `/drafts/${id}`)).status).toBe(200);
});

test("a restored template counts for its author, also when an administrator restores it", async () => {
  const [author, admin] = [await addPerson("member"), await addPerson("admin")];
  const id = await author.saveTemplate(contentOf("Restored by an administrator"));
  await author.share(id);
  const restore = () => admin.call("POST", "/drafts/changes", { action: "restore", ids: [id] });
  await admin.call("DELETE", `/drafts/${id}`);
  await fillQuota(admin.memberId);
  expect((await restore()).wire.data.ids).toEqual([id]);

  await admin.call("DELETE", `/drafts/${id}`);
  await fillQuota(author.memberId);
  for (const refused of [await restore(), await admin.call("POST", `/drafts/${id}/restore`)]) {
    const message = "There are already 500 drafts and templates, the most a member may have. Delete one first.";
    expect([refused.status, refused.wire.error.message]).toEqual([400, message]);
  }
});

test("an administrator's key without posts:manage changes no template of another member", async () => {
  const author = await addPerson("member");
  const id = await author.saveTemplate(contentOf("Guarded"));
  await author.share(id);
  const scopes: Scope[] = ["posts:read", "posts:write"];
  const admin = await service.addMember("admin", scopes);
  const call = (method: string, json?: unknown) => service.call(method, `/v1/drafts/${id}`, { key: admin.key, json });
  expect((await call("PATCH", { name: "Changed" })).status).toBe(403);
  expect((await call("DELETE")).status).toBe(403);
});

test("an administrator's key for drafts only shares no template and changes none that is shared, its member's own included", async () => {
  const [author, admin] = [await addPerson("member"), await addPerson("admin")];
  const [id, own] = [await author.saveTemplate(contentOf("Theirs")), await admin.saveTemplate(contentOf("Own"))];
  const ownShared = await admin.saveTemplate(contentOf("What colleagues publish from"));
  await author.share(id);
  await admin.share(ownShared);
  const scopes: Scope[] = ["posts:read", "posts:write", "posts:manage"];
  const created = await admin.call("POST", "/keys", { name: "Assistant", scopes, drafts_only: true });
  const key: string = created.wire.data.value;
  const call = (method: string, path: string, json?: unknown) => service.call(method, `/v1${path}`, { key, json });
  for (const refused of [
    await call("PATCH", `/drafts/${own}`, { shared: true }),
    await call("PATCH", `/drafts/${id}`, { name: "Changed" }),
    await call("PATCH", `/drafts/${id}`, { shared: false }),
    await call("DELETE", `/drafts/${id}`),
    await call("PUT", `/drafts/${ownShared}`, { version: 1, kind: "template", content: contentOf("Otherwise") }),
    await call("PATCH", `/drafts/${ownShared}`, { name: "Changed" }),
    await call("PATCH", `/drafts/${ownShared}`, { shared: false }),
    await call("DELETE", `/drafts/${ownShared}`),
    await call("POST", `/drafts/${ownShared}/restore`),
  ]) {
    const message = "This API key may write drafts only. Save a draft, and let a person do the rest.";
    expect([refused.status, refused.wire.error]).toEqual([403, { code: "forbidden", message }]);
  }
  const both = { action: "delete", ids: [id, ownShared] };
  expect((await call("POST", "/drafts/changes", both)).wire.data.ids).toEqual([]);
  const listed = (await author.list()).filter((one) => one.id === id || one.id === ownShared);
  expect(listed.map(({ name, shared }) => [name, shared])).toEqual([
    [null, true],
    [null, true],
  ]);
  expect((await admin.call("GET", `/drafts/${ownShared}`)).wire.data).toMatchObject({
    version: 1,
    content: { parts: ["What colleagues publish from"] },
  });
  expect((await call("PATCH", `/drafts/${own}`, { name: "Its member's own" })).status).toBe(200);
});

test("a shared template shows nobody else its images or the post it came from", async () => {
  const [author, other] = [await addPerson("member"), await addPerson("member")];
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(await redBlue(4, 4).png().toBuffer())]), "a.png");
  const media = (await service.call("POST", "/v1/media", { key: author.key, body })).wire.data.id;
  const image = { media, name: "a.png", alt: "Red and blue" };
  const post = service.clock.newId();
  const content = contentOf("With images", {
    images: [image],
    part_images: [{ ...image, part: 2, channel_id: null }],
    post: { id: post, version: 1, submission: [{ id: post, version: 1, channel_id: "c" }] },
  });
  const id = await author.saveTemplate(content);
  await author.share(id);
  const listed = (await other.list()).find((one) => one.id === id);
  expect(listed).toMatchObject({ images: 0, post: null });
  const read = (await other.call("GET", `/drafts/${id}`)).wire.data;
  for (const secret of [media, post]) expect(JSON.stringify([listed, read])).not.toContain(secret);
  expect(read).toMatchObject({ images: [], content: { images: [], post: null } });
  expect((await author.call("GET", `/drafts/${id}`)).wire.data.content).toEqual(content);
});

test("drafts are never shared, and a template that becomes a draft isn't any more", async () => {
  const [author, other] = [await addPerson("member"), await addPerson("member")];
  const draft = service.clock.newId();
  await author.call("PUT", `/drafts/${draft}`, { version: 0, content: contentOf("Unfinished") });
  expect((await author.share(draft)).wire.error).toMatchObject({ code: "invalid_request", field: "shared" });
  const id = await author.saveTemplate(contentOf("Was shared"));
  await author.share(id);
  const saved = await author.call("PUT", `/drafts/${id}`, { version: 1, kind: "draft", content: contentOf("Private") });
  expect([saved.status, saved.wire.data?.shared]).toEqual([200, false]);
  expect((await other.call("GET", `/drafts/${id}`)).status).toBe(404);
});

test("two shared templates of one organization never have the same id", async () => {
  const [author, other] = [await addPerson("member"), await addPerson("member")];
  const id = await author.saveTemplate(contentOf("First"));
  await author.share(id);
  await other.saveTemplate(contentOf("Second"), id);
  expect((await other.share(id)).status).toBe(409);
  expect((await other.call("GET", `/drafts/${id}`)).wire.data.content.parts).toEqual(["Second"]);
});

test("a shared template is invisible to other organizations", async () => {
  const author = await addPerson("member");
  const id = await author.saveTemplate(contentOf("Ours"));
  await author.share(id);
  const stranger = await service.addOrganization("Strangers");
  const call = (method: string, path: string, json?: unknown) =>
    service.call(method, `/v1${path}`, { key: stranger.key, json });
  expect(idsOf((await call("GET", "/drafts?kind=template&with_shared=true")).wire.data)).not.toContain(id);
  expect((await call("GET", `/drafts/${id}`)).status).toBe(404);
  expect((await call("PATCH", `/drafts/${id}`, { name: "Theirs" })).status).toBe(404);
  expect((await call("DELETE", `/drafts/${id}`)).status).toBe(404);
});
