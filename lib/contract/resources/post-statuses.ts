/** The states of a post. Zod-free, and separate from the limits: the browser imports it where it needs none of them. */
export const postStatuses = ["draft", "scheduled", "publishing", "published", "failed", "canceled"] as const;
export type PostStatus = (typeof postStatuses)[number];

/** The statuses of the plan: what members see of each other's posts. A draft, a failure and a canceled post stay private. */
export const planStatuses = ["scheduled", "publishing", "published"] as const satisfies PostStatus[];

type StatusFacts = {
  status: string;
  failure?: { cause: string } | null | undefined;
  /** In the calendar, in place of `failure`. */
  unconfirmed?: boolean | undefined;
  hold?: object | null | undefined;
};

/**
 * Returns the status that people see. A failed post whose answer was lost is `unconfirmed`: it may be live, so it is no
 * failure to be simply sent again. A planned or begun post that waits for a person is `on_hold`.
 */
export function getShownStatus({ status, failure, unconfirmed, hold }: StatusFacts): string {
  if (hold) return "on_hold";
  return status === "failed" && (unconfirmed || failure?.cause === "unconfirmed") ? "unconfirmed" : status;
}
