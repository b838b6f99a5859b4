import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** Faults of a test authenticator, in contrast to an honest one. */
export type AuthenticatorFaults = {
  /** The origin that the authenticator claims. */
  origin?: string;
  rpId?: string;
  challenge?: string;
  isVerified?: boolean;
  counter?: number;
  /** Signs with the key of another passkey. */
  signedBy?: KeyObject;
  userHandle?: string;
};

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();
/** Flags of authenticator data (WebAuthn §6.1): user present, user verified, credential data follows. */
const flags = { present: 0x01, verified: 0x04, credential: 0x40 } as const;

/**
 * Creates a passkey on P-256, like a hardware authenticator: it creates a key, signs challenges and counts. Layouts are
 * those of WebAuthn Level 3 §6.
 */
export function createVirtualAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = "";

  function authenticatorData(rpId: string, how: AuthenticatorFaults, credential: Uint8Array = Buffer.alloc(0)): Buffer {
    const verified = how.isVerified === false ? 0 : flags.verified;
    const bits = flags.present | verified | (credential.length > 0 ? flags.credential : 0);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(how.counter ?? counter);
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), counted, credential]);
  }
  const clientData = (type: string, challenge: string, how: AuthenticatorFaults) =>
    Buffer.from(
      JSON.stringify({ type, challenge: how.challenge ?? challenge, origin: how.origin ?? origin, crossOrigin: false }),
    );
  const envelope = { id: base64url(id), rawId: base64url(id), type: "public-key", clientExtensionResults: {} } as const;

  return {
    id: envelope.id,
    privateKey,
    /** Answers the options of a registration. */
    register(options: { challenge: string; user: { id: string }; rp: { id?: string } }, how: AuthenticatorFaults = {}) {
      userHandle = options.user.id;
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      // COSE_Key of ES256 (RFC 9053 §7.1.1): kty EC2, alg -7, crv P-256, x, y.
      const cose = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, new Uint8Array(Buffer.from(x, "base64url"))],
          [-3, new Uint8Array(Buffer.from(y, "base64url"))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, cose]);
      const data = authenticatorData(how.rpId ?? options.rp.id ?? "", how, credential);
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ["fmt", "none"],
          ["attStmt", new Map()],
          ["authData", new Uint8Array(data)],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      );
      return {
        ...envelope,
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", options.challenge, how)),
          attestationObject: base64url(attestation),
          transports: ["internal"],
        },
      };
    },
    /** Answers the options of a sign-in and increments the counter. */
    use(options: { challenge: string; rpId?: string }, how: AuthenticatorFaults = {}) {
      counter += 1;
      const data = authenticatorData(how.rpId ?? options.rpId ?? "", how);
      const client = clientData("webauthn.get", options.challenge, how);
      const signature = createSign("sha256")
        .update(data)
        .update(sha256(client))
        .sign(how.signedBy ?? privateKey);
      return {
        ...envelope,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: how.userHandle ?? userHandle,
        },
      };
    },
  };
}
