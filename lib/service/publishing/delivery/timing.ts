/** How long things may take. Tests shorten them; nobody configures them. */
export type PublishingTiming = {
  /** A worker that says nothing for this long has lost its channel. */
  leaseMs: number;
  renewMs: number;
  /** One call to a platform, its whole body included; far below the lease, so a lost lease has no call under way. */
  callMs: number;
  imageCallMs: number;
  /** The longest a stop waits for the parts under way. */
  stopMs: number;
  sweepMs: number;
  /** Timers are set anew at least this often, so that a clock that jumped is noticed. */
  rearmMs: number;
  /** Pause after an error of the database before a channel is tried again. */
  troubleMs: number;
  /** Pause before a channel that somebody else holds is looked at again, in case its holder died. */
  heldMs: number;
};

export const defaultTiming: PublishingTiming = {
  leaseMs: 120_000,
  renewMs: 30_000,
  callMs: 20_000,
  imageCallMs: 60_000,
  stopMs: 20_000,
  sweepMs: 60_000,
  rearmMs: 30_000,
  troubleMs: 1_000,
  heldMs: 3_000,
};
