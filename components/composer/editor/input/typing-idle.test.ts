import { afterEach, expect, test, vi } from "vitest";
import { getMsUntilIdle, isLongText, recordTyping, typingIdleMs } from "./typing-idle.ts";

afterEach(() => void vi.useRealTimers());

test("many short parts are a long text as one of all their words is", () => {
  expect(isLongText(Array.from({ length: 100 }, () => "x".repeat(280)))).toBe(true);
  expect(isLongText(["x".repeat(280)])).toBe(false);
});

test("the wait is from the last change on: who hears of it late does not wait anew", () => {
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
