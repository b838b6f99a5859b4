import type { PlatformResult } from "#lib/service/channels/core/connector.ts";
import type { AccountProfile } from "#lib/service/channels/core/platform.ts";
import { getJsonList, getJsonText, getJsonUrl, getJsonValue } from "#lib/service/channels/core/platform-response.ts";

/** Asks LinkedIn's API for what stands at a path, with the version and the token. */
type Ask = (path: string) => Promise<PlatformResult>;

/**
 * Roles that post what everybody sees ("Organization Access Control by Role"). DIRECT_SPONSORED_CONTENT_POSTER makes
 * advertisements, ANALYST and CURATOR make nothing.
 */
const posting: ReadonlySet<string> = new Set(["ADMINISTRATOR", "CONTENT_ADMINISTRATOR", "RECRUITING_POSTER"]);
const perAnswer = 100;
const answersMax = 5;

/** The numbers of the pages that the member may post for, or the answer that told nothing ("roleAssignee FINDER"). */
export async function findPageRoles(ask: Ask): Promise<{ ids: readonly string[] } | PlatformResult> {
  const ids = new Set<string>();
  for (let turn = 0; turn < answersMax; turn += 1) {
    const paging = `start=${turn * perAnswer}&count=${perAnswer}`;
    const answer = await ask(`/rest/organizationAcls?q=roleAssignee&state=APPROVED&${paging}`);
    const elements = answer.is === "answer" && answer.status === 200 ? getJsonList(answer.json, "elements") : null;
    if (elements === null) return answer;
    for (const one of elements) {
      // Approved was asked for; a role that is only requested lets nobody post.
      if (!posting.has(getJsonText(one, "role") ?? "") || getJsonText(one, "state") !== "APPROVED") continue;
      const urn = getJsonText(one, "organization") ?? getJsonText(one, "organizationTarget") ?? "";
      const id = /^urn:li:organization:(\d{1,20})$/u.exec(urn)?.[1];
      if (id !== undefined) ids.add(id);
    }
    if (elements.length < perAnswer) break;
  }
  return { ids: [...ids] };
}

/**
 * Names and logos, by number ("Organization Lookup"): of all at once without being their administrator; applications on
 * trial may not ask for several at once, so what is missing then is asked for one by one.
 */
export async function getPages(ask: Ask, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const shown = new Map<string, unknown>();
  if (ids.length === 0) return shown;
  const all = await ask(`/rest/organizationsLookup?ids=List(${ids.join(",")})`);
  for (const id of ids) {
    const one = all.is === "answer" && all.status === 200 ? getJsonValue(all.json, "results", id) : undefined;
    if (getJsonText(one, "localizedName") !== null) shown.set(id, one);
  }
  for (const id of ids) {
    if (shown.has(id)) continue;
    const answer = await ask(`/rest/organizations/${id}`);
    const isShown =
      answer.is === "answer" && answer.status === 200 && getJsonText(answer.json, "localizedName") !== null;
    if (isShown) shown.set(id, answer.json);
  }
  return shown;
}

/** A page as an account; `shown` null: LinkedIn told no more than its number. */
export async function getPageProfile(ask: Ask, id: string, shown: unknown, host: string): Promise<AccountProfile> {
  return {
    ...{ remoteId: `organization:${id}`, host, verified: false, told: {} },
    username: getJsonText(shown, "vanityName") ?? id,
    name: getJsonText(shown, "localizedName") ?? `LinkedIn page ${id}`,
    avatarUrl: await findLogo(ask, shown),
  };
}

/** A logo is named as an asset, whose number is that of an image; "Images API" tells where that is to be had. */
async function findLogo(ask: Ask, shown: unknown): Promise<string | null> {
  const urn = getJsonText(shown, "logoV2", "cropped") ?? getJsonText(shown, "logoV2", "original") ?? "";
  const number = /^urn:li:(?:digitalmediaAsset|image):([\w-]{1,64})$/u.exec(urn)?.[1];
  if (number === undefined) return null;
  const answer = await ask(`/rest/images/${encodeURIComponent(`urn:li:image:${number}`)}`);
  return answer.is === "answer" && answer.status === 200 ? getJsonUrl(answer.json, "downloadUrl") : null;
}
