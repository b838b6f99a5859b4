/** Limits of the API. Zod-free: the browser imports it. The document's limits come first, then our own. */
export const limits = {
  imagesPerPost: 4,
  imageBytes: 10 * 1024 * 1024,
  imageTypes: ["image/jpeg", "image/png", "image/webp", "image/gif"],
  pageSizeMax: 100,
  pageSizeDefault: 20,
  pointsDefault: 20,
  pointsMax: 1000,
  /** Parts of one thread. */
  parts: 100,
  /** Characters (UTF-16 units) of one part, drafts included; platforms set tighter ones. */
  partCharacters: 25_000,
  /**
   * Characters (UTF-16 units) of all parts of a post together, drafts included. More than platforms accept: two of X's
   * longest posts, or a thread of 100 parts of 600. Search reads as many.
   */
  postCharacters: 60_000,
  /** Characters (code points) of a post in a list that is requested with `text=excerpt`. */
  excerptCharacters: 280,
  channelsPerPost: 50,
  /** JSON request bodies. */
  jsonBytes: 1024 * 1024,
  /** Characters (UTF-16 units) of an image's description; the platforms set tighter ones. */
  altCharacters: 10_000,
  /** Pixels of one image over all its frames. */
  imagePixels: 50_000_000,
  /** Results that may be skipped; deeper pages are refused because their cost grows with the offset. */
  offsetMax: 1_000_000,
  scheduledPastGraceMs: 60_000,
  scheduledAheadYears: 2,
  idempotencyKeyCharacters: 255,
  idempotencyHours: 24,
  /** Hours in which further posts may join a submission. */
  submissionOpenHours: 24,
  /** Attempts to deliver a post before it fails. */
  attempts: 8,
  /** Totals without a counter are exact up to this many, and a lower bound beyond. */
  exactTotal: 10_000,
  /** Posts of one bulk change. */
  postsPerChange: 1_000,
  /** Seconds a publish or retry may wait so that it can be undone. */
  graceSecondsMax: 30,
  /** Days in which a deleted post can be restored. */
  restorableDays: 30,
  /** Days of one calendar request, and most posts in its answer. */
  calendarDays: 100,
  calendarPosts: 5_000,
  noteCharacters: 280,
  /** Drafts and templates of a member together, deleted ones not counted. */
  draftsPerMember: 500,
  slotsPerMember: 100,
  viewsPerMember: 50,
  channelSetsPerMember: 50,
  webhooksPerOrganization: 20,
  webhookUrlCharacters: 2_000,
  /** Stored and visible deliveries of each webhook. */
  webhookDeliveriesKept: 100,
  /** Hours in which a webhook delivery is retried, and in which a former secret still signs. */
  webhookHours: 24,
  /** Claims of one bulk decision. */
  claimsPerDecision: 500,
  reasonCharacters: 500,
  appealCharacters: 500,
  rejectReasons: 9,
  rulesCharacters: 5_000,
  /** Maximum points of a cap, and maximum number of level starts. */
  capMax: 10_000_000,
  levelStarts: 200,
  /** Members on one page of a leaderboard. */
  boardPageMax: 1_000,
  /** Days until an invitation expires. */
  invitationDays: 7,
  openInvitations: 100,
  /** Name of a member or an organization. */
  nameCharacters: 100,
  keyNameCharacters: 100,
  channelsPerOrganization: 100,
  membersPerChannel: 1_000,
  keysPerMember: 100,
  /** Years until a key's expiry at most, and addresses or ranges that a key may be bound to. */
  keyYearsMax: 5,
  addressesPerKey: 20,
  /** Hours that the old value of a rotated key may remain valid. */
  rotationHoursMax: 168,
} as const;
