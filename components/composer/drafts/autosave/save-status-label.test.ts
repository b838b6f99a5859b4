import fc from "fast-check";
import { expect, test } from "vitest";
import { type AutosaveState, createAutosaveState } from "./autosave-reducer.ts";
import type { DraftSaveState } from "./current-draft.ts";
import type { LocalSaveStatus } from "./draft-session.ts";
import { isSameSyncStatus } from "./draft-sync.ts";
import { getSaveStatusLabel } from "./save-status-label.ts";

const base: AutosaveState<string> = createAutosaveState(1, "2027-01-14T08:31:00.000Z");
const at = "2027-01-14T08:31:00.000Z";
const online = {
  localSave: "stored" as LocalSaveStatus,
  saveState: "saved" as DraftSaveState,
  isOnline: true,
  canSave: true,
  conflict: null,
};

test.each([
  ["nothing is written", { ...online, localSave: "none" as LocalSaveStatus, sync: null }, undefined],
  ["all is there", { ...online, sync: base }, "Saved"],
  ["a key was pressed since", { ...online, saveState: "unstored" as DraftSaveState, sync: base }, "Saving…"],
  ["the service has not been told yet", { ...online, saveState: "unsaved" as DraftSaveState, sync: base }, "Saving…"],
  ["a change waits", { ...online, sync: { ...base, pending: "a" } }, "Saving…"],
  ["a change is on its way", { ...online, sync: { ...base, inFlight: "a" } }, "Saving…"],
  [
    "no answer came",
    { ...online, sync: { ...base, pending: "a", problem: { type: "away" as const } } },
    "Saved here, not yet on the server",
  ],
  ["there is no network", { ...online, isOnline: false, sync: { ...base, pending: "a" } }, "Offline, saved here"],
  ["there is no network, and all is saved", { ...online, isOnline: false, sync: base }, "Saved"],
  [
    "the key ended",
    { ...online, sync: { ...base, pending: "a", problem: { type: "signed-out" as const } } },
    "Saved here. Sign in again to save it on the server",
  ],
  [
    "it is refused",
    { ...online, sync: { ...base, pending: "a", problem: { type: "refused" as const, why: "Too long." } } },
    "Saved here, not on the server: Too long.",
  ],
  [
    "storage is full, the service answers",
    { ...online, localSave: "full" as LocalSaveStatus, sync: { ...base, pending: "a" } },
    "Saving…",
  ],
  ["storage is full, the service has it", { ...online, localSave: "full" as LocalSaveStatus, sync: base }, "Saved"],
  [
    "storage is full, and there is no network",
    { ...online, localSave: "full" as LocalSaveStatus, isOnline: false, sync: { ...base, pending: "a" } },
    "Not saved: your browser's storage is full",
  ],
  ["the service keeps none", { ...online, canSave: false, sync: null }, "Saved in this browser"],
  [
    "the service keeps none, storage is full",
    { ...online, localSave: "full" as LocalSaveStatus, canSave: false, sync: null },
    "Not saved: your browser's storage is full",
  ],
  ["a post is edited and saved", { ...online, sync: base, edit: { isChanged: true } }, "Changes not applied"],
  [
    "a post is edited, and a key was pressed since",
    { ...online, saveState: "unstored" as DraftSaveState, sync: base, edit: { isChanged: true } },
    "Changes not applied",
  ],
  ["an edit changes nothing", { ...online, sync: base, edit: { isChanged: false } }, undefined],
  [
    "a post is edited, and there is no network",
    { ...online, isOnline: false, sync: { ...base, pending: "a" }, edit: { isChanged: true } },
    "Offline, saved here",
  ],
  ["it was changed elsewhere", { ...online, sync: base, conflict: { at, gone: null } }, "Changed elsewhere"],
  [
    "it was sent elsewhere",
    { ...online, sync: base, conflict: { at, gone: { type: "sent" as const } } },
    "Sent elsewhere",
  ],
])("the save status where %s", (_, known, text) => {
  expect(getSaveStatusLabel(known)?.text).toBe(text);
});

const problem = fc.constantFrom<AutosaveState<string>["problem"]>(
  null,
  { type: "away" },
  { type: "signed-out" },
  { type: "refused", why: "No." },
);
const said = fc.option(fc.constant("a"));

test("no save status claims more than is true", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<LocalSaveStatus>("none", "stored", "full"),
      fc.constantFrom<DraftSaveState>("unstored", "unsaved", "saved"),
      fc.boolean(),
      fc.boolean(),
      fc.record({ pending: said, inFlight: said, problem, savedAt: fc.option(fc.constant(at)) }),
      (localSave, saveState, isOnline, canSave, part) => {
        const line = getSaveStatusLabel({
          localSave,
          saveState,
          isOnline,
          canSave,
          sync: { ...base, ...part },
          conflict: null,
        });
        const text = line?.text ?? "";
        if (text === "Saved") expect(saveState).not.toBe("unstored");
        if (text === "Saved" && localSave !== "none") {
          expect([saveState, part.pending, part.inFlight]).toEqual(["saved", null, null]);
        }
        if (/here|in this browser/.test(text)) expect([localSave, saveState === "unstored"]).toEqual(["stored", false]);
        if (text.startsWith("Not saved")) expect(localSave).toBe("full");
        if (line?.at) expect(line.at).toBe(part.savedAt);
      },
    ),
  );
});

test("the save status changes only when its text changes, not with other unsaved text", () => {
  const waits = { ...base, pending: "a" };
  expect(isSameSyncStatus(waits, { ...waits, pending: "b" })).toBe(true);
  const others: AutosaveState<string>[] = [
    base,
    { ...waits, inFlight: "a" },
    { ...waits, problem: { type: "away" } },
    { ...waits, savedAt: "2027-01-14T08:32:00.000Z" },
  ];
  for (const other of others) expect(isSameSyncStatus(waits, other)).toBe(false);
});
