import { createHash, generateKeyPairSync, type JsonWebKey, randomUUID } from "node:crypto";
import { type JWK, type JWTHeaderParameters, SignJWT } from "jose";

/** A private key for ES256 (RFC 7518 §3.4), as the JSON of a JWK; always stored sealed. */
export type SigningKey = string;

export function createSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return JSON.stringify(privateKey.export({ format: "jwk" }));
}

/** Returns the public half of a key, with its thumbprint (RFC 7638 §3) as the key id. */
export function toPublicJwk(key: SigningKey): { kty: string; crv: string; x: string; y: string; kid: string } {
  const { kty = "", crv = "", x = "", y = "" } = JSON.parse(key) as JsonWebKey;
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
  return { kty, crv, x, y, kid };
}

async function sign(token: SignJWT, key: SigningKey, now: Date, header: Partial<JWTHeaderParameters>): Promise<string> {
  const signed = token
    .setProtectedHeader({ alg: "ES256", ...header })
    .setIssuedAt(now)
    .setJti(randomUUID());
  return await signed.sign(JSON.parse(key) as JWK);
}

/**
 * Creates the proof that the sender of one request has the key that the access token is bound to (RFC 9449 §4.2, §9).
 */
export async function createDpopProof(
  key: SigningKey,
  options: { method: string; url: string; now: Date; nonce: string | null; access?: string },
): Promise<string> {
  const { kty, crv, x, y } = toPublicJwk(key);
  const { origin, pathname } = new URL(options.url);
  const token = new SignJWT({
    htm: options.method,
    htu: `${origin}${pathname}`,
    ...(options.nonce !== null && { nonce: options.nonce }),
    ...(options.access !== undefined && { ath: createHash("sha256").update(options.access).digest("base64url") }),
  });
  return await sign(token, key, options.now, { typ: "dpop+jwt", jwk: { kty, crv, x, y } });
}

/** Creates the assertion that a request is ours, which replaces a password of the application (RFC 7523 §2.2, §3). */
export async function createClientAssertion(
  key: SigningKey,
  { clientId, issuer, now }: { clientId: string; issuer: string; now: Date },
): Promise<string> {
  const token = new SignJWT().setIssuer(clientId).setSubject(clientId).setAudience(issuer);
  token.setExpirationTime(new Date(now.getTime() + assertionMs));
  return await sign(token, key, now, { kid: toPublicJwk(key).kid });
}

const assertionMs = 60_000;

/** Reads the next nonce from an answer, and if the proof has to be made again with it (RFC 9449 §8, §9). */
export function parseDpopNonce(answer: { status: number; headers: Readonly<Record<string, string>>; json: unknown }): {
  nonce: string | null;
  isRefused: boolean;
} {
  const nameInBody = (answer.json as { error?: unknown } | null | undefined)?.error;
  const nameInHeader = /error="(?<name>[a-z_]+)"/u.exec(answer.headers["www-authenticate"] ?? "")?.groups?.["name"];
  const mayConcernProof = answer.status === 400 || answer.status === 401;
  const isRefused =
    mayConcernProof && [nameInBody, nameInHeader].some((name) => typeof name === "string" && proofErrors.has(name));
  return { nonce: answer.headers["dpop-nonce"] ?? null, isRefused };
}

/**
 * Errors about the proof. A server also refuses a proof if our clock is wrong: the next proof uses the server's time.
 */
const proofErrors: ReadonlySet<string> = new Set(["use_dpop_nonce", "invalid_dpop_proof"]);
