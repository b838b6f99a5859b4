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
  /** Change many at once, all that match among them. */
  bulk: boolean;
  /** Take what is published down from its platform. */
  takeDown: boolean;
  /** Change the rest of what stopped on its way, and take down what is out of it. */
  half: boolean;
  /** Cut the list by more than the status, and export it. */
  filter: boolean;
  /** Keep views under a name. */
  views: boolean;
};
