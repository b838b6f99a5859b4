import { formatNumber } from "#components/ui/format-number.ts";
import { limits } from "#lib/contract/limits.ts";

/** A parsed setting or a sentence about the mistake. */
export type ParsedSetting<T> = { ok: T; error?: undefined } | { error: string };

/** Parses points; an empty field gives null. */
export function parseCap(typed: string): ParsedSetting<number | null> {
  const text = typed.trim();
  if (text === "") return { ok: null };
  const points = Number(text);
  if (!/^\d+$/.test(text) || points < 1 || points > limits.capMax) {
    return { error: `Enter whole points from 1 to ${formatNumber(limits.capMax)}, or leave it empty.` };
  }
  return { ok: points };
}

/** Parses the starts of levels 2, 3 and so on, separated by commas or spaces; null for the default levels. */
export function parseLevelStarts(typed: string): ParsedSetting<number[] | null> {
  const words = typed.split(/[\s,;]+/).filter(Boolean);
  if (words.length === 0) return { ok: null };
  if (words.length > limits.levelStarts) return { error: `Use ${limits.levelStarts} levels at most.` };
  const starts = words.map(Number);
  if (starts.some((start, at) => !/^\d+$/.test(words[at] ?? "") || start < 1 || start > limits.capMax)) {
    return { error: "Enter whole numbers, such as 50, 150, 300." };
  }
  const fall = starts.findIndex((start, at) => at > 0 && start <= (starts[at - 1] ?? 0));
  if (fall > 0)
    return { error: `Each level needs more points than the one before: ${starts[fall]} follows ${starts[fall - 1]}.` };
  return { ok: starts };
}

/** Parses one reason per line. */
export function parseRejectReasons(typed: string): ParsedSetting<string[]> {
  const reasons = typed
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  if (reasons.length > limits.rejectReasons) {
    return { error: `Use ${limits.rejectReasons} reasons at most; you entered ${reasons.length}.` };
  }
  if (reasons.some((reason) => reason.length > limits.reasonCharacters)) {
    return { error: `Each reason can have ${limits.reasonCharacters} characters at most.` };
  }
  return { ok: reasons };
}
