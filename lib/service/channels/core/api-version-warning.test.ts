import { afterAll, beforeAll, expect, test } from "vitest";
import { linkedin } from "#lib/service/channels/platforms/linkedin/platform.ts";
import { x } from "#lib/service/channels/platforms/x/platform.ts";
import { type ConnectFixture, openConnectFixture } from "#lib/service/channels/testing/connect-fixture.ts";
import { addAccount } from "#lib/service/channels/testing/scripted-accounts.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { createApiVersionWarner, getApiVersionWarning } from "./api-version-warning.ts";

let stage: ConnectFixture;
beforeAll(async () => {
  stage = await openConnectFixture();
});
afterAll(() => stage.close());

const { warnFrom = "" } = linkedin.version ?? {};
const at = (ms: number) => new Date(Date.parse(warnFrom) + ms);

test("only a version that its platform will soon retire causes a warning", () => {
  expect(getApiVersionWarning(linkedin, at(-1))).toBeNull();
  expect(getApiVersionWarning(linkedin, at(0))).toMatch(/^This Postwright uses version \d{6} of LinkedIn's API, which/);
  expect(getApiVersionWarning(x, at(100 * dayMs))).toBeNull();
});

test("the warning is logged once a day, and only if an account is connected on that platform", async () => {
  const { context, database } = stage.service;
  const told: string[] = [];
  let now = at(0);
  const warn = createApiVersionWarner({
    pool: database.pool,
    clock: { ...context.clock, now: () => now },
    platformOf: () => ({ ...linkedin }),
    log: Object.assign(Object.create(context.log), { warn: (_: object, words: string) => told.push(words) }),
  });
  await warn();
  expect(told).toEqual([]);
  addAccount(stage.script, "ada");
  expect((await stage.byForm("ada")).status).toBe(201);
  now = at(dayMs);
  for (let turn = 0; turn < 5; turn += 1) await warn();
  expect(told).toHaveLength(1);
  now = at(2 * dayMs);
  await warn();
  expect(told).toEqual([getApiVersionWarning(linkedin, now), getApiVersionWarning(linkedin, now)]);
});
