import type { KeyboardEvent } from "react";
import { expect, test } from "vitest";
import { getPartCommand } from "./part-command-of-key.ts";

const parts = [
  { id: "a", text: "One" },
  { id: "b", text: "" },
];

/** Creates the React event of a key pressed at the end of a part's field. */
function pressed(key: string, { value, ...native }: { value: string; isComposing?: boolean; keyCode?: number }) {
  const field = { value, selectionStart: value.length, selectionEnd: value.length, readOnly: false };
  const nativeEvent = { isComposing: false, keyCode: 0, ...native };
  return { key, nativeEvent, currentTarget: field } as unknown as KeyboardEvent<HTMLTextAreaElement>;
}

test("an arrow key moves to the adjacent part, if there is one and nothing is being selected", () => {
  expect(getPartCommand(pressed("ArrowUp", { value: "One" }), parts, 1)).toBe("above");
  expect(getPartCommand(pressed("ArrowUp", { value: "One" }), parts, 0)).toBeNull();
  expect(getPartCommand(pressed("ArrowDown", { value: "One" }), parts, 0)).toBe("below");
  expect(getPartCommand(pressed("ArrowDown", { value: "One" }), parts, 1)).toBeNull();
  expect(getPartCommand({ ...pressed("ArrowUp", { value: "One" }), shiftKey: true }, parts, 1)).toBeNull();
  expect(getPartCommand(pressed("ArrowUp", { value: "One", isComposing: true }), parts, 1)).toBeNull();
});

test("two Enters make a blank line and the third begins a part, only at the end and where a channel has threads", () => {
  const enter = (text: string, hasThreads?: boolean) =>
    getPartCommand(pressed("Enter", { value: text }), [{ id: "a", text }], 0, hasThreads);
  expect([enter("One"), enter("One\n"), enter("One\n\n")]).toEqual([null, null, "begin next"]);
  expect([enter("\n\n"), enter("One\n\n", false)]).toEqual([null, null]);
});

test("a key that ends an input method's composition moves no part, also after the composition", () => {
  expect(getPartCommand(pressed("Backspace", { value: "" }), parts, 1)).toBe("remove");
  expect(getPartCommand(pressed("Backspace", { value: "", isComposing: true }), parts, 1)).toBeNull();
  expect(getPartCommand(pressed("Backspace", { value: "", keyCode: 229 }), parts, 1)).toBeNull();
  expect(getPartCommand(pressed("Delete", { value: "One" }), parts, 0)).toBe("merge next");
  expect(getPartCommand(pressed("Delete", { value: "One", keyCode: 229 }), parts, 0)).toBeNull();
});
