import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  sign,
} from "node:crypto";

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

/** Cache of parsed keys: each request of an account needs its key. */
const opened = new Map<SigningKey, KeyObject>();
const openedMax = 200;

function open(key: SigningKey): KeyObject {
  const known = opened.get(key);
  if (known) return known;
  const made = createPrivateKey({ key: JSON.parse(key) as JsonWebKey, format: "jwk" });
  if (opened.size >= openedMax) opened.clear();
  opened.set(key, made);
  return made;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

function signed(key: SigningKey, header: object, claims: object): string {
  const text = `${encoded({ alg: "ES256", ...header })}.${encoded(claims)}`;
  // A JWS signature is both numbers in a row, not ASN.1 (RFC 7518 §3.4).
  const signature = sign("sha256", Buffer.from(text), { key: open(key), dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

const inSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);

/**
 * Creates the proof that the sender of one request has the key that the access token is bound to (RFC 9449 §4.2, §9).
 */
export function createDpopProof(
  key: SigningKey,
  options: { method: string; url: string; now: Date; nonce: string | null; access?: string },
): string {
  const { kty, crv, x, y } = toPublicJwk(key);
  const { origin, pathname } = new URL(options.url);
  return signed(
    key,
    { typ: "dpop+jwt", jwk: { kty, crv, x, y } },
    {
      jti: randomUUID(),
      htm: options.method,
      htu: `${origin}${pathname}`,
      iat: inSeconds(options.now),
      ...(options.nonce !== null && { nonce: options.nonce }),
      ...(options.access !== undefined && { ath: createHash("sha256").update(options.access).digest("base64url") }),
    },
  );
}

/** Creates the assertion that a request is ours, which replaces a password of the application (RFC 7523 §2.2, §3). */
export function createClientAssertion(
  key: SigningKey,
  options: { clientId: string; issuer: string; now: Date },
): string {
  const iat = inSeconds(options.now);
  const claims = {
    iss: options.clientId,
    sub: options.clientId,
    aud: options.issuer,
    jti: randomUUID(),
    iat,
    exp: iat + 60,
  };
  return signed(key, { kid: toPublicJwk(key).kid }, claims);
}

/** Reads the next nonce from an answer, and if the proof has to be made again with it (RFC 9449 §8, §9). */
export function parseDpopNonce(answer: { status: number; headers: Readonly<Record<string, string>>; json: unknown }): {
  nonce: string | null;
  isRefused: boolean;
} {
  const named = (answer.json as { error?: unknown } | null | undefined)?.error;
  const told = /error="(?<name>[a-z_]+)"/u.exec(answer.headers["www-authenticate"] ?? "")?.groups?.["name"];
  const isAsked = answer.status === 400 || answer.status === 401;
  const isRefused = isAsked && [named, told].some((name) => typeof name === "string" && ofProof.has(name));
  return { nonce: answer.headers["dpop-nonce"] ?? null, isRefused };
}

/**
 * Errors about the proof. A server also refuses a proof if our clock is wrong: the next proof uses the server's time.
 */
const ofProof: ReadonlySet<string> = new Set(["use_dpop_nonce", "invalid_dpop_proof"]);
