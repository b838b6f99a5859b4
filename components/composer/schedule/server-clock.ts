/** Ms that the device's clock is ahead of the server's; 0 until measured, or if the difference is small. */
let clockSkewMs = 0;

/** Returns the time by the server's clock, which decides if a time has passed. The device's clock may be hours off. */
export const getServerNow = (): Date => new Date(Date.now() - clockSkewMs);

export const getClockSkewMs = (): number => clockSkewMs;

export function setClockSkewMs(ms: number): void {
  clockSkewMs = ms;
}
