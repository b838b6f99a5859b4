import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/** Secrets at rest. `place` names table, row and field: a value that was moved elsewhere does not open. */
export type Sealer = {
  seal: (value: string, place: string) => string;
  /** Null when it was sealed under another secret or for another place, or was changed. */
  open: (sealed: string, place: string) => string | null;
};

const version = "v1";
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM under a key made from the server's SECRET by HKDF-SHA256, so that nothing sealed here opens as a cookie.
 * The text is `v1.` and base64url of nonce, tag and what was sealed.
 */
export function makeSealer(secret: string): Sealer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "postwright: secrets at rest", 32));
  return {
    seal(value, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place));
      const sealed = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
      return `${version}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
    },
    open(text, place) {
      const [head, body = ""] = text.split(".");
      const bytes = Buffer.from(body, "base64url");
      if (head !== version || bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, nonceBytes));
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
          "utf8",
        );
      } catch {
        return null;
      }
    },
  };
}
