import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

/** Secrets at rest. `place` names table, row and field: a value that was moved elsewhere does not open. */
export type Sealer = {
  seal: (value: string, location: string) => string;
  /** Null when it was sealed under a secret that is not among ours or for another place, or was changed. */
  open: (sealed: string, location: string) => string | null;
  /** True for what needs no former secret. */
  isCurrent: (sealed: string) => boolean;
  /** Returns 32 bytes that follow from the value, for this place: the same each time, and unknown without the secret. */
  derive: (value: string, location: string) => Buffer;
};

const nonceBytes = 12;
const tagBytes = 16;
type SealingKey = { id: string; bytes: Buffer };

/**
 * AES-256-GCM under a key made from the server's SECRET by HKDF-SHA256, so that nothing sealed here opens as a cookie.
 * The text is `v2.`, which key it was, `.` and base64url of nonce, tag and what was sealed. A text of `v1.` names no key.
 * @param former secrets that are not sealed with any more; what they sealed still opens.
 */
export function createSealer(secret: string, former: readonly string[] = []): Sealer {
  const keys = [secret, ...former].map(deriveSealingKey);
  const derivingKey = Buffer.from(hkdfSync("sha256", secret, "", "postwright: derived tokens", 32));
  const [current] = keys as [SealingKey, ...SealingKey[]];
  return {
    seal(value, location) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv("aes-256-gcm", current.bytes, nonce).setAAD(Buffer.from(location));
      const sealed = Buffer.concat([cipher.update(value, "utf8"), cipher.final()]);
      return `v2.${current.id}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
    },
    derive: (value, location) => createHmac("sha256", derivingKey).update(`${location}\n${value}`).digest(),
    isCurrent: (text) => text.startsWith(`v2.${current.id}.`),
    open(text, location) {
      const [version, ...rest] = text.split(".");
      const body = Buffer.from(rest.at(-1) ?? "", "base64url");
      if (body.length < nonceBytes + tagBytes) return null;
      const isMeant = (key: SealingKey) =>
        version === "v2" ? rest.length === 2 && key.id === rest[0] : version === "v1";
      for (const key of keys.filter(isMeant)) {
        const value = openWith(key, body, location);
        if (value !== null) return value;
      }
      return null;
    },
  };
}

function deriveSealingKey(secret: string): SealingKey {
  const bytes = Buffer.from(hkdfSync("sha256", secret, "", "postwright: secrets at rest", 32));
  return { id: createHash("sha256").update("id of ").update(bytes).digest("base64url").slice(0, 8), bytes };
}

function openWith(key: SealingKey, body: Buffer, location: string): string | null {
  const decipher = createDecipheriv("aes-256-gcm", key.bytes, body.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(location)).setAuthTag(body.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(body.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
