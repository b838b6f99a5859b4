import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  AccountResult,
  EmbeddedAccounts,
  EmbeddedApps,
  EmbeddedPasskeys,
  EmbeddedProvider,
  EmbeddedService,
  EmbeddedTwoStep,
  OpenedSession,
} from "#lib/embedded-service.ts";
import { createSealer } from "#lib/service/core/sealer.ts";
import { type CredentialKind, type GrantFixture, openGrantFixture } from "#lib/service/http/testing/grant-fixture.ts";
import { createAccountService } from "./account-service.ts";
import { createConnectedAppService } from "./connected-apps/connected-app-service.ts";
import { createPasskeyService } from "./passkeys/passkey-service.ts";
import { createSingleSignOn } from "./providers/single-sign-on.ts";
import { strongPassword, testVisitor } from "./testing/account-fixture.ts";
import { createTwoStepService } from "./two-step/two-step-service.ts";

let stage: GrantFixture;
let accounts: EmbeddedAccounts;
let passkeys: EmbeddedPasskeys;
let twoStep: EmbeddedTwoStep;
let provider: EmbeddedProvider;
let apps: EmbeddedApps;
beforeAll(async () => {
  stage = await openGrantFixture();
  const { context, http } = stage.service;
  accounts = createAccountService({ ...context, flushKeys: http.flushKeys, issuer: null });
  passkeys = createPasskeyService(context, null);
  twoStep = createTwoStepService({ ...context, flushKeys: http.flushKeys, issuer: null });
  apps = createConnectedAppService(context, `${context.settings.origin}/mcp`);
  // Nobody listens at this issuer: a call that passes the rule fails as unavailable.
  const settings = { issuer: "http://127.0.0.1:1", clientId: "app", clientSecret: "secret", name: "Example ID" };
  provider = createSingleSignOn(settings, { ...context, sealer: createSealer("s".repeat(32), []) });
});
afterAll(() => stage.service.close());

/**
 * Every function of the account service that a server action can call. `power` gives a session, a password, a passkey,
 * a provider identity or a membership to the holder of a session: the table below tests those. `proof` gives one in
 * return for another proof of a person, such as a password or a token. A new function without an entry does not
 * compile.
 */
type Kind = "power" | "proof" | "reads or takes away";
const ofAccounts: Record<keyof EmbeddedAccounts, Kind> = {
  signIn: "proof",
  listMemberships: "reads or takes away",
  switchMember: "power",
  createOrganization: "power",
  readOwn: "reads or takes away",
  setPassword: "power",
  readInvitation: "reads or takes away",
  join: "proof",
  joinAs: "power",
  sendsMail: "reads or takes away",
  askReset: "proof",
  readReset: "reads or takes away",
  reset: "proof",
};
const ofPasskeys: Record<keyof EmbeddedPasskeys, Kind> = {
  beginSignIn: "proof",
  signIn: "proof",
  list: "reads or takes away",
  begin: "power",
  add: "power",
  rename: "reads or takes away",
  remove: "reads or takes away",
  restore: "power",
};
const ofTwoStep: Record<keyof EmbeddedTwoStep, Kind> = {
  confirmWays: "reads or takes away",
  askPasskeys: "proof",
  confirm: "power",
  read: "reads or takes away",
  begin: "power",
  turnOn: "power",
  // Turning two-step verification off removes a protection of the account.
  turnOff: "power",
  createCodes: "power",
  isOpen: "reads or takes away",
  finish: "proof",
};
const ofProvider: Record<keyof EmbeddedProvider, Kind> = {
  name: "reads or takes away",
  begin: "proof",
  beginConnect: "power",
  finish: "proof",
  connectedAt: "reads or takes away",
  disconnect: "reads or takes away",
};
const ofApps: Record<keyof EmbeddedApps, Kind> = { read: "reads or takes away", allow: "power" };
const ofEmbedded: Record<keyof EmbeddedService, Kind> = {
  // The table of `lib/service/http/access/grants.test.ts` has its endpoints.
  fetch: "proof",
  setup: "proof",
  isSetupOpen: "reads or takes away",
  // The session of a key has the key's rights: see the tests below.
  openSession: "proof",
  closeSession: "reads or takes away",
  now: "reads or takes away",
  accounts: "proof",
  passkeys: "proof",
  twoStep: "proof",
  provider: "proof",
  apps: "proof",
};

