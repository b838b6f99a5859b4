import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** What authenticator apps expect where a QR code says nothing else (RFC 6238 with RFC 4226's SHA-1 and six digits). */
const form = { issuer: "Postwright", algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Steps before and after the present one that are accepted: clocks differ, and typing takes time (RFC 6238 §5.2). */
const windowSteps = 1;
/** RFC 4226 §4 R6 recommends 160 bits. */
const secretBytes = 20;

/** A new shared secret in base32, as people type it where they can't scan. */
export function createTotpSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32;
}

/** What a QR code carries (https://github.com/google/google-authenticator/wiki/Key-Uri-Format). */
export function toTotpUri(secret: string, email: string): string {
  return new TOTP({ ...form, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/**
 * The 30-second step that a code belongs to, or null when it belongs to none near `now` or was used already.
 * @param lastStep the last step that was accepted: an earlier or equal one never is again (RFC 6238 §5.2)
 */
export function findTotpStep(secret: string, code: string, now: Date, lastStep: number | null): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...form, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: windowSteps });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / form.period) + delta;
  return lastStep === null || step > lastStep ? step : null;
}
