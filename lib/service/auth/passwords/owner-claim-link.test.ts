import { describe, expect, onTestFinished, test } from "vitest";
import { roleScopes, type Scope } from "#lib/contract/scopes.ts";
import { insertApiKey } from "#lib/service/api-keys/insert-api-key.ts";
import { createAccountService } from "#lib/service/auth/account-service.ts";
import { createPasskeyService } from "#lib/service/auth/passkeys/passkey-service.ts";
import { openKeySession } from "#lib/service/auth/sessions/open-session.ts";
import { createFirstOwnerSetup } from "#lib/service/auth/setup/first-owner-setup.ts";
import { strongPassword, testVisitor } from "#lib/service/auth/testing/account-fixture.ts";
import { provideAccountService } from "#lib/service/auth/testing/account-service-fixture.ts";
import { openTestDatabase } from "#lib/service/db/testing/test-database.ts";
import { createDb, inTransaction } from "#lib/service/db/transaction.ts";
import { createInstallationSetup } from "#lib/service/members/installation-setup.ts";
import { createOwnerClaimLink } from "./owner-claim-link.ts";

const at = provideAccountService();

const tokenOf = (url: string | null) => new URL(url ?? "none:").searchParams.get("token") ?? "";
const claimLink = (issuer: string | null = null) => createOwnerClaimLink(at.service.context, issuer);
/** Returns the dashboard session of a person who signed in with an API key. */
const signInByKey = async (key: string) => ({
  key,
  sessionId: (await openKeySession(at.service.context.db, key, at.service.clock)) ?? "",
});
const makeKey = (memberId: string, scopes: readonly Scope[], endsInMs: number | null) =>
  inTransaction(at.service.database.pool, (tx) => {
    const expiresAt = endsInMs === null ? null : new Date(at.service.clock.now().getTime() + endsInMs);
    return insertApiKey(tx, { memberId, name: "Robot", scopes, expiresAt }, at.service.clock);
  });

describe("an account without a way to sign in", () => {
  test.for([
    ["a key that reads and ends in two minutes", ["posts:read"], 120_000],
    ["a full key without an end", roleScopes.owner, null],
  ] as const)("a session of %s can't set a password", async ([, scopes, endsInMs]) => {
    const { memberId } = at.service.org;
    const session = await signInByKey((await makeKey(memberId, scopes, endsInMs)).key);
    expect(await at.accounts.readOwn(session)).toEqual({
      standing: "key",
      email: null,
      hasPassword: false,
      canSignIn: false,
    });
    const set = await at.accounts.setPassword(session, { current: "", password: strongPassword }, testVisitor);
    expect(set.error?.code).toBe("forbidden");
    expect(await at.query("select 1 from accounts where password_hash is not null")).toEqual([]);
  });

  test("the owner claims it with the link that each start prints, once, within 24 h", async () => {
    const [late, used, spare] = [await claimLink(), await claimLink(), await claimLink()];
    const stored = await at.query("select 1 from password_resets r where row_to_json(r)::text like '%' || $1 || '%'", [
      tokenOf(used),
    ]);
    expect(stored).toEqual([]);
    const [owner] = await at.query("select email from members where id = $1", [at.service.org.memberId]);
    expect(await at.accounts.readReset(tokenOf(used))).toMatchObject({ email: owner?.["email"] });
    await at.query(
      "update password_resets set expires_at = now() - interval '1 second' where token_hash = sha256($1)",
      [Buffer.from(tokenOf(late))],
    );
    expect(
      (await at.accounts.reset(tokenOf(late), { password: strongPassword, keep: [] }, testVisitor)).error?.code,
    ).toBe("not_found");
    expect(
      (await at.accounts.reset(tokenOf(used), { password: strongPassword, keep: [] }, testVisitor)).error,
    ).toBeUndefined();
    // The audit log has an event of its own type for the claim.
    const events = await at.query("select type from audit_log where type in ('account.claim', 'password.reset')");
    expect(events).toEqual([{ type: "account.claim" }]);
    const signed = await at.accounts.signIn({ email: String(owner?.["email"]), password: strongPassword }, testVisitor);
    expect(signed.ok && (await at.accounts.readOwn(signed.ok))).toMatchObject({ standing: "own", canSignIn: true });
    // The links of earlier starts end with the claim, and no later start prints one.
    expect(
      (await at.accounts.reset(tokenOf(spare), { password: strongPassword, keep: [] }, testVisitor)).error?.code,
    ).toBe("not_found");
    expect(await claimLink()).toBeNull();
  });

  test("the link is printed while no owner can sign in; single sign-on counts only while it is configured", async () => {
    const reset = "update accounts set password_hash = null";
    await at.query(reset);
    expect(await claimLink()).not.toBeNull();
    await at.query(
      `insert into account_identities (issuer, subject, account_id) select 'https://id.example/', 'ada', account_id
       from members where id = $1`,
      [at.service.org.memberId],
    );
    expect(await claimLink("https://id.example")).toBeNull();
    expect(await claimLink(null)).not.toBeNull();
  });

  test("an administrator's link opens the account of a member who has used only API keys", async () => {
    const { memberId } = await at.service.addMember("member");
    const email = `${memberId}@example.org`;
    await at.query("update members set email = $2 where id = $1", [memberId, email]);
    const owner = await at.signInMember(at.service.org.memberId);
    const made = await at.call(owner, "POST", `/v1/members/${memberId}/reset-link`);
    expect(
      (await at.accounts.reset(tokenOf(made.wire.data.url), { password: strongPassword, keep: [] }, testVisitor)).error,
    ).toBeUndefined();
    const signed = await at.accounts.signIn({ email, password: strongPassword }, testVisitor);
    expect(signed.ok && (await at.call(signed.ok, "GET", "/v1/me")).wire.data.membership.id).toBe(memberId);

    const twin = await at.service.addMember("member");
    await at.query("update members set email = $2 where id = $1", [twin.memberId, email]);
    const refused = await at.call(owner, "POST", `/v1/members/${twin.memberId}/reset-link`);
    expect([refused.status, refused.wire.error.message]).toEqual([
      ...[409, expect.stringMatching(/^An account with .* already exists/)],
    ]);
  });
});

test("the owner who uses the link is signed in and sets a password or adds a passkey at once", async () => {
  const { pool, drop } = await openTestDatabase();
  onTestFinished(drop);
  const context = { ...at.service.context, pool, db: createDb(pool) };
  const accounts = createAccountService({ ...context, flushKeys: () => undefined, issuer: null });
  const setup = createInstallationSetup(context);
  const token = (await setup.openSetup()) ?? "";
  const form = { token, organization: "First House", name: "Ada", email: "ada@first.example" };
  const made = await createFirstOwnerSetup(context, setup)(form, testVisitor);
  if (!("ok" in made)) throw new Error(made.error.message);
  const { session } = made.ok;
  expect(await accounts.readOwn(session)).toMatchObject({ standing: "own", canSignIn: false });
  expect((await createPasskeyService(context, null).begin(session, "Laptop")).error).toBeUndefined();
  // Until then each start prints a link to claim the owner.
  expect(await createOwnerClaimLink(context, null)).not.toBeNull();
  expect(
    (await accounts.setPassword(session, { current: "", password: strongPassword }, testVisitor)).error,
  ).toBeUndefined();
  expect(await accounts.readOwn(session)).toMatchObject({ standing: "own", canSignIn: true });
  expect(await createOwnerClaimLink(context, null)).toBeNull();
});
