import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Role, roles } from "#lib/contract/scopes.ts";
import { type MemberAction, type MemberPolicySubject, memberActions, refuseMemberAction } from "./member-policy.ts";

type Outcome = "yes" | "forbidden" | "conflict";
const outcome = (actor: MemberPolicySubject, target: MemberPolicySubject, act: MemberAction, owners: number): Outcome =>
  refuseMemberAction(actor, target, act, owners)?.code ?? "yes";
const active = (id: string, role: Role): MemberPolicySubject => ({ id, role, isActive: true });

/** Who (rows) may do what to another active owner, administrator, member (columns), with two owners there. */
const toOthers: Record<Exclude<MemberAction, "leave" | "reactivate">, Record<Role, string>> = {
  rename: { owner: "yes yes yes", admin: "no yes yes", member: "no no no" },
  promote: { owner: "odd odd yes", admin: "no odd yes", member: "no no no" },
  demote: { owner: "yes yes odd", admin: "no no odd", member: "no no no" },
  make_owner: { owner: "odd yes yes", admin: "no no no", member: "no no no" },
  transfer: { owner: "yes yes yes", admin: "no no no", member: "no no no" },
  deactivate: { owner: "yes yes yes", admin: "no no yes", member: "no no no" },
};
const meaning: Record<string, Outcome> = { yes: "yes", no: "forbidden", odd: "conflict" };
const rows = Object.entries(toOthers).flatMap(([act, byRole]) =>
  Object.entries(byRole).flatMap(([actor, cells]) =>
    cells.split(" ").map((cell, at) => ({
      act: act as MemberAction,
      actor: actor as Role,
      target: roles[at] ?? "member",
      expected: meaning[cell] ?? "yes",
    })),
  ),
);

describe("the rules for changing another member", () => {
  test.for(rows)("$act of $target by $actor: $expected", ({ act, actor, target, expected }) => {
    expect(outcome(active("a", actor), active("b", target), act, 2)).toBe(expected);
  });

  test.for(roles)("owners reactivate a deactivated %s; administrators reactivate only members", (role) => {
    const gone = { ...active("b", role), isActive: false };
    expect(outcome(active("a", "owner"), gone, "reactivate", 1)).toBe("yes");
    expect(outcome(active("a", "admin"), gone, "reactivate", 1)).toBe(role === "member" ? "yes" : "forbidden");
    expect(outcome(active("a", "member"), gone, "reactivate", 1)).toBe("forbidden");
  });

  test("a deactivated member can only be reactivated", () => {
    for (const act of memberActions.filter((one) => one !== "reactivate" && one !== "leave")) {
      expect([act, outcome(active("a", "owner"), { ...active("b", "member"), isActive: false }, act, 1)]).toEqual([
        act,
        "conflict",
      ]);
    }
  });
});

test("members rename themselves, leave and step down, except the last owner", () => {
  for (const role of roles) {
    const self = active("a", role);
    expect(outcome(self, self, "rename", 1)).toBe("yes");
    expect(outcome(self, self, "leave", 2)).toBe("yes");
    expect(outcome(self, self, "deactivate", 2)).toBe(
      role === "member" ? "forbidden" : role === "admin" ? "forbidden" : "conflict",
    );
  }
  expect(outcome(active("a", "admin"), active("a", "admin"), "demote", 1)).toBe("yes");
  for (const act of ["leave", "demote"] as const) {
    expect(outcome(active("a", "owner"), active("a", "owner"), act, 1)).toBe("conflict");
    expect(outcome(active("a", "owner"), active("a", "owner"), act, 2)).toBe("yes");
  }
});

test("in any sequence of changes an active owner remains, and only permitted members raise a role", () => {
  const step = fc.record({
    by: fc.nat(5),
    to: fc.nat(5),
    act: fc.constantFrom(...memberActions),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let people: MemberPolicySubject[] = Array.from({ length: 6 }, (_, at) =>
        active(`m${at}`, at === 0 ? "owner" : at < 3 ? "admin" : "member"),
      );
      const owners = () => people.filter((one) => one.isActive && one.role === "owner").length;
      for (const { by, to, act } of steps) {
        const [actor, target] = [people[by], people[to]];
        if (!actor?.isActive || !target || refuseMemberAction(actor, target, act, owners())) continue;
        const before = owners();
        people = people.map((one) => {
          if (one.id === target.id) return after(one, act);
          return act === "transfer" && one.id === actor.id ? { ...one, role: "admin" } : one;
        });
        expect(owners()).toBeGreaterThanOrEqual(1);
        if (owners() > before) expect(actor.role).toBe("owner");
      }
    }),
    { numRuns: 500 },
  );
});

function after(one: MemberPolicySubject, act: MemberAction): MemberPolicySubject {
  switch (act) {
    case "promote":
      return { ...one, role: "admin" };
    case "demote":
      return { ...one, role: one.role === "owner" ? "admin" : "member" };
    case "make_owner":
    case "transfer":
      return { ...one, role: "owner" };
    case "deactivate":
    case "leave":
      return { ...one, isActive: false };
    case "reactivate":
      return { ...one, isActive: true };
    default:
      return one;
  }
}
