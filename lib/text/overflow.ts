import { countText, type TextRules } from "./count-text.ts";
import { createGraphemeBoundaryTest } from "./graphemes.ts";
import { removeNumbering } from "./join-parts.ts";
import { normaliseText } from "./normalise-text.ts";

/** A place in written parts: the part from 0, and where in its text, in UTF-16 units. */
export type PartPosition = { part: number; at: number };

/** The last place of a text, between two characters, up to which `fits` says yes. Sizes grow with a text, but for links. */
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

/** The first character too much of one part; null when it fits. The text is taken as it is written, not as it is sent. */
export function findPartOverflow(text: string, rules: TextRules): number | null {
  const fits = (until: number) => !countText(normaliseText(text.slice(0, until)), rules).isOver;
  return fits(text.length) ? null : findLastFitting(text, fits);
}

/** The first character too much where the parts go out joined; null when they fit. */
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
  // As it is written, less the number that is dropped.
  const written = (texts[low] ?? "").slice(0, (bare[low] ?? "").length);
  return { part: low, at: findLastFitting(written, (until) => fits(low, normaliseText(written.slice(0, until)))) };
}
