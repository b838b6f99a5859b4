import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generateApiKey, isApiKeyFormat } from "#lib/service/api-keys/api-key-token.ts";
import { closeSession } from "#lib/service/auth/sessions/close-session.ts";
import { openKeySession } from "#lib/service/auth/sessions/open-session.ts";
import { openTestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createDb } from "#lib/service/db/transaction.ts";
import { createTestClock, openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { toSlug } from "./create-organization.ts";
import { createInstallationSetup, type InstallationSetup } from "./installation-setup.ts";

type Fresh = { setup: InstallationSetup; count: (table: string) => Promise<number>; close: () => Promise<void> };

/** An installation that was never set up. */
async function openFresh(): Promise<Fresh> {
  const { pool, drop } = await openTestDatabase();
  return {
    setup: createInstallationSetup({ pool, db: createDb(pool), clock: createTestClock() }),
    count: async (table) => (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n,
    close: drop,
  };
}

const form = { organization: "Café Blå", name: "Ada", email: "ada@example.org" };
type Made = Awaited<ReturnType<InstallationSetup["setup"]>>;
const keyOf = (made: Made) => ("ok" in made ? made.ok.key : null);
const errorOf = (made: Made) => ("error" in made ? made.error : null);
const opened: Fresh[] = [];
const fresh = async () => {
  const one = await openFresh();
  opened.push(one);
  return one;
};
afterAll(() => Promise.all(opened.map((one) => one.close())));

describe("the setup link", () => {
  test("the link creates organization, administrator, key and three practice channels, once", async () => {
    const { setup, count } = await fresh();
    const token = (await setup.openSetup()) ?? "";
    expect(await setup.isSetupOpen(token)).toBe(true);
    const made = await setup.setup({ token, ...form });
    expect(isApiKeyFormat(keyOf(made) ?? "")).toBe(true);
    expect([await count("organizations"), await count("members"), await count("api_keys")]).toEqual([1, 1, 1]);
    expect([await count("member_totals"), await count("channels where practice"), await count("facts")]).toEqual([
      1, 3, 0,
    ]);

    expect(await setup.isSetupOpen(token)).toBe(false);
    expect(errorOf(await setup.setup({ token, ...form }))?.code).toBe("conflict");
    expect(await setup.openSetup()).toBeNull();
    expect(await count("organizations")).toBe(1);
  });

  test("twenty concurrent uses of the link succeed once", async () => {
    const { setup, count } = await fresh();
    const token = (await setup.openSetup()) ?? "";
    const made = await Promise.all(Array.from({ length: 20 }, () => setup.setup({ token, ...form })));
    expect(made.filter(keyOf)).toHaveLength(1);
    expect(await count("organizations")).toBe(1);
  });

  test("an unknown token is forbidden; the links of the last ten starts work", async () => {
    const { setup, count } = await fresh();
    const tokens: string[] = [];
    for (let start = 0; start < 11; start += 1) tokens.push((await setup.openSetup()) ?? "");
    for (const token of ["", "x", tokens[0] ?? ""]) {
      expect(await setup.isSetupOpen(token)).toBe(false);
      expect(errorOf(await setup.setup({ token, ...form }))?.code).toBe("forbidden");
    }
    expect(await count("organizations")).toBe(0);
    expect(keyOf(await setup.setup({ token: tokens[1] ?? "", ...form }))).not.toBeNull();
  });

  test("the link is stored as a hash", async () => {
    const { setup, count } = await fresh();
    const token = (await setup.openSetup()) ?? "";
    expect(await count(`facts where value::text like '%${token}%'`)).toBe(0);
    expect(await count("facts")).toBe(1);
  });

  test.for([
    [{ organization: " " }, /organization's name/],
    [{ organization: "a".repeat(101) }, /organization's name/],
    [{ name: "" }, /Your name/],
    [{ email: "ada" }, /e-mail/],
  ] as const)("a setup with %j is rejected, and the link can be used again", async ([wrong, message]) => {
    const { setup } = await fresh();
    const token = (await setup.openSetup()) ?? "";
    const error = errorOf(await setup.setup({ token, ...form, ...wrong }));
    expect(error).toEqual({ code: "invalid_request", message: expect.stringMatching(message) });
    expect(keyOf(await setup.setup({ token, ...form }))).not.toBeNull();
  });
});

describe("an unattended setup", () => {
  test("the settings create the organization with the given key, and are ignored once one exists", async () => {
    const { setup, count } = await fresh();
    const key = generateApiKey();
    expect(await setup.setUpUnattended({ ...form, key })).toBe(true);
    expect(await setup.setUpUnattended({ ...form, organization: "Another", key: generateApiKey() })).toBe(false);
    expect([await count("organizations"), await count("api_keys")]).toEqual([1, 1]);
  });

  test("one of several concurrent processes does it", async () => {
    const { setup, count } = await fresh();
    const done = await Promise.all(
      Array.from({ length: 5 }, () => setup.setUpUnattended({ ...form, key: generateApiKey() })),
    );
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await count("organizations")).toBe(1);
  });
});

describe("after setup", () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService();
  });
  afterAll(() => service.close());

  test("a second organization gets its own practice usernames and its own slug", async () => {
    const other = await service.addOrganization("Analytical Engines");
    const usernames = (await service.call("GET", "/v1/channels", { key: other.key })).wire.data.map(
      (one: { username: string }) => one.username,
    );
    expect(usernames).toEqual(["practice_x_2", "practice_bluesky_2", "practice_linkedin_2"]);
    expect((await service.call("GET", "/v1/me", { key: other.key })).wire.data.org.slug).toBe("analytical-engines-2");
  });

  test("a key opens a session that ends when it is closed, and an invalid key opens none", async () => {
    const { context, org } = service;
    const id = (await openKeySession(context.db, org.key, context.clock)) ?? "";
    const ask = () => service.call("GET", "/v1/me", { key: org.key, headers: { "x-postwright-session": id } });
    expect((await ask()).status).toBe(200);
    await closeSession(context.db, id, context.clock);
    service.http.flushKeys();
    expect((await ask()).status).toBe(401);
    await closeSession(context.db, "nothing", context.clock);
    expect(await openKeySession(context.db, generateApiKey(), context.clock)).toBeNull();
    expect(await openKeySession(context.db, "nonsense", context.clock)).toBeNull();
  });

  test("the leaderboard is sorted by points, then name, without removed members", async () => {
    const { org, database } = service;
    const people: [string, number, boolean][] = [
      ["Zoe", 500, false],
      ["Bob", 120, false],
      ["Amy", 120, false],
      ["Gone", 900, true],
    ];
    for (const [name, points, isGone] of people) {
      const { memberId } = await service.addMember("member");
      await database.pool.query("update members set name = $2, removed_at = $3 where id = $1", [
        memberId,
        name,
        isGone ? new Date() : null,
      ]);
      await database.pool.query("update member_totals set points = $2 where member_id = $1", [memberId, points]);
    }
    const { wire } = await service.call("GET", "/v1/leaderboard", { key: org.key });
    const shown = wire.data.map((one: { name: string; level: number; points: number }) => [
      one.name,
      one.level,
      one.points,
    ]);
    expect(shown).toEqual([
      ["Zoe", 5, 500],
      ["Amy", 2, 120],
      ["Bob", 2, 120],
      ["Ada of Analytical Engines", 1, 0],
    ]);
  });
});

test("a slug contains only characters that a URL allows", () => {
  expect(["Café Blå AS", "  --A--B--  ", "会社", "", "x".repeat(80)].map(toSlug)).toEqual([
    "cafe-bla-as",
    "a-b",
    "team",
    "team",
    "x".repeat(60),
  ]);
});

test("keys have one format and are unique", () => {
  const keys = Array.from({ length: 2000 }, generateApiKey);
  expect(new Set(keys).size).toBe(2000);
  for (const key of keys) expect(key).toMatch(/^pw_[0-9A-Za-z]{43,60}$/);
});
