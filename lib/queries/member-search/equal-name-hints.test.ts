import { expect, test } from "vitest";
import { findEqualNameHints, withEqualNameHints } from "./equal-name-hints.ts";

const at = (day: string) => ({ joined_at: `${day}T09:00:00.000Z` });

test("members with the same name differ by e-mail, join date or the end of their id", () => {
  const people = [
    { id: "0001", name: "Ada Lovelace", email: "ada@example.org" },
    { id: "0002", name: "ada lovelace", email: "eve@example.org" },
    { id: "0003", name: "Grace Hopper", email: "grace@example.org" },
    { id: "0004", name: "Joan", ...at("2026-11-21") },
    { id: "0005", name: "Joan", ...at("2026-11-24") },
    { id: "0006", name: "Ida", ...at("2026-11-24") },
    { id: "0007", name: "Ida", ...at("2026-11-24") },
    { id: "0008", name: "Mary" },
    { id: "0009", name: "Mary" },
  ];
  expect(withEqualNameHints(people).map(({ name }) => name)).toEqual([
    "Ada Lovelace (ada@example.org)",
    "ada lovelace (eve@example.org)",
    "Grace Hopper",
    "Joan (joined Sat 21 Nov 2026)",
    "Joan (joined Tue 24 Nov 2026)",
    "Ida (joined Tue 24 Nov 2026 …0006)",
    "Ida (joined Tue 24 Nov 2026 …0007)",
    "Mary (…0008)",
    "Mary (…0009)",
  ]);
});

test("a unique name has no hint unless a member outside the list shares it", () => {
  const people = [
    { id: "1", name: "Ada", ...at("2026-11-21") },
    { id: "2", name: "Grace", ...at("2026-11-24"), isShared: true },
  ];
  expect([...findEqualNameHints(people)]).toEqual([["2", "joined Tue 24 Nov 2026"]]);
  expect(withEqualNameHints(people.slice(0, 1))).toEqual(people.slice(0, 1));
  expect(findEqualNameHints([...people.slice(0, 1), { id: "1", name: "Ada" }]).size).toBe(0);
});