type Asked = (session: OpenedSession) => Promise<AccountResult<unknown>>;
/** Each `power` function, called with a session. */
const rows: Record<string, Asked> = {
  "accounts.switchMember": (session) => accounts.switchMember(session, stage.caller.memberId, testVisitor),
  "accounts.createOrganization": (session) => accounts.createOrganization(session, "Another", testVisitor),
  "accounts.setPassword": (session) =>
    accounts.setPassword(session, { current: "", password: strongPassword }, testVisitor),
  "accounts.joinAs": (session) => accounts.joinAs(session, "nothing", testVisitor),
  "passkeys.begin": (session) => passkeys.begin(session, "Laptop"),
  "passkeys.add": (session) => passkeys.add(session, {}),
  "passkeys.restore": (session) => passkeys.restore(session, stage.service.clock.newId()),
  "twoStep.confirm": (session) => twoStep.confirm(session, { password: "wrong" }, testVisitor),
  "twoStep.begin": (session) => twoStep.begin(session),
  "twoStep.turnOn": (session) => twoStep.turnOn(session, "123456", testVisitor),
  "twoStep.turnOff": (session) => twoStep.turnOff(session, testVisitor),
  "twoStep.createCodes": (session) => twoStep.createCodes(session, testVisitor),
  "provider.beginConnect": (session) => provider.beginConnect(session, "browser"),
  "apps.allow": (session) => apps.allow(session, { search: "", draftsOnly: true }, testVisitor),
};
const ask = (table: Record<string, Asked>, name: string, session: OpenedSession | null) => {
  const row = table[name];
  if (!row || !session) throw new Error(`${name} has no row, or nobody is signed in`);
  return row(session);
};
/** Members that the account's own session must not act as. */
const others: Record<string, Asked> = {
  "a peer": (session) => accounts.switchMember(session, stage.peer.memberId, testVisitor),
  "an owner": (session) => accounts.switchMember(session, stage.owner.memberId, testVisitor),
};
describe("ways to sign in are granted to the person only", () => {
  test("a table lists every account call of a server action", () => {
    const all = { accounts: ofAccounts, passkeys: ofPasskeys, twoStep: ofTwoStep, provider: ofProvider, apps: ofApps };
    const powers = Object.entries({ ...all, embedded: ofEmbedded }).flatMap(([group, kinds]) =>
      Object.entries(kinds).flatMap(([name, kind]) => (kind === "power" ? [`${group}.${name}`] : [])),
    );
    expect(Object.keys(rows).sort()).toEqual(powers.sort());
  });

  // The requests name things that don't exist: the responses do not depend on the caller.
  test.for(Object.keys(rows))("%s: with the person's own session", async (name) => {
    const { error } = await ask(rows, name, stage.caller.session);
    expect(error?.message ?? "").not.toContain("API key");
  });

  const byKey: readonly CredentialKind[] = ["full key", "key of one scope", "ending key"];
  test.for(Object.keys(rows).flatMap((name) => byKey.map((holding) => ({ name, holding }))))(
    "$name: never with a session of a $holding",
    async ({ name, holding }) => {
      const session = await stage.signInWith(holding);
      expect((await ask(rows, name, session)).error?.code).toBe("forbidden");
    },
  );

  test.for(Object.keys(others))("a session can't act as %s", async (name) => {
    expect((await ask(others, name, stage.caller.session)).error?.code).toBe("not_found");
  });
});

describe("a session of an API key", () => {
  test("it has the key's scopes and ends with the key", async () => {
    const session = await stage.signInWith("ending key");
    const me = () =>
      stage.service.call("GET", "/v1/me", {
        key: session?.key,
        headers: { "x-postwright-session": session?.sessionId ?? "" },
      });
    expect((await me()).status).toBe(200);
    stage.service.clock.add(3_600_000);
    expect((await me()).status).toBe(401);
    const one = await stage.signInWith("key of one scope");
    const { wire } = await stage.service.call("GET", "/v1/me", {
      key: one?.key,
      headers: { "x-postwright-session": one?.sessionId ?? "" },
    });
    expect(wire.data.scopes).toEqual(["posts:read"]);
  });

  test("a key that works only from some addresses opens no session", async () => {
    expect(await stage.signInWith("bound key")).toBeNull();
  });
});
