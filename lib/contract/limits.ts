/** Limits of the API that pages need too. Zod-free: the browser imports it. The document's limits come first, then our own. */
export const limits = {
  imagesPerPost: 4,
  imageBytes: 10 * 1024 * 1024,
  imageTypes: ["image/jpeg", "image/png", "image/webp", "image/gif"],
  pageSizeMax: 100,
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
  /** Characters (UTF-16 units) of a link card's texts. LinkedIn's articles take more (400 and 4,086), Bluesky names none. */
  linkCardTitleCharacters: 300,
  linkCardDescriptionCharacters: 500,
  linkCardUrlCharacters: 4_096,
  /** JSON request bodies. */
  jsonBytes: 1024 * 1024,
  /** Bodies of callers who are not signed in: forms to sign in, and requests of apps for tokens. */
  strangerBytes: 16 * 1024,
  /** Characters (UTF-16 units) of an image's description; the platforms set tighter ones. */
  altCharacters: 10_000,
  /** Pixels of one image over all its frames. */
  imagePixels: 50_000_000,
  /** Results that may be skipped; deeper pages are refused because their cost grows with the offset. */
  offsetMax: 1_000_000,
  /** Posts of one bulk change. */
  postsPerChange: 1_000,
  noteCharacters: 280,
  /** Posting slots of a member, and as many of the team. */
  slotsPerList: 100,
  viewsPerMember: 50,
  channelSetsPerMember: 50,
  webhooksPerOrganization: 20,
  webhookUrlCharacters: 2_000,
  /** Stored and visible deliveries of each webhook. */
  webhookDeliveriesKept: 100,
  /** Claims of one bulk decision. */
  claimsPerDecision: 500,
  reasonCharacters: 500,
  appealCharacters: 500,
  rejectReasons: 9,
  rulesCharacters: 5_000,
  /** Maximum points of a cap, and maximum number of level starts. */
  capMax: 10_000_000,
  levelStarts: 200,
  /** Days until an invitation expires. */
  invitationDays: 7,
  /** Name of a member or an organization. */
  nameCharacters: 100,
  /** Reason of a pause of all sending. */
  pauseReasonCharacters: 200,
  keyNameCharacters: 100,
  keysPerMember: 100,
} as const;
