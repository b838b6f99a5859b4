import { formatNumber } from "#lib/contract/format-number.ts";

/** Formats a count with its noun: `1 post`, `1,234 posts`. `many` is needed where the plural is not `one` with an s. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
