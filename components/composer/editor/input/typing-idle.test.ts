import { afterEach, expect, test, vi } from "vitest";
import { getMsUntilIdle, isLongText, recordTyping, typingIdleMs } from "./typing-idle.ts";

afterEach(() => void vi.useRealTimers());

test("many short parts count as a long text of the same length", () => {
  expect(isLongText(Array.from({ length: 100 }, () => "x".repeat(280)))).toBe(true);
  expect(isLongText(["x".repeat(280)])).toBe(false);
});

test("the wait counts from the last change, also for a late subscriber", () => {
  vi.useFakeTimers();
  expect(getMsUntilIdle()).toBe(0);
  recordTyping();
  expect(getMsUntilIdle()).toBe(typingIdleMs);
  vi.advanceTimersByTime(typingIdleMs - 50);
  expect(getMsUntilIdle()).toBe(50);
  recordTyping();
  expect(getMsUntilIdle()).toBe(typingIdleMs);
  vi.advanceTimersByTime(typingIdleMs + 1);
  expect(getMsUntilIdle()).toBe(0);
});
