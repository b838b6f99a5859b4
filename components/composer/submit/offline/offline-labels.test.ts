import { expect, test } from "vitest";
import { getOfflineLabels } from "./offline-labels.ts";

test("a queued draft is shown as saved, never as sent or published", () => {
  for (const words of Object.values(getOfflineLabels("draft"))) expect(words).not.toMatch(/sen[dt]|publish/i);
  for (const words of Object.values(getOfflineLabels("send"))) expect(words).not.toMatch(/save/i);
});
