import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "#lib/service/core/refusal.ts";

/**
 * argon2id with 19 MiB, two passes, one lane: the first choice of OWASP's Password Storage Cheat Sheet
 * (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id). argon2id is the
 * package's default.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The most hashes at once: each takes 19 MiB and one of four threads, which also read files and resolve host names. */
const hashesAtOnce = 2;
/** The most waiting hashes. Further sign-ins are refused: an endless queue would only delay everyone. */
const waitingMax = 100;

let running = 0;
const waiting: (() => void)[] = [];

async function withHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < hashesAtOnce) running += 1;
  else {
    if (waiting.length >= waitingMax) {
      throw new Refusal("unavailable", "Too many people are signing in right now. Try again in a few seconds.");
    }
    // The finished hash passes its slot on, so `running` stays the same.
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

/** Lengths in code points. Nobody types a longer password, and a stranger could make the server hash long ones. */
export const passwordLength = { min: 10, max: 256 } as const;

/**
 * Returns a password in the form that is hashed: NFKC, as NIST SP 800-63B section 5.1.1.2 advises, so that "é" from any
 * keyboard is the same. Null for an invalid password; a too long one is found before any work is done.
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

/**
 * Checks a password against its hash. Takes the same time without a hash, so that the time does not reveal which
 * addresses have an account.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  dummy ??= hash("a password that nobody has", cost);
  const against = stored ?? (await dummy);
  const isRight = await withHashSlot(() => verify(against, password));
  return isRight && stored !== null;
}
