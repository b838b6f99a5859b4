import { findTldEnd } from "./tlds.ts";

/**
 * Finds where a domain name begins inside a run of text. X's counter reads UTF-16 units, not characters, and accepts as
 * part of a name any unit that is no punctuation, space or direction mark. This file does the same, because its counts
 * must equal X's.
 */

const asciiPunctuation = "!'#%&'()*+,\\-./:;<=>?@[]^_{|}~$";
const otherSeparators = new Set([
  0x85, 0xa0, 0x61c, 0x1680, 0x180e, 0x200e, 0x200f, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff, 0xfffe, 0xffff,
]);

const isAsciiName = Array.from({ length: 128 }, (_, unit) => {
  const isSpace = unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return !isSpace && !asciiPunctuation.includes(String.fromCharCode(unit));
});

/** Returns true for a unit that may begin and end a label. */
function isNameUnit(unit: number): boolean {
  if (unit < 128) return isAsciiName[unit] === true;
  if (unit >= 0x2000 && unit <= 0x200a) return false;
  if ((unit >= 0x202a && unit <= 0x202e) || (unit >= 0x2066 && unit <= 0x2069)) return false;
  return !otherSeparators.has(unit);
}

const dot = 0x2e;
const hyphen = 0x2d;
const underscore = 0x5f;

function isHostUnit(unit: number): boolean {
  return unit === dot || unit === hyphen || unit === underscore || isNameUnit(unit);
}

/** Returns true if a link may follow the unit before `at`, or if `at` is 0. */
export function canLinkBeginAt(text: string, at: number): boolean {
  return at === 0 || !/[A-Za-z0-9@\uff20$#\uff03\ufffe\ufeff\uffff]/.test(text.charAt(at - 1));
}

type Label = { start: number; end: number; tldEnd: number; hasUnderscore: boolean; isWhole: boolean };

/** A stretch of text that may hold a domain name, with the result for each of its dots. */
export type HostCandidate = {
  start: number;
  end: number;
  labels: readonly Label[];
  /** By label index: the end of the longest domain that contains the whole label; -1 for none. */
  reach: readonly number[];
};

/** Returns the run of host characters around the dot at `at`, cut at `floor` on the left. */
export function findHostCandidate(text: string, at: number, floor: number): HostCandidate {
  let start = at;
  while (start > floor && isHostUnit(text.charCodeAt(start - 1))) start -= 1;
  const labels: Label[] = [];
  let from = start;
  let end = start;
  let hasUnderscore = false;
  for (; end < text.length; end++) {
    const unit = text.charCodeAt(end);
    if (!isHostUnit(unit)) break;
    if (unit === underscore) hasUnderscore = true;
    if (unit !== dot) continue;
    const isClosed = end > from && isNameUnit(text.charCodeAt(end - 1));
    const isWhole = isClosed && isNameUnit(text.charCodeAt(from));
    labels.push({ start: from, end, tldEnd: isClosed ? findTldEnd(text, end + 1) : -1, hasUnderscore, isWhole });
    from = end + 1;
    hasUnderscore = false;
  }
  const reach: number[] = new Array(labels.length).fill(-1);
  for (let index = labels.length - 1; index >= 0; index--) {
    const label = labels[index];
    if (!label?.isWhole) continue;
    const further = reach[index + 1] ?? -1;
    reach[index] = further >= 0 ? further : label.hasUnderscore ? -1 : label.tldEnd;
  }
  return { start, end, labels, reach };
}

/**
 * Returns the end of the domain that begins at `at` within label `index`, or -1. The longest domain wins, as in X's
 * counter.
 */
function findDomainEnd(text: string, run: HostCandidate, index: number, at: number): number {
  const label = run.labels[index];
  if (label === undefined || at >= label.end) return -1;
  if (!isNameUnit(text.charCodeAt(at)) || !isNameUnit(text.charCodeAt(label.end - 1))) return -1;
  const further = run.reach[index + 1] ?? -1;
  if (further >= 0) return further;
  const hasUnderscore = label.hasUnderscore && text.slice(at, label.end).includes("_");
  return hasUnderscore ? -1 : label.tldEnd;
}

export type HostRange = { start: number; end: number };

/** Returns the domain that begins exactly at the start of the run (after `https://`), or null. */
export function findHostAtCandidateStart(text: string, run: HostCandidate): HostRange | null {
  const end = findDomainEnd(text, run, 0, run.start);
  return end < 0 ? null : { start: run.start, end };
}

/** Returns the first domain of the run that may be a link by itself, or null. The search begins at `lowest`. */
export function findFirstHostInCandidate(text: string, run: HostCandidate, lowest: number): HostRange | null {
  for (const [index, label] of run.labels.entries()) {
    // Without this check a run with no domain would be read again for each of its characters.
    if ((run.reach[index + 1] ?? -1) < 0 && label.tldEnd < 0) continue;
    // At the very beginning of a text X's counter tries the second position before the first.
    if (index === 0 && label.start === 0 && lowest === 0 && canLinkBeginAt(text, 1)) {
      const end = findDomainEnd(text, run, 0, 1);
      if (end >= 0) return { start: 1, end };
    }
    const from = Math.max(label.start, lowest);
    const lastUnderscore = label.hasUnderscore ? text.lastIndexOf("_", label.end - 1) : -1;
    const needsNoUnderscore = (run.reach[index + 1] ?? -1) < 0;
    const begin = needsNoUnderscore ? Math.max(from, lastUnderscore + 1) : from;
    for (let at = begin; at < label.end; at++) {
      if (!canLinkBeginAt(text, at)) continue;
      const end = findDomainEnd(text, run, index, at);
      if (end >= 0) return { start: at, end };
    }
  }
  return null;
}
