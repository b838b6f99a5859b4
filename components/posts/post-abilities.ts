/**
 * The actions on a post that this service and this key allow. A service on another host may only know the documented
 * deletion.
 */
export type PostAbilities = {
  /** Write posts, also from this one. */
  write: boolean;
  remove: boolean;
  /** Save drafts, and list the member's own on a page of theirs, where the page of posts leads. */
  drafts: boolean;
  /** Restore a deleted post; without this, deletion is final and needs a confirmation. */
  restore: boolean;
  retry: boolean;
  cancel: boolean;
  /** Edit, reschedule, turn back into a draft. */
  change: boolean;
  /** Change many posts at once, including all matching ones. */
  bulk: boolean;
  /** Edit all posts of a submission at once. */
  editSubmissions: boolean;
  /** Take a published post down from its platform. */
  takeDown: boolean;
  /** Edit the rest of a partially published post, and take down its published parts. */
  editPublished: boolean;
  /** Filter the list by more than the status, and export it. */
  filter: boolean;
  /** Save views under a name. */
  views: boolean;
  /** Read the history and the claim of a post. */
  history: boolean;
};

/** The actions on the member's own posts in a list where others' posts are read-only. */
export type OwnPostAbilities = { memberId: string; abilities: PostAbilities };
