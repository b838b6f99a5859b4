import { expect, test } from "vitest";
import { getImageRequirements } from "./instance-limits.ts";

test("image limits come from the server, with Mastodon's defaults for missing values", () => {
  const account = { channelId: "c", username: "a", remoteId: "1", host: "https://a.example" };
  const told = { types: ["image/png"], maxBytes: 1_000, maxPixels: 2_000 };
  expect(getImageRequirements({ ...account, reportedLimits: told })).toMatchObject({
    types: ["image/png"],
    maxBytes: 1_000,
    maxPixels: 2_000,
  });
  expect(getImageRequirements({ ...account, reportedLimits: {} })).toMatchObject({
    maxBytes: 16_777_216,
    maxPixels: 33_177_600,
  });
  expect(getImageRequirements({ ...account, reportedLimits: { types: [] } }).types).toEqual(["image/jpeg"]);
});
