/** Limits of the API that no page needs. They stand apart so that the browser does not load them. */
export const serverOnlyLimits = {
  pageSizeDefault: 20,
  /** Characters (code points) of a post in a list that is requested with `text=excerpt`. */
  excerptCharacters: 280,
  channelsPerPost: 50,
  scheduledAheadYears: 2,
  idempotencyKeyCharacters: 255,
  idempotencyHours: 24,
  /** Hours in which further posts may join a submission. */
  submissionOpenHours: 24,
  /** Attempts to deliver a post before it fails. */
  attempts: 8,
  /** Totals without a counter are exact up to this many, and a lower bound beyond. */
  exactTotal: 10_000,
  /** The same for submissions: each may have as many posts to be read. */
  exactSubmissions: 1_000,
  /** Seconds a publish or retry may wait so that it can be undone. */
  graceSecondsMax: 30,
  /** Days in which a deleted post can be restored. */
  restorableDays: 30,
  /** Days of one calendar request, and most posts in its answer. */
  calendarDays: 100,
  calendarPosts: 5_000,
  /** Drafts and templates of a member together, deleted ones not counted. */
  draftsPerMember: 500,
  /** Hours in which a webhook delivery is retried, and in which a former secret still signs. */
  webhookHours: 24,
  /** Members on one page of a leaderboard. */
  boardPageMax: 1_000,
  openInvitations: 100,
  channelsPerOrganization: 100,
  membersPerChannel: 1_000,
  /** Years until a key's expiry at most, and addresses or ranges that a key may be bound to. */
  keyYearsMax: 5,
  addressesPerKey: 20,
  /** Hours that the old value of a rotated key may remain valid. */
  rotationHoursMax: 168,
} as const;
