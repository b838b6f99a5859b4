import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  sign,
} from "node:crypto";

/** A private key for ES256 (RFC 7518 §3.4), as the JSON of a JWK; it lies sealed wherever it is kept. */
export type SigningKey = string;

export function createSigningKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return JSON.stringify(privateKey.export({ format: "jwk" }));
}

/** What of a key may be shown, with the name that signatures call it by: its thumbprint (RFC 7638 §3). */
export function toPublicJwk(key: SigningKey): { kty: string; crv: string; x: string; y: string; kid: string } {
  const { kty = "", crv = "", x = "", y = "" } = JSON.parse(key) as JsonWebKey;
  const kid = createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
  return { kty, crv, x, y, kid };
}

/** Keys are opened for each request of an account: made once as long as it is used. */
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
  // A JWS has both numbers one after the other, not in ASN.1 (RFC 7518 §3.4).
  const signature = sign("sha256", Buffer.from(text), { key: open(key), dsaEncoding: "ieee-p1363" });
  return `${text}.${signature.toString("base64url")}`;
}

const inSeconds = (at: Date) => Math.floor(at.getTime() / 1_000);

/** Shows for one request that who sends it has the key that the access is bound to (RFC 9449 §4.2, §9). */
export function createDpopProof(
  key: SigningKey,
  at: { method: string; url: string; now: Date; nonce: string | null; access?: string },
): string {
  const { kty, crv, x, y } = toPublicJwk(key);
  const { origin, pathname } = new URL(at.url);
  return signed(
    key,
    { typ: "dpop+jwt", jwk: { kty, crv, x, y } },
    {
      ...{ jti: randomUUID(), htm: at.method, htu: `${origin}${pathname}`, iat: inSeconds(at.now) },
      ...(at.nonce !== null && { nonce: at.nonce }),
      ...(at.access !== undefined && { ath: createHash("sha256").update(at.access).digest("base64url") }),
    },
  );
}

/** Shows that a request is ours, in the place of a password of the application (RFC 7523 §2.2, §3). */
export function createClientAssertion(key: SigningKey, at: { clientId: string; issuer: string; now: Date }): string {
  const iat = inSeconds(at.now);
  const claims = { iss: at.clientId, sub: at.clientId, aud: at.issuer, jti: randomUUID(), iat, exp: iat + 60 };
  return signed(key, { kid: toPublicJwk(key).kid }, claims);
}

/** RFC 9449 §8 and §9: an answer may bring the next nonce, and say that the proof has to be made anew with it. */
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

/** A proof is refused too where our clock is wrong: then it is made anew by the server's. */
const ofProof: ReadonlySet<string> = new Set(["use_dpop_nonce", "invalid_dpop_proof"]);
