/** Ms that the device's clock is ahead of the server's; 0 until it is known, and where it is about right. */
let clockSkewMs = 0;

/** Now by the server's clock, which judges times. The device's own may be hours off. */
export const getServerNow = (): Date => new Date(Date.now() - clockSkewMs);

export const getClockSkewMs = (): number => clockSkewMs;

export function setClockSkewMs(ms: number): void {
  clockSkewMs = ms;
}
