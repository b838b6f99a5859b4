import { afterEach, expect, test, vi } from "vitest";
import { isLong, noteChange, restMs, untilRest } from "./typing-idle.ts";

afterEach(() => void vi.useRealTimers());

test("many short parts are a long text as one of all their words is", () => {
  expect(isLong(Array.from({ length: 100 }, () => "x".repeat(280)))).toBe(true);
  expect(isLong(["x".repeat(280)])).toBe(false);
});

test("the wait is from the last change on: who hears of it late does not wait anew", () => {
  vi.useFakeTimers();
  expect(untilRest()).toBe(0);
  noteChange();
  expect(untilRest()).toBe(restMs);
  vi.advanceTimersByTime(restMs - 50);
  expect(untilRest()).toBe(50);
  noteChange();
  expect(untilRest()).toBe(restMs);
  vi.advanceTimersByTime(restMs + 1);
  expect(untilRest()).toBe(0);
});
