/** Ms that the device's clock is ahead of the server's; 0 until it is known, and where it is about right. */
let aheadMs = 0;

/** Now by the server's clock, which judges times. The device's own may be hours off. */
export const serverNow = (): Date => new Date(Date.now() - aheadMs);

export const aheadNow = (): number => aheadMs;

export function setAhead(ms: number): void {
  aheadMs = ms;
}
