import { describe, expect, test } from "vitest";
import { createApiKeyCache } from "#lib/service/api-keys/api-key-cache.ts";
import { strongPassword } from "#lib/service/auth/testing/account-fixture.ts";
import { createFreshPerson, provideAccountService } from "#lib/service/auth/testing/account-service-fixture.ts";

const at = provideAccountService();
const fresh = createFreshPerson("grace");

describe("sessions", () => {
  test("the list shows device, method and last use; an ended session is refused in every process", async () => {
    const { email, from } = fresh();
    const first = await at.join(email);
    const phone = (
      await at.accounts.signIn({ email, password: strongPassword }, { ...from, device: "Safari on iPhone" })
    ).ok;
    if (!phone) throw new Error("not signed in");
    const { pool, clock, log } = at.service.context;
    const elsewhere = createApiKeyCache({ pool, clock, log, processConnection: at.service.database.processConnection });
    await elsewhere.listening();
    const asked = { sessionId: phone.sessionId, fresh: false, route: null };
    expect(await elsewhere.find(phone.key, asked)).not.toBeNull();
    const list = async () => (await at.call(first, "GET", "/v1/sessions")).wire.data;
    expect(await list()).toMatchObject([
      { device: "Safari on iPhone", way: "password", current: false, organization: "Analytical Engines" },
      { device: "Chrome on Linux", way: "invitation", current: true },
    ]);
    const stranger = await at.join(fresh().email);
    const path = `/v1/sessions/${phone.sessionId}`;
    for (const id of [phone.sessionId, "nonsense", clock.newId()]) {
      expect((await at.call(stranger, "DELETE", `/v1/sessions/${id}`)).status).toBe(404);
    }
    expect((await at.call(first, "DELETE", path)).status).toBe(200);
    await expect.poll(() => elsewhere.find(phone.key, asked)).toBeNull();
    await expect.poll(async () => (await at.call(phone, "GET", "/v1/me")).status).toBe(401);
    expect((await at.call(first, "DELETE", path)).status).toBe(404);
    expect(await list()).toHaveLength(1);
    await elsewhere.close();
  });

  test("a member ends all sessions with or without the current one", async () => {
    const { email, from } = fresh();
    const first = await at.join(email);
    for (let more = 0; more < 3; more += 1) await at.accounts.signIn({ email, password: strongPassword }, from);
    const end = (json: unknown) => at.call(first, "POST", "/v1/sessions/end-all", { json });
    expect((await end({})).wire.data).toEqual({ ended: 3 });
    expect((await at.call(first, "GET", "/v1/me")).status).toBe(200);
    expect((await end({ keep_current: false })).wire.data).toEqual({ ended: 1 });
    await expect.poll(async () => (await at.call(first, "GET", "/v1/me")).status).toBe(401);
  });

  test("the last use is recorded at most once a minute without clearing the cache", async () => {
    const session = await at.join(fresh().email);
    const used = async () =>
      (await at.query("select last_used_at from sessions where id = $1", [session.sessionId]))[0];
    const before = await used();
    await at.call(session, "GET", "/v1/me");
    expect(await used()).toEqual(before);
    at.service.clock.add(61_000);
    await at.call(session, "GET", "/v1/me");
    await expect.poll(used).not.toEqual(before);
  });

  test("a session of an API key sees only its own organization's sessions", async () => {
    const { email, from } = fresh();
    const session = await at.join(email);
    const other = await at.service.addOrganization("Third House");
    await at.accounts.joinAs(session, await at.invite(other.key), from);
    expect((await at.call(session, "GET", "/v1/sessions")).wire.data).toHaveLength(2);
    const { wire } = await at.service.call("GET", "/v1/sessions", { key: session.key });
    expect(wire.data.map((one: { organization: string }) => one.organization)).toEqual(["Analytical Engines"]);
  });
});
