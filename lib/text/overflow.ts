import { countText, type TextRules } from "./count-text.ts";
import { createGraphemeBoundaryTest } from "./graphemes.ts";
import { removeNumbering } from "./join-thread-parts.ts";
import { normaliseText } from "./normalise-text.ts";

/** A position in the written parts: the part from 0, and the index in its text, in UTF-16 units. */
export type PartPosition = { part: number; at: number };

/**
 * Returns the last position between two characters up to which `fits` returns true. Sizes grow with a text, except at
 * links.
 */
function findLastFitting(text: string, fits: (until: number) => boolean): number {
  const isBoundary = createGraphemeBoundaryTest(text);
  const places: number[] = [];
  for (let at = 0; at <= text.length; at += 1) if (isBoundary(at)) places.push(at);
  let low = 0;
  let high = places.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(places[middle] ?? 0)) low = middle;
    else high = middle - 1;
  }
  return places[low] ?? 0;
}

/**
 * Returns the index of the first character beyond the limit of one part; null when the part fits. Indexes refer to the
 * text as written, not as sent.
 */
export function findPartOverflow(text: string, rules: TextRules): number | null {
  const fits = (until: number) => !countText(normaliseText(text.slice(0, until)), rules).isOver;
  return fits(text.length) ? null : findLastFitting(text, fits);
}

/** Returns the position of the first character beyond the limit of the joined parts; null when they fit. */
export function findJoinedOverflow(texts: readonly string[], rules: TextRules): PartPosition | null {
  const bare = removeNumbering(texts.map(normaliseText));
  const fits = (count: number, last: string) => !countText([...bare.slice(0, count), last].join("\n\n"), rules).isOver;
  const whole = bare.length - 1;
  if (bare.length === 0 || fits(whole, bare[whole] ?? "")) return null;
  let low = 0;
  let high = whole;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle, bare[middle] ?? "")) low = middle + 1;
    else high = middle;
  }
  // The text as written, without the numbering that joining removes.
  const written = (texts[low] ?? "").slice(0, (bare[low] ?? "").length);
  return { part: low, at: findLastFitting(written, (until) => fits(low, normaliseText(written.slice(0, until)))) };
}
