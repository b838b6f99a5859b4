import { expect, test } from "vitest";
import type { Post } from "#lib/contract/types";
import { outcomeTitle } from "./result-words.ts";

const posts = (...statuses: Post["status"][]) => statuses.map((status) => ({ status }) as Post);

test("a partial outcome is told as what it is", () => {
  expect(outcomeTitle(posts("published", "published"))).toBe("Published on 2 channels");
  expect(outcomeTitle(posts("published", "failed"))).toBe("Published on 1 channel, failed on 1 channel");
  expect(outcomeTitle(posts("failed"))).toBe("Failed on 1 channel");
  expect(outcomeTitle(posts("published", "publishing"))).toBe("Publishing: 1 of 2 still on the way");
  expect(outcomeTitle(posts("scheduled", "scheduled"))).toBe("Scheduled on 2 channels");
});
