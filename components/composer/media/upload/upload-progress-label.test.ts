import { expect, test } from "vitest";
import { createSpeedMeter, formatUploadProgress } from "./upload-progress-label.ts";

const megabyte = 1024 * 1024;
const at = (share: number, perSecond: number | null = null) => ({ type: "uploading", share, perSecond }) as const;

test.each([
  [at(0), "0 %"],
  [at(0.629, 1.25 * megabyte), "62 % · 1.3 MB/s · 3 s left"],
  [at(0.1, 20 * 1024), "10 % · 20 KB/s · 8 min left"],
  [at(0, 100), "0 % · 1 KB/s · over an hour left"],
  [at(0.999999, 9 * megabyte), "99 % · 9.0 MB/s · 1 s left"],
  [at(1, megabyte), "Checking…"],
])("an upload of 10 MB at %o is shown as %s", (state, words) => {
  expect(formatUploadProgress(10 * megabyte, state)).toBe(words);
});

test("the speed is that of the last seconds, and unknown at first", () => {
  const speed = createSpeedMeter();
  expect(speed(0, 1_000)).toBeNull();
  expect(speed(1_000, 1_200)).toBeNull();
  expect(speed(10_000, 2_000)).toBe(10_000);
  for (let second = 3; second <= 10; second += 1) speed(10_000 + (second - 2) * 100, second * 1_000);
  expect(speed(11_000, 11_000)).toBeLessThan(200);
});
