import { expect, test } from "vitest";
import { getOfflineLabels } from "./offline-labels.ts";

test("a draft that waits for the connection is said to be saved, never to be sent or published", () => {
  for (const words of Object.values(getOfflineLabels("draft"))) expect(words).not.toMatch(/sen[dt]|publish/i);
  for (const words of Object.values(getOfflineLabels("send"))) expect(words).not.toMatch(/save/i);
});
