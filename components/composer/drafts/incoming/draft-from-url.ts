import { type ComposerDraft, createEmptyDraft } from "#components/composer/state/draft.ts";
import { toPublishTime } from "#components/composer/state/publish-time.ts";
import { limits } from "#lib/contract/limits.ts";
import type { SearchParamsRecord } from "#lib/queries/search-params.ts";
import { toEditableText } from "#lib/text/normalise-text.ts";

/**
 * Creates a draft from the URL's parameters: `at` (an instant, ISO 8601), `channel` ids (repeated) or `channels`
 * (separated by commas), and the shared `title`, `text` and `url`. Unreadable values are left out.
 */
export function createDraftFromUrl(search: SearchParamsRecord, zone: string): ComposerDraft {
  const draft = createEmptyDraft("p0", limits.pointsDefault);
  const atText = typeof search["at"] === "string" ? search["at"] : "";
  const at = /^\d{4}-\d{2}-\d{2}T/.test(atText) ? new Date(atText) : new Date(Number.NaN);
  const isTime = !Number.isNaN(at.getTime()) && at.getUTCFullYear() < 9999;
  const listed = [search["channels"] ?? []].flat().flatMap((ids) => ids.split(","));
  const channelIds = [...new Set([search["channel"] ?? [], listed].flat().map((id) => id.trim()))].filter(Boolean);
  // Servers limit a URL to 16 KB, which is less than a part may hold.
  const text = joinSharedText(search).slice(0, limits.partCharacters).toWellFormed();
  const parts = text === "" ? draft.parts : [{ id: "p0", text }];
  return { ...draft, parts, channelIds, ...(isTime && { when: toPublishTime(at, zone) }) };
}

/**
 * Joins the shared title, text and URL to one text without repeats, because many pages put their URL into the text as
 * well.
 */
export function joinSharedText(search: SearchParamsRecord): string {
  const texts: string[] = [];
  for (const name of ["title", "text", "url"] as const) {
    const value = search[name];
    const text = toEditableText((typeof value === "string" ? value : "").toWellFormed()).text.trim();
    if (text !== "" && !texts.some((before) => before.includes(text))) texts.push(text);
  }
  return texts.join("\n\n");
}
