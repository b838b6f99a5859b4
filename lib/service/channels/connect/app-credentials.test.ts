import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ConnectFixture, openConnectFixture } from "#lib/service/channels/testing/connect-fixture.ts";

let stage: ConnectFixture;
beforeAll(async () => {
  stage = await openConnectFixture();
});
afterAll(() => stage.close());
beforeEach(() => stage.clear());

describe("app credentials", () => {
  const named = ({ name }: { name: string }) => name;
  const given = { client_id: "our client", client_secret: "our very secret" };

  test("an administrator can set, view without the secret, and remove them for their organization", async () => {
    expect((await stage.ask("GET", "/channels/platforms/x/app")).wire.data).toEqual({
      platform: "x",
      client_id: null,
      has_secret: false,
      from: null,
      use: "one",
      redirect_uri: "http://localhost:3000/channels/connected",
    });
    const set = await stage.ask("PUT", "/channels/platforms/x/app", given);
    expect(set.wire.data).toMatchObject({ client_id: "our client", has_secret: true, from: "here" });
    const { rows } = await stage.service.database.pool.query("select sealed from platform_apps");
    expect(set.text + rows[0].sealed).not.toContain("very secret");
    await stage.begin({ platform: "x", host: undefined });
    expect(stage.script.asked.at(-1)?.at["client"]).toBe("our client");
    const elsewhere = await stage.service.addOrganization("Without keys");
    const shownElsewhere = await stage.ask("GET", "/channels/platforms/x/app", undefined, elsewhere.key);
    expect(shownElsewhere.wire.data.client_id).toBeNull();
    const member = await stage.service.addMember("member");
    expect((await stage.ask("GET", "/channels/platforms/x/app", undefined, member.key)).status).toBe(403);
    expect((await stage.ask("DELETE", "/channels/platforms/x/app")).wire.data.client_id).toBeNull();
    expect((await stage.ask("GET", "/channels/platforms")).wire.data[0].is_set_up).toBe(false);
  });

  test("an administrator can choose the application's purpose where the platform has several", async () => {
    expect((await stage.ask("GET", "/channels/platforms")).wire.data[0].app_uses.map(named)).toEqual(["one", "more"]);
    const wrong = await stage.ask("PUT", "/channels/platforms/x/app", { ...given, use: "less" });
    expect([wrong.status, wrong.wire.error.field]).toEqual([400, "use"]);
    expect((await stage.ask("PUT", "/channels/platforms/x/app", { ...given, use: "more" })).wire.data.use).toBe("more");
    await stage.begin({ platform: "x", host: undefined });
    expect(stage.script.asked.at(-1)?.at["use"]).toBe("more");
    expect((await stage.ask("PUT", "/channels/platforms/x/app", given)).wire.data.use).toBe("one");
  });

  test("other platforms accept no app credentials", async () => {
    for (const platform of ["bluesky", "mastodon", "nowhere"]) {
      expect((await stage.ask("PUT", `/channels/platforms/${platform}/app`, given)).status).toBe(404);
    }
  });
});
