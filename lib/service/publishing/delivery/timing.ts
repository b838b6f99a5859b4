/** Durations of the delivery. Tests shorten them; nobody configures them. */
export type PublishingTiming = {
  /** A worker without a renewal for this long has lost its channel. */
  leaseMs: number;
  renewMs: number;
  /**
   * One call to a platform, its whole body included; far below the lease, so that a lost lease has no call in progress.
   */
  callMs: number;
  imageCallMs: number;
  /** The longest that a stop waits for the parts in progress. */
  stopMs: number;
  sweepMs: number;
  /** Due posts are looked for at least this often, so that a lost notification or a jump of the clock is noticed. */
  lookMs: number;
  /** Pause after a database error before the channel is tried again. */
  errorPauseMs: number;
  /** Pause before another check of a channel that another worker has leased, in case that worker died. */
  leasedPauseMs: number;
  /** Time for the worker that goes for a channel first, before the others check whether it did. */
  othersPauseMs: number;
};

export const defaultTiming: PublishingTiming = {
  leaseMs: 120_000,
  renewMs: 30_000,
  callMs: 20_000,
  imageCallMs: 60_000,
  stopMs: 20_000,
  sweepMs: 60_000,
  lookMs: 5_000,
  errorPauseMs: 1_000,
  leasedPauseMs: 3_000,
  othersPauseMs: 1_000,
};
