import { expect, test } from "vitest";
import type { Post } from "#lib/contract/types.ts";
import { isPostInProgress } from "./posts.ts";

const now = Date.parse("2026-11-21T12:00:00Z");
const post = (fields: Partial<Post>) =>
  ({ status: "scheduled", created_at: "2026-11-21T11:59:00Z", ...fields }) as Post;

test("a scheduled post without a time counts as in progress for a limited time after its creation", () => {
  expect(isPostInProgress(post({ scheduled_for: null }), now)).toBe(true);
  expect(isPostInProgress(post({ scheduled_for: null, created_at: "2026-11-20T11:40:00Z" }), now)).toBe(false);
  expect(isPostInProgress(post({ scheduled_for: null, created_at: "2026-11-21T02:00:00Z" }), now)).toBe(true);
  expect(isPostInProgress(post({ scheduled_for: "2026-11-21T15:00:00Z" }), now)).toBe(false);
  expect(isPostInProgress(post({ scheduled_for: "2026-11-21T12:00:30Z" }), now)).toBe(true);
});
