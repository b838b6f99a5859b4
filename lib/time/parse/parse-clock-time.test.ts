import { expect, test } from "vitest";
import { parseClockTime } from "./parse-clock-time.ts";

test.each([
  ["9", "09:00"],
  ["09", "09:00"],
  ["3", "15:00"],
  ["03", "03:00"],
  ["0", "00:00"],
  ["14:30", "14:30"],
  ["9.30", "09:30"],
  ["9,30", "09:30"],
  ["930", "09:30"],
  ["1830", "18:30"],
  ["21h", "21:00"],
  ["21 h", "21:00"],
  ["21h15", "21:15"],
  ["9am", "09:00"],
  ["9:30 pm", "21:30"],
  ["9.30pm", "21:30"],
  ["9 p.m.", "21:00"],
  ["9p", "21:00"],
  ["12am", "00:00"],
  ["12 pm", "12:00"],
  ["noon", "12:00"],
  ["Midnight", "00:00"],
  ["nine", "09:00"],
  ["at 4", "16:00"],
  [" 14:30 ", "14:30"],
])("the typed time %s is %s", (typed, time) => {
  expect(parseClockTime(typed)).toBe(time);
});

test.each(["", "25", "24:00", "9:60", "9:3", "13pm", "0am", "soon", "21hpm", "9-30", "12345"])(
  "the typed time %j is refused, not guessed",
  (typed) => {
    expect(parseClockTime(typed)).toBeNull();
  },
);
