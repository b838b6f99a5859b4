import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { createAppCredentialsStore } from "./app-credentials-store.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const installation = { platform: "x", host: "", orgId: null };
const keys = (name: string) => ({ clientId: `id of ${name}`, clientSecret: `hush of ${name}` });

test("app credentials of the environment come first, then the organization's, then the installation's", async () => {
  const { context, org } = service;
  const keyring = createAppCredentialsStore({ ...context, fixed: {} });
  const own = { ...installation, orgId: org.orgId };
  expect(await keyring.find(own)).toBeNull();
  await keyring.save(installation, keys("all"));
  expect(await keyring.find(own)).toEqual(keys("all"));
  await keyring.save(own, keys("first"));
  await keyring.save(own, keys("own"));
  expect(await keyring.find(own)).toEqual(keys("own"));
  expect(await keyring.find(installation)).toEqual(keys("all"));
  const fixed = createAppCredentialsStore({ ...context, fixed: { x: keys("environment") } });
  expect(await fixed.find(own)).toEqual(keys("environment"));
  expect([fixed.isFixed("x"), keyring.isFixed("x")]).toEqual([true, false]);
  await keyring.remove(own);
  expect(await keyring.find(own)).toEqual(keys("all"));
});

test("app credentials are sealed for their own row and can't be opened in another", async () => {
  const { context } = service;
  const { pool } = context;
  const here = { platform: "mastodon", host: "https://one.example", orgId: null };
  const there = { ...here, host: "https://two.example" };
  await context.appKeys.save(here, keys("one"));
  await context.appKeys.save(there, keys("two"));
  const { rows } = await pool.query("select sealed from platform_apps");
  for (const { sealed } of rows) expect(sealed).not.toMatch(/hush|id of/);
  await pool.query(
    "update platform_apps set sealed = (select sealed from platform_apps where host = $1) where host = $2",
    [here.host, there.host],
  );
  expect(await context.appKeys.find(here)).toEqual(keys("one"));
  expect(await context.appKeys.find(there)).toBeNull();
});

test("concurrent callers get the same stored key, and a key that can't be opened is replaced", async () => {
  const { context } = service;
  const at = { platform: "bluesky", host: "", orgId: null };
  const [one, other] = await Promise.all(["one", "two"].map((name) => context.appKeys.require(at, () => keys(name))));
  expect(other).toEqual(one);
  expect(await context.appKeys.require(at, () => keys("three"))).toEqual(one);
  await context.pool.query("update platform_apps set sealed = 'v2.gone.x' where platform = 'bluesky'");
  expect(await context.appKeys.require(at, () => keys("four"))).toEqual(keys("four"));
  expect(await context.appKeys.find(at)).toEqual(keys("four"));
});
