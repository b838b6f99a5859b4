import { expect, test } from "vitest";
import { addRecentCommand, filterCommands, type PaletteCommand, parseRecentCommands } from "./filter-commands.ts";

const go = (label: string, more: Partial<PaletteCommand> = {}): PaletteCommand => ({
  id: label,
  group: "Go to",
  label,
  href: `/${label.toLowerCase()}`,
  ...more,
});
const all = [
  go("Posts", { words: "history list" }),
  go("Profile", { words: "account" }),
  go("Dark theme", { group: "Do", act: "dark" }),
  go("X · @acme", { group: "Channels" }),
  go("Found by its words", { group: "Posts" }),
];
const labels = (typed: string, recent: PaletteCommand[] = []) =>
  filterCommands(all, typed, recent).map(({ label }) => label);

test("every word of the query has to begin a word of the result", () => {
  expect(labels("p")).toEqual(["Posts", "Profile", "Found by its words"]);
  expect(labels("pro")).toEqual(["Profile", "Found by its words"]);
  expect(labels("hist")).toEqual(["Posts", "Found by its words"]);
  expect(labels("theme dark")).toEqual(["Dark theme", "Found by its words"]);
  expect(labels("acme")).toEqual(["X · @acme", "Found by its words"]);
  expect(labels("dark profile")).toEqual(["Found by its words"]);
});

test("an empty query shows recent choices first and only once", () => {
  expect(labels("", [go("Profile")])).toEqual(["Profile", "Posts", "Dark theme", "X · @acme", "Found by its words"]);
  expect(filterCommands(all, "", [go("Profile")])[0]?.group).toBe("Recent");
});

test("a repeated choice moves to the front, and five are stored", () => {
  let recent: PaletteCommand[] = [];
  for (const label of ["a", "b", "c", "d", "e", "f", "c"]) recent = addRecentCommand(recent, go(label));
  expect(recent.map(({ label }) => label)).toEqual(["c", "f", "e", "d", "b"]);
  expect(addRecentCommand(recent, { id: "out", group: "Do", label: "Sign out", act: "out" })).toEqual(recent);
});

test("stored choices are read back, and foreign values are ignored", () => {
  const recent = addRecentCommand([], go("Posts"));
  expect(parseRecentCommands(JSON.stringify(recent))).toEqual(recent);
  for (const kept of [
    null,
    "",
    "{",
    "7",
    '[null,{"id":1}]',
    '[{"id":"a","label":"a","group":"Go to","href":"//evil.example"}]',
  ])
    expect([kept, parseRecentCommands(kept)]).toEqual([kept, []]);
});
