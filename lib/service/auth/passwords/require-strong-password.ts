import { createRequire } from "node:module";
import type { ZxcvbnFactory, ZxcvbnResult } from "@zxcvbn-ts/core";
import { Refusal } from "#lib/service/core/refusal.ts";
import { normalizePassword, passwordLength } from "./password-hashing.ts";

/**
 * On a scale of 0 to 4; zxcvbn describes 3 as "safely unguessable: moderate protection from an offline slow-hash
 * scenario".
 */
const scoreMin = 3;
/** The estimate's time grows with the square of the length, and a longer password is strong by its first characters. */
const estimatedCharacters = 64;

// The package loads with the first new password: its dictionaries take 15 MB and a third of a second.
const load = createRequire(import.meta.url);
let strengthEstimator: ZxcvbnFactory | null = null;

function loadStrengthEstimator(): ZxcvbnFactory {
  const core: typeof import("@zxcvbn-ts/core") = load("@zxcvbn-ts/core");
  const { dictionary, adjacencyGraphs }: typeof import("@zxcvbn-ts/language-common") =
    load("@zxcvbn-ts/language-common");
  return new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
}

/**
 * Returns a new password in the form that is hashed. @param about words that must not make up the password, such as the
 * person's name.
 * @throws Refusal `invalid_request` with one sentence of advice
 */
export function requireStrongPassword(typed: string, about: readonly string[]): string {
  const { min, max } = passwordLength;
  if (typed.length > max) throw refuse(`A password has at most ${max} characters.`);
  const password = normalizePassword(typed);
  if (password === null)
    throw refuse(typed === "" ? "Choose a password." : "A password can't have this character in it.");
  if ([...password].length < min)
    throw refuse(`A password has at least ${min} characters: three or four words will do.`);
  strengthEstimator ??= loadStrengthEstimator();
  const words = about.flatMap((one) => [one, ...one.split(/[\s@.]+/)]).filter((word) => word.length > 2);
  const result = strengthEstimator.check([...password].slice(0, estimatedCharacters).join(""), [
    ...words,
    "postwright",
  ]);
  if (result.score < scoreMin) throw refuse(getPasswordAdvice(result));
  return password;
}

const refuse = (message: string) => new Refusal("invalid_request", message, "password");

const warnings: Readonly<Record<string, string>> = {
  straightRow: "Neighbouring keys are guessed first",
  keyPattern: "Patterns on the keyboard are guessed first",
  simpleRepeat: "Repeated characters are guessed first",
  extendedRepeat: "Repeated characters are guessed first",
  sequences: "Sequences such as abc or 123 are guessed first",
  recentYears: "Years are guessed first",
  dates: "Dates are guessed first",
  topTen: "This is one of the most used passwords",
  topHundred: "This is one of the most used passwords",
  common: "This is a common password",
  similarToCommon: "This is close to a common password",
  wordByItself: "One word alone is guessed quickly",
  namesByThemselves: "Names are guessed first",
  commonNames: "Names are guessed first",
  userInputs: "It is made of your name, e-mail or organization",
};

function getPasswordAdvice({ feedback }: ZxcvbnResult): string {
  const why = warnings[feedback.warning ?? ""] ?? "This would be guessed too quickly";
  return `${why}: add another word or two that do not belong together.`;
}
