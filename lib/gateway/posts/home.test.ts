import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createClient, type ServiceClient } from "#lib/client/create-client.ts";
import { allCapabilities, type ServiceCapabilities } from "#lib/client/service-capabilities.ts";
import { getSubmissionTimeKey } from "#lib/contract/next-submissions.ts";
import { type EmbeddedService, setAppRuntime } from "#lib/embedded-service.ts";
import { countStatements } from "#lib/service/db/testing/count-statements.ts";
import { openTestService, type TestService, testOrigin } from "#lib/service/http/testing/test-service.ts";
import type { CreatedOrganization } from "#lib/service/members/create-organization.ts";
import { hasPublishedScheduledPost, readHomeOf } from "./home.ts";

vi.mock("server-only", () => ({}));

let service: TestService;
let org: CreatedOrganization;
let paths: string[] = [];
let client: ServiceClient;

beforeAll(async () => {
  service = await openTestService();
  setAppRuntime({
    embedded: { fetch: service.http } as unknown as EmbeddedService,
    hosting: { origin: testOrigin, secret: "", serviceUrl: null, listParams: { status: "", limit: "", offset: "" } },
    documents: { read: async () => "", describeDocumentedApi: () => "" },
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  org = await service.addOrganization("Home");
  paths = [];
  client = createClient({
    baseUrl: `${testOrigin}/v1`,
    key: org.key,
    fetch: (request) => {
      paths.push(new URL(request.url).pathname);
      return service.http(request);
    },
    timeoutMs: 10_000,
    keepsRepeats: true,
  });
});

const sql = (text: string, values: unknown[]) => service.database.pool.query(text, values);
const create = (json: Record<string, unknown>) => service.create({ channels: org.channelIds, ...json }, org.key);
const without = (...names: string[]): ServiceCapabilities =>
  new Set([...allCapabilities].filter((name) => !names.includes(name)));

/** Returns the instant in an hour and so many minutes. */
const inMinutes = (minutes: number) => new Date(Date.now() + 3_600_000 + minutes * 60_000).toISOString();

/** Three scheduled submissions, one of them with a second time, one being sent, a published one and a draft. */
async function fill(): Promise<void> {
  await create({ text: "Third", scheduled_for: inMinutes(3) });
  const [moved] = await create({ text: "First", scheduled_for: inMinutes(1) });
  const json = { version: moved?.version, scheduled_for: inMinutes(1.5) };
  const { status } = await service.call("PATCH", `/v1/posts/${moved?.id}`, { key: org.key, json });
  expect(status).toBe(200);
  await create({ text: "Second", scheduled_for: inMinutes(2) });
  const [sent] = await create({ text: "On its way" });
  await sql("update posts set status = 'published', published_at = now(), due_at = null where id = $1", [sent?.id]);
  await create({ text: "Kept", draft: true });
}

test("home is read by four calls and nine statements, however many posts are published", async () => {
  await fill();
  await readHomeOf(client, allCapabilities, false);
  paths = [];
  const statements = countStatements();
  const { ok } = await readHomeOf(client, allCapabilities, false);
  statements.end();
  expect(paths.toSorted()).toEqual(["/v1/drafts", "/v1/posts", "/v1/submissions", "/v1/submissions"]);
  expect(statements.read()).toBeLessThanOrEqual(9);
  expect(ok?.scheduledTotal).toBe(3);
  const entries = new Map((ok?.next ?? []).map((post) => [getSubmissionTimeKey(post), post.posts[0]?.text]));
  expect([...entries.values()]).toEqual(["First", "First", "Second"]);
  expect(ok?.moving).toHaveLength(org.channelIds.length);
});

test("services of earlier versions give the same page", async () => {
  await fill();
  const now = await readHomeOf(client, allCapabilities, false);
  const idsOf = ({ ok }: typeof now) => ({
    next: ok?.next.map(({ id }) => id).sort(),
    moving: ok?.moving.map(({ id }) => id).sort(),
    last: ok?.lastPublished?.id,
    drafts: ok?.drafts.total,
    hasPublished: ok?.hasPublished,
    hasScheduled: ok?.published.hasScheduled,
  });
  for (const missing of [["Standing.credited"], ["Standing.credited", "listSubmissions"]]) {
    expect(idsOf(await readHomeOf(client, without(...missing), false)), missing.join()).toEqual(idsOf(now));
    expect(idsOf(await readHomeOf(client, without(...missing), true)), missing.join()).toEqual(
      idsOf(await readHomeOf(client, allCapabilities, true)),
    );
  }
});

test("a post that was scheduled and is published counts for the first steps, however many came after it", async () => {
  const wholeMinute = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000).toISOString();
  const [planned] = await create({ text: "Planned", scheduled_for: wholeMinute });
  await sql("update posts set status = 'published', published_at = now(), due_at = null where id = $1", [planned?.id]);
  await sql("update posts set status = 'canceled', due_at = null where status = 'scheduled' and member_id = $1", [
    org.memberId,
  ]);
  const [later] = await create({ text: "At once" });
  await sql(
    "update posts set status = 'published', published_at = now() + interval '1 minute', due_at = null where id = $1",
    [later?.id],
  );
  const { ok } = await readHomeOf(client, allCapabilities, false);
  expect(ok?.published.hasScheduled).toBe(false);
  expect(await hasPublishedScheduledPost(client)).toBe(true);
});
