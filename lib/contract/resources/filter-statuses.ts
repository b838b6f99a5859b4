import type { PostStatus } from "./post-statuses.ts";

/** The statuses that a filter may name: also `unconfirmed`, which people see in place of `failed`. */
export const filterStatuses = [
  "draft",
  "scheduled",
  "publishing",
  "published",
  "failed",
  "unconfirmed",
  "canceled",
] as const satisfies (PostStatus | "unconfirmed")[];
export type FilterStatus = (typeof filterStatuses)[number];
