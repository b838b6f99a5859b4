/**
 * What this service and this key allow to be done with a post. A remote service may know the documented deletion alone.
 */
export type PostAbilities = {
  remove: boolean;
  /** Bring a deleted post back; without it deletion is final and asks first. */
  restore: boolean;
  retry: boolean;
  cancel: boolean;
  /** Edit, reschedule, back to draft. */
  change: boolean;
};
