import fc from "fast-check";
import { expect, test } from "vitest";
import { type AutosaveState, createAutosaveState } from "./autosave-reducer.ts";
import { type DraftSaveState, isSameSyncStatus } from "./draft-session.ts";
import { getSaveStatusLabel, type LocalSaveStatus } from "./save-status-label.ts";

const base: AutosaveState<string> = createAutosaveState(1, "2027-01-14T08:31:00.000Z");
const at = "2027-01-14T08:31:00.000Z";
const online = {
  here: "kept" as LocalSaveStatus,
  words: "saved" as DraftSaveState,
  isOnline: true,
  canSave: true,
  clash: null,
};

test.each([
  ["nothing is written", { ...online, here: "nothing" as LocalSaveStatus, saves: null }, undefined],
  ["all is there", { ...online, saves: base }, "Saved"],
  ["a key was pressed since", { ...online, words: "unkept" as DraftSaveState, saves: base }, "Saving…"],
  ["the service has not been told yet", { ...online, words: "unsaved" as DraftSaveState, saves: base }, "Saving…"],
  ["a change waits", { ...online, saves: { ...base, wanted: "a" } }, "Saving…"],
  ["a change is on its way", { ...online, saves: { ...base, flight: "a" } }, "Saving…"],
  [
    "no answer came",
    { ...online, saves: { ...base, wanted: "a", trouble: { type: "away" as const } } },
    "Saved here, not yet on the server",
  ],
  ["there is no network", { ...online, isOnline: false, saves: { ...base, wanted: "a" } }, "Offline, saved here"],
  ["there is no network, and all is saved", { ...online, isOnline: false, saves: base }, "Saved"],
  [
    "the key ended",
    { ...online, saves: { ...base, wanted: "a", trouble: { type: "signed-out" as const } } },
    "Saved here. Sign in again to save it on the server",
  ],
  [
    "it is refused",
    { ...online, saves: { ...base, wanted: "a", trouble: { type: "refused" as const, why: "Too long." } } },
    "Saved here, not on the server: Too long.",
  ],
  [
    "storage is full, the service answers",
    { ...online, here: "full" as LocalSaveStatus, saves: { ...base, wanted: "a" } },
    "Saving…",
  ],
  ["storage is full, the service has it", { ...online, here: "full" as LocalSaveStatus, saves: base }, "Saved"],
  [
    "storage is full, and there is no network",
    { ...online, here: "full" as LocalSaveStatus, isOnline: false, saves: { ...base, wanted: "a" } },
    "Not saved: your browser's storage is full",
  ],
  ["the service keeps none", { ...online, canSave: false, saves: null }, "Saved in this browser"],
  [
    "the service keeps none, storage is full",
    { ...online, here: "full" as LocalSaveStatus, canSave: false, saves: null },
    "Not saved: your browser's storage is full",
  ],
  ["it was changed elsewhere", { ...online, saves: base, clash: { at, gone: null } }, "Changed elsewhere"],
  [
    "it was sent elsewhere",
    { ...online, saves: base, clash: { at, gone: { type: "sent" as const } } },
    "Sent elsewhere",
  ],
])("the save status where %s", (_, known, text) => {
  expect(getSaveStatusLabel(known)?.text).toBe(text);
});

const trouble = fc.constantFrom<AutosaveState<string>["trouble"]>(
  null,
  { type: "away" },
  { type: "signed-out" },
  { type: "refused", why: "No." },
);
const said = fc.option(fc.constant("a"));

test("no save status claims more than is true", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<LocalSaveStatus>("nothing", "kept", "full"),
      fc.constantFrom<DraftSaveState>("unkept", "unsaved", "saved"),
      fc.boolean(),
      fc.boolean(),
      fc.record({ wanted: said, flight: said, trouble, savedAt: fc.option(fc.constant(at)) }),
      (here, words, isOnline, canSave, part) => {
        const line = getSaveStatusLabel({ here, words, isOnline, canSave, saves: { ...base, ...part }, clash: null });
        const text = line?.text ?? "";
        if (text === "Saved") expect(words).not.toBe("unkept");
        if (text === "Saved" && here !== "nothing") {
          expect([words, part.wanted, part.flight]).toEqual(["saved", null, null]);
        }
        if (/here|in this browser/.test(text)) expect([here, words === "unkept"]).toEqual(["kept", false]);
        if (text.startsWith("Not saved")) expect(here).toBe("full");
        if (line?.at) expect(line.at).toBe(part.savedAt);
      },
    ),
  );
});

test("the save status changes only when its text changes, not with other unsaved text", () => {
  const waits = { ...base, wanted: "a" };
  expect(isSameSyncStatus(waits, { ...waits, wanted: "b" })).toBe(true);
  const others: AutosaveState<string>[] = [
    base,
    { ...waits, flight: "a" },
    { ...waits, trouble: { type: "away" } },
    { ...waits, savedAt: "2027-01-14T08:32:00.000Z" },
  ];
  for (const other of others) expect(isSameSyncStatus(waits, other)).toBe(false);
});
