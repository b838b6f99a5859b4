import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "#lib/service/core/refusal.ts";

/**
 * argon2id with 19 MiB, two passes, one lane: the first choice of OWASP's Password Storage Cheat Sheet
 * (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id). The package hashes by argon2id unless told otherwise.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes at once: each takes a thread of four, which also read files and names, and 19 MiB. */
const hashesAtOnce = 2;
/** Beyond these a sign-in is told to come back: a queue without an end would only delay everybody. */
const waitingMax = 100;

let running = 0;
const waiting: (() => void)[] = [];

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < hashesAtOnce) running += 1;
  else {
    if (waiting.length >= waitingMax) {
      throw new Refusal("unavailable", "Too many people sign in at this moment. Try again in a few seconds.");
    }
    // The one who leaves hands the place over, so `running` stays as it is.
    await new Promise<void>((resume) => waiting.push(resume));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Code points; above the most nobody types, and hashing would be work for a stranger to ask for. */
export const passwordLength = { min: 10, max: 256 } as const;

/**
 * A password as it is hashed: in NFKC, as NIST SP 800-63B section 5.1.1.2 advises, so that one keyboard's "é" is another's.
 * Null for what can't be one; too long is found before any work is done on it.
 */
export function normalizePassword(typed: string): string | null {
  if (typed.length === 0 || typed.length > passwordLength.max * 4) return null;
  const password = typed.normalize("NFKC");
  return password.includes("\0") || [...password].length > passwordLength.max ? null : password;
}

export async function hashPassword(password: string): Promise<string> {
  return withHashSlot(() => hash(password, cost));
}

let dummy: Promise<string> | null = null;

/** True when this is the password. Takes the same work when there is none, so that time tells nobody who has an account. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hash("a password that nobody has", cost);
  const against = stored ?? (await dummy);
  const isRight = await withHashSlot(() => verify(against, password));
  return isRight && stored !== null;
}
