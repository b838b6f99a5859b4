import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** Defaults that authenticator apps expect (RFC 6238 with RFC 4226's SHA-1 and six digits). */
const form = { issuer: "Postwright", algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Accepted time steps before and after the present one: clocks differ, and typing takes time (RFC 6238 §5.2). */
const windowSteps = 1;
/** RFC 4226 §4 R6 recommends 160 bits. */
const secretBytes = 20;

/** Creates a shared secret in base32, as people type it when they can't scan. */
export function createTotpSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32;
}

/** Returns the URI in a QR code (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function toTotpUri(secret: string, email: string): string {
  return new TOTP({ ...form, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * Returns the 30-second step of a code, or null when the code belongs to no step near `now` or was used already.
 * @param lastStep the last accepted step: an earlier or equal step is never accepted again (RFC 6238 §5.2)
 */
export function findTotpStep(secret: string, code: string, now: Date, lastStep: number | null): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: windowSteps });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / form.period) + delta;
  return lastStep === null || step > lastStep ? step : null;
}
