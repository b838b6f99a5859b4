/** How far the device's clock is ahead of the server's, in ms; undefined before the first page states the server's time. */
export const deviceClock: { aheadMs?: number } = {};

/** Returns the time by the server's clock, which decides if a time has passed. The device's clock may be hours off. */
export const getServerNow = (): Date => new Date(Date.now() - (deviceClock.aheadMs ?? 0));
