import { afterAll, beforeAll, expect, test } from "vitest";
import { listMemberships } from "#lib/service/auth/memberships.ts";
import { requireSignedInAccount } from "#lib/service/auth/require-signed-in.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { closeSession } from "./close-session.ts";
import { openAccountSession } from "./open-session.ts";

let service: TestService;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

test("an account's session has its own key with the role's scopes, which ends with the session", async () => {
  const { context, org, clock, database } = service;
  const accountId = clock.newId();
  await database.pool.query("insert into accounts (id, email, name) values ($1, 'ada@example.org', 'Ada')", [
    accountId,
  ]);
  await database.pool.query("update members set account_id = $2 where id = $1", [org.memberId, accountId]);
  const input = {
    accountId,
    memberId: org.memberId,
    way: "passkey",
    device: "Chrome on Linux",
    address: null,
  } as const;
  const event = { type: "session.sign_in", method: "passkey" } as const;
  const proof = { provedAt: clock.now(), twoFactor: true };
  const opened = await inTransaction(database.pool, (tx) => openAccountSession(tx, { ...input, proof, event }, clock));
  const ask = () =>
    service.call("GET", "/v1/me", { key: opened.key, headers: { "x-postwright-session": opened.sessionId } });
  expect((await ask()).wire.data.scopes).toContain("claims:review");
  expect(await requireSignedInAccount(context.db, opened)).toMatchObject({
    accountId,
    memberId: org.memberId,
    role: "owner",
  });
  expect((await listMemberships(context.db, accountId)).map((one) => one.memberId)).toEqual([org.memberId]);

  await closeSession(context.db, opened.sessionId, clock);
  service.http.flushKeys();
  expect((await ask()).status).toBe(401);
  // Without the session header the key must not work alone: it is revoked with the session.
  expect((await service.call("GET", "/v1/me", { key: opened.key })).status).toBe(401);
  await expect(requireSignedInAccount(context.db, opened)).rejects.toThrow(/no longer signed in/);
});
