import type { PracticeItem } from "#lib/contract/types.ts";

export type PracticeThread = { id: string; items: PracticeItem[] };

/** Groups a timeline's items into threads: newest thread first, the parts of each in order. */
export function groupIntoThreads(items: readonly PracticeItem[]): PracticeThread[] {
  const threads = new Map<string, PracticeItem[]>();
  for (const item of items) threads.set(item.thread, [...(threads.get(item.thread) ?? []), item]);
  return [...threads].map(([id, parts]) => ({ id, items: parts.sort((one, other) => one.part - other.part) }));
}
