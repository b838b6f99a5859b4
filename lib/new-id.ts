/**
 * Returns a new UUID, version 4 (RFC 9562), for a record or an idempotency key. Browsers offer `randomUUID` on https
 * and localhost only; a dashboard on plain http in a local network has only `getRandomValues`.
 */
export function newId(): string {
  // 4 is the version. 8 is the variant 10 in its upper two bits; its lower two bits are random.
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, (digit) => {
    const random = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
}
