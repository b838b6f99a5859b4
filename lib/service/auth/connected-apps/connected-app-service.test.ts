import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EmbeddedApps, OpenedSession } from "#lib/embedded-service.ts";
import {
  type AccountFixture,
  openAccountFixture,
  strongPassword,
  testVisitor,
} from "#lib/service/auth/testing/account-fixture.ts";
import { registerAppClient } from "./app-clients.ts";
import { redeemCode, refreshTokens } from "./app-tokens.ts";
import { createConnectedAppService } from "./connected-app-service.ts";

let at: AccountFixture;
let apps: EmbeddedApps;
beforeAll(async () => {
  at = await openAccountFixture();
  apps = createConnectedAppService(at.service.context, "http://localhost:3000/mcp");
});
afterAll(() => at.service.close());

const redirectUri = "https://assistant.example/callback";

/** Connects an app and returns functions that use its latest refresh token. */
async function connect(session: OpenedSession) {
  const { context } = at.service;
  const registered = await registerAppClient(context, { client_name: "Assistant", redirect_uris: [redirectUri] });
  const clientId = "ok" in registered ? (registered.ok as { client_id: string }).client_id : "";
  const verifier = "v".repeat(43);
  const search = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: hash("sha256", verifier, "base64url"),
    code_challenge_method: "S256",
  });
  const { ok } = await apps.allow(session, { search: `?${search}`, draftsOnly: true }, testVisitor);
  const code = new URL(ok?.url ?? "").searchParams.get("code") ?? "";
  let tokens = await redeemCode(context, { code, clientId, redirectUri, verifier, address: null });
  return async (): Promise<"works" | "ended"> => {
    const refreshToken = tokens?.refresh_token ?? "";
    tokens = await refreshTokens(context, { refreshToken, clientId, address: null });
    return tokens ? "works" : "ended";
  };
}
const appOf = async (email: string) => {
  const rows = await at.query(
    "select k.id from api_keys k join members m on m.id = k.member_id where m.email = $1 and k.kind = 'app'",
    [email],
  );
  return `app:${rows[0]?.["id"]}`;
};

/** Asks for a reset link by e-mail and returns its token. */
async function askReset(email: string): Promise<string> {
  const before = at.letters.length;
  at.accounts.askReset(email, testVisitor);
  await expect.poll(() => at.letters.length).toBe(before + 1);
  return /token=([0-9A-Za-z]+)/.exec(at.letters.at(-1)?.text ?? "")?.[1] ?? "";
}

test("a reset by e-mail lists connected apps and ends those that the person doesn't keep", async () => {
  for (const kept of [true, false]) {
    const email = `reset-${kept}@example.org`;
    const use = await connect(await at.join(email));
    const token = await askReset(email);
    const id = await appOf(email);
    const seen = await at.accounts.readReset(token);
    expect(seen?.review?.credentials).toMatchObject([
      { id, type: "app", name: "Assistant", address: testVisitor.address },
    ]);
    const password = "seven purple elephants whisper";
    expect(await at.accounts.reset(token, { password, keep: kept ? [id] : [] }, testVisitor)).toEqual({
      ok: undefined,
    });
    expect([kept, await use()]).toEqual([kept, kept ? "works" : "ended"]);
  }
});

test("signing out everywhere and a changed password leave connected apps, as they leave API keys", async () => {
  const session = await at.join("everywhere@example.org");
  const use = await connect(session);
  const password = "seven purple elephants whisper";
  expect(await at.accounts.setPassword(session, { current: strongPassword, password }, testVisitor)).toEqual({
    ok: undefined,
  });
  expect((await at.call(session, "POST", "/v1/sessions/end-all", { json: { keep_current: false } })).status).toBe(200);
  expect(await use()).toBe("works");
});
