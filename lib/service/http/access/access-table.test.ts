import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { type Role, roleScopes, type Scope, scopes } from "#lib/contract/scopes.ts";
import { insertApiKey } from "#lib/service/api-keys/insert-api-key.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import { accessRules, getExpectedStatus, type Ownership, ownerships } from "#lib/service/http/testing/access-rules.ts";
import {
  callerKeys,
  callerService,
  closeCallers,
  openCallers,
  ownerId,
  setOwner,
} from "#lib/service/http/testing/callers.ts";
import { type EndpointCall, endpointCalls } from "#lib/service/http/testing/endpoint-calls.ts";
import { addMember } from "#lib/service/members/create-organization.ts";

beforeAll(openCallers);
afterAll(closeCallers);

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];

describe("access table of endpoint, role, scope and ownership", () => {
  const roles = ["owner", "admin", "member"] as const;
  const oneScope = [...scopes, null] as const;
  type Person = { memberId: string; all: string; keys: Map<Scope | null, string> };
  const people = new Map<Role, Person>();
  let other: typeof callerService.org;
  let peer: Person;
  let stranger: Person;
  let size = 0;

  beforeAll(async () => {
    other = await callerService.addOrganization("Yet another");
    for (const role of roles) people.set(role, await person(callerService.org.orgId, role));
    peer = await person(callerService.org.orgId, "member");
    stranger = await person(other.orgId, "member");
  }, 60_000);
  afterAll(() => process.stdout.write(`The table has ${size} requests to ${endpoints.length} endpoints.\n`));

  const add =
    (orgId: string) =>
    (role: Role, given: readonly Scope[] = roleScopes[role]) =>
      inTransaction(callerService.database.pool, async (tx) => {
        const name = `Member ${callerService.clock.newId().slice(-4)}`;
        const memberId = await addMember(tx, { orgId, name, email: "m@example.org", role }, callerService.clock);
        const { id, key } = await insertApiKey(tx, { memberId, name: "Test", scopes: given }, callerService.clock);
        return { memberId, keyId: id, key };
      });
  async function person(orgId: string, role: Role): Promise<Person> {
    const { memberId, key: all } = await add(orgId)(role);
    const own = new Map<Scope | null, string>();
    for (const scope of oneScope) {
      const given = { memberId, name: scope ?? "none", scopes: scope ? [scope] : [] };
      const made = await inTransaction(callerService.database.pool, (tx) =>
        insertApiKey(tx, given, callerService.clock),
      );
      own.set(scope, made.key);
    }
    return { memberId, all, keys: own };
  }

  /** Prepares a valid call whose resources belong to the given person in the given organization. */
  async function prepare(name: EndpointName, whose: Ownership, caller: Person): Promise<EndpointCall> {
    const before = {
      org: callerService.org,
      addMember: callerService.addMember,
      key: callerKeys.get("owner") ?? "",
      id: ownerId,
    };
    const holder = whose === "own" ? caller : whose === "another member's" ? peer : stranger;
    if (whose === "another organization's") callerService.org = other;
    callerService.addMember = add(callerService.org.orgId);
    setOwner(holder.all, holder.memberId);
    const call = await endpointCalls[name]();
    callerService.org = before.org;
    callerService.addMember = before.addMember;
    setOwner(before.key, before.id);
    return call;
  }

  /** Undoes the side effects of a call: some endpoints end a membership or give a role to another member. */
  async function restore(name: EndpointName): Promise<void> {
    if (name !== "leaveOrganization" && name !== "makeOwner" && name !== "transferOwnership") return;
    const all = [...people].map(([role, { memberId }]) => ({ role, id: memberId }));
    await callerService.database.pool.query(
      `with back as (update members m set role = n.role, removed_at = null
         from jsonb_to_recordset($1::jsonb) as n (id uuid, role text) where m.id = n.id returning m.id)
       update api_keys set revoked_at = null where member_id in (select id from back)`,
      [JSON.stringify(all)],
    );
  }

  test("the table has exactly one rule for each endpoint of the contract", () => {
    expect(Object.keys(accessRules).toSorted()).toEqual(Object.keys(api).toSorted());
  });

  test.for(endpoints)(
    "each role, scope and ownership gets the expected status from %s",
    { timeout: 60_000 },
    async ([name, endpoint]) => {
      const rule = accessRules[name];
      if (!rule) throw new Error(`${name} has no rule in testing/access-rules.ts`);
      const wrong: string[] = [];
      for (const [role, caller] of people) {
        for (const whose of ownerships) {
          const spare = await prepare(name, whose, caller);
          for (const scope of oneScope) {
            const expected = getExpectedStatus(endpoint, rule, { role, scope, whose });
            const isLet = expected !== 403;
            const { path, sent } = isLet ? await prepare(name, whose, caller) : spare;
            const answer = await callerService.call(endpoint.method, `/v1${path}`, {
              ...sent,
              key: caller.keys.get(scope),
            });
            size += 1;
            if (isLet) await restore(name);
            const isTold = answer.status < 400 || endpoint.errors.includes(answer.wire?.error.code);
            if (answer.status === expected && isTold) continue;
            wrong.push(
              `${role} with ${scope ?? "no scope"} on ${whose}: ${answer.status}, not ${expected}. ${answer.text.slice(0, 120)}`,
            );
          }
        }
      }
      expect(wrong).toEqual([]);
    },
  );
});
