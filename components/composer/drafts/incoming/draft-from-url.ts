import { type ComposerDraft, createEmptyDraft } from "#components/composer/state/draft.ts";
import { toPublishTime } from "#components/composer/state/publish-time.ts";
import { limits } from "#lib/contract/limits.ts";
import { removeForbiddenCharacters } from "#lib/text/normalise-text.ts";

type ComposeSearchParams = Record<string, string | string[] | undefined>;

/**
 * A draft for what an address asks for: `at` an instant in ISO 8601, `channel` ids (repeated) or `channels` (with commas),
 * and words: `title`, `text` and `url`, as a page or a phone shares them. What can't be read is left out.
 */
export function createDraftFromUrl(search: ComposeSearchParams, zone: string): ComposerDraft {
  const draft = createEmptyDraft("p0", limits.pointsDefault);
  const asked = typeof search["at"] === "string" ? search["at"] : "";
  const at = /^\d{4}-\d{2}-\d{2}T/.test(asked) ? new Date(asked) : new Date(Number.NaN);
  const isTime = !Number.isNaN(at.getTime()) && at.getUTCFullYear() < 9999;
  const listed = [search["channels"] ?? []].flat().flatMap((ids) => ids.split(","));
  const channelIds = [...new Set([search["channel"] ?? [], listed].flat().map((id) => id.trim()))].filter(Boolean);
  // An address can't be as long as a part may be: servers take 16 KB of it.
  const text = joinSharedText(search).slice(0, limits.partCharacters).toWellFormed();
  const parts = text === "" ? draft.parts : [{ id: "p0", text }];
  return { ...draft, parts, channelIds, ...(isTime && { when: toPublishTime(at, zone) }) };
}

/** What was shared as one text: nothing of it twice, for many pages share their address in the text as well. */
export function joinSharedText(search: ComposeSearchParams): string {
  const said: string[] = [];
  for (const name of ["title", "text", "url"] as const) {
    const given = search[name];
    const words = removeForbiddenCharacters((typeof given === "string" ? given : "").toWellFormed()).text.trim();
    if (words !== "" && !said.some((before) => before.includes(words))) said.push(words);
  }
  return said.join("\n\n");
}
