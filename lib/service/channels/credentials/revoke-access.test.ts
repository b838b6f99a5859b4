import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  addAccount,
  createFormPlatform,
  createOAuthPlatform,
  createPlatformScript,
  type PlatformScript,
} from "#lib/service/channels/testing/scripted-accounts.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";

let script: PlatformScript;
let service: TestService;
beforeAll(async () => {
  service = await openTestService(
    {},
    {
      platformOf: (slug) =>
        slug === "linkedin" ? createFormPlatform(script, slug) : createOAuthPlatform(script, slug, "operator"),
    },
  );
  const keys = { clientId: "client of ours", clientSecret: "secret of ours" };
  await service.context.appKeys.save({ platform: "x", host: "", orgId: service.org.orgId }, keys);
});
beforeEach(() => {
  script = createPlatformScript();
});
afterAll(() => service.close());

const ask = (path: string, json: unknown, key = service.org.key) =>
  service.call("POST", `/v1/channels${path}`, { key, json });
const asked = () => script.asked.filter(({ what }) => what === "revoke").map(({ at }) => at);

async function connectByForm(username: string, key?: string): Promise<string> {
  addAccount(script, username);
  const values = { account: username, password: "p" };
  const { status, wire, text } = await ask("/connections", { platform: "linkedin", values }, key);
  if (status !== 201) throw new Error(text);
  return wire.data.channel.id;
}

async function connectByOAuth(username: string): Promise<string> {
  addAccount(script, username);
  const begun = await ask("/connections", { platform: "x" });
  const state = new URL(begun.wire.data.authorize_url).searchParams.get("state");
  const { status, wire, text } = await ask("/connections/finish", { state, code: username });
  if (status !== 200) throw new Error(text);
  return wire.data.channel.id;
}

test("disconnecting a channel revokes its access with the app credentials that obtained it", async () => {
  const id = await connectByOAuth("ada");
  expect(await ask(`/${id}/disconnect`, {})).toMatchObject({ status: 200, wire: { data: { disconnected: true } } });
  await expect.poll(asked).toEqual([
    {
      access: "the access of ada",
      host: "https://scripted.example.org",
      client: "client of ours",
      base: "https://scripted.example.org",
    },
  ]);
});

test("a failing or hanging revocation delays and undoes nothing, and logs no credentials", async () => {
  const logged: unknown[] = [];
  const { log } = service.context;
  service.context.log = Object.assign(Object.create(log), { warn: (...said: unknown[]) => void logged.push(said) });
  for (const revoking of ["hangs", "fails"] as const) {
    const id = await connectByForm(`eve-${revoking}`);
    script.revoking = revoking;
    const { status } = await ask(`/${id}/disconnect`, {});
    expect([status, (await ask(`/${id}/disconnect`, {})).status]).toEqual([200, 404]);
    // The revocation runs beside the answer: the next round must not change this one's result.
    await expect.poll(asked).toContainEqual(expect.objectContaining({ access: `the access of eve-${revoking}` }));
  }
  await expect.poll(() => logged).toHaveLength(1);
  expect(JSON.stringify(logged)).toContain("could not be revoked");
  expect(JSON.stringify(logged)).not.toContain("access of");
  service.context.log = log;
});

test("access that another channel of the same account needs is revoked only with the last channel", async () => {
  const other = await service.addOrganization("Difference Engines");
  const [first, second] = [await connectByForm("bob"), await connectByForm("bob", other.key)];
  expect((await ask(`/${first}/disconnect`, {})).status).toBe(200);
  expect(asked()).toEqual([]);
  expect((await ask(`/${second}/disconnect`, {}, other.key)).status).toBe(200);
  await expect.poll(asked).toHaveLength(1);
});

test("a refused disconnect revokes nothing", async () => {
  const id = await connectByForm("dan");
  await service.create({ channels: [id], thread: ["Later"], scheduled_for: new Date(Date.now() + 9e7).toISOString() });
  expect((await ask(`/${id}/disconnect`, {})).status).toBe(409);
  expect(asked()).toEqual([]);
  expect((await ask(`/${id}/disconnect`, { scheduled: "cancel" })).status).toBe(200);
  await expect.poll(asked).toHaveLength(1);
});
