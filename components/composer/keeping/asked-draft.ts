import { limits } from "#lib/contract/limits";
import { type Draft, emptyDraft } from "../machine/draft.ts";
import { whenAt } from "../machine/when-words.ts";

type Search = Record<string, string | string[] | undefined>;

/** An empty draft for what an address asks for: `at` an instant in ISO 8601, `channel` ids. What can't be read is left out. */
export function askedDraft(search: Search, zone: string): Draft {
  const draft = emptyDraft("p0", limits.pointsDefault);
  const asked = typeof search["at"] === "string" ? search["at"] : "";
  const at = /^\d{4}-\d{2}-\d{2}T/.test(asked) ? new Date(asked) : new Date(Number.NaN);
  const isTime = !Number.isNaN(at.getTime()) && at.getUTCFullYear() < 9999;
  const channelIds = [...new Set([search["channel"] ?? []].flat())].filter((id) => id !== "");
  return { ...draft, channelIds, ...(isTime && { when: whenAt(at, zone) }) };
}

/** Words that were kept, for the time and the channels that were asked for. */
export function keptFor(kept: Draft, asked: Draft): Draft {
  return {
    ...kept,
    ...(asked.when.is === "at" && { when: asked.when }),
    ...(asked.channelIds.length > 0 && { channelIds: asked.channelIds }),
  };
}
