import { beforeEach, expect, test, vi } from "vitest";
import {
  getLeadingChoice,
  getSubmitKeys,
  readSubmitChoice,
  type SubmitChoice,
  storeSubmitChoice,
  submitChoiceByKeys,
} from "./submit-choice.ts";

const choices: readonly SubmitChoice[] = ["publish", "schedule", "queue"];

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
  });
});

test("Ctrl Enter publishes, or schedules at the chosen time, whatever leads on the button", () => {
  expect(submitChoiceByKeys({ keys: "mod+enter", hasTime: false })).toBe("publish");
  expect(submitChoiceByKeys({ keys: "mod+enter", hasTime: true })).toBe("schedule");
  for (const hasTime of [false, true]) {
    expect(submitChoiceByKeys({ keys: "mod+shift+enter", hasTime })).toBe("queue");
    expect(submitChoiceByKeys({ keys: "mod+alt+enter", hasTime })).toBe("schedule…");
  }
});

test("the key that a command shows runs this command", () => {
  for (const hasTime of [false, true]) {
    for (const choice of choices) {
      const keys = getSubmitKeys(choice, hasTime);
      if (keys === null) continue;
      const isDialog = choice === "schedule" && !hasTime;
      expect(submitChoiceByKeys({ keys, hasTime }), `${choice} ${hasTime}`).toBe(isDialog ? "schedule…" : choice);
    }
  }
  // With a time, Ctrl Enter keeps to it: publishing now is a deliberate choice in the menu.
  expect(getSubmitKeys("publish", true)).toBeNull();
});

test("the last choice that succeeded leads, a time comes before it, and the rest of a thread is only published", () => {
  const at = { hasTime: false, hasSlots: true, isContinued: false };
  expect(choices.map((last) => getLeadingChoice(last, at))).toEqual(choices);
  expect(getLeadingChoice("queue", { ...at, hasSlots: false })).toBe("publish");
  expect(getLeadingChoice("queue", { ...at, hasTime: true })).toBe("schedule");
  expect(getLeadingChoice("queue", { ...at, isContinued: true })).toBe("publish");
});

test("a member's last choice is stored in the browser", () => {
  expect(readSubmitChoice("m")).toBe("publish");
  storeSubmitChoice("m", "queue");
  expect([readSubmitChoice("m"), readSubmitChoice("other")]).toEqual(["queue", "publish"]);
});
