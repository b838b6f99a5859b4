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
  if (typed.length > max) throw refuse(`Use at most ${max} characters.`);
  const password = normalizePassword(typed);
  if (password === null) throw refuse(typed === "" ? "Choose a password." : "A password can't contain this character.");
  if ([...password].length < min) throw refuse(`Use at least ${min} characters. Three or four words work well.`);
  strengthEstimator ??= loadStrengthEstimator();
  const guessable = about.flatMap((one) => [one, ...one.split(/[\s@.]+/)]).filter((word) => word.length > 2);
  const result = strengthEstimator.check([...password].slice(0, estimatedCharacters).join(""), [
    ...guessable,
    "postwright",
  ]);
  if (result.score < scoreMin) throw refuse(getPasswordAdvice(result));
  return password;
}

const refuse = (message: string) => new Refusal("invalid_request", message, "password");

const warnings: Readonly<Record<string, string>> = {
  straightRow: "Neighboring keys are easy to guess",
  keyPattern: "Keyboard patterns are easy to guess",
  simpleRepeat: "Repeated characters are easy to guess",
  extendedRepeat: "Repeated characters are easy to guess",
  sequences: "Sequences such as abc or 123 are easy to guess",
  recentYears: "Years are easy to guess",
  dates: "Dates are easy to guess",
  topTen: "This is one of the most used passwords",
  topHundred: "This is one of the most used passwords",
  common: "This is a common password",
  similarToCommon: "This is similar to a common password",
  wordByItself: "A single word is easy to guess",
  namesByThemselves: "Names are easy to guess",
  commonNames: "Names are easy to guess",
  userInputs: "It contains your name, e-mail or organization",
};

function getPasswordAdvice({ feedback }: ZxcvbnResult): string {
  const why = warnings[feedback.warning ?? ""] ?? "This is too easy to guess";
  return `${why}. Add one or two unrelated words.`;
}
