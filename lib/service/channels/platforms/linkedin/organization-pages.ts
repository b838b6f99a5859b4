import type { PlatformResult } from "#lib/service/channels/core/connector.ts";
import type { AccountProfile } from "#lib/service/channels/core/platform.ts";
import { getJsonList, getJsonText, getJsonUrl, getJsonValue } from "#lib/service/channels/core/platform-response.ts";

/** Reads a path of LinkedIn's API, with the version and the token. */
type Ask = (path: string) => Promise<PlatformResult>;

/**
 * Roles that publish visible posts ("Organization Access Control by Role"). DIRECT_SPONSORED_CONTENT_POSTER makes
 * advertisements, ANALYST and CURATOR make nothing.
 */
const posting: ReadonlySet<string> = new Set(["ADMINISTRATOR", "CONTENT_ADMINISTRATOR", "RECRUITING_POSTER"]);
const perAnswer = 100;
const answersMax = 5;

/**
 * Finds the ids of the pages that the member may post for ("roleAssignee FINDER"), or returns the answer that failed.
 */
export async function findPageRoles(ask: Ask): Promise<{ ids: readonly string[] } | PlatformResult> {
  const ids = new Set<string>();
  for (let turn = 0; turn < answersMax; turn += 1) {
    const paging = `start=${turn * perAnswer}&count=${perAnswer}`;
    const answer = await ask(`/rest/organizationAcls?q=roleAssignee&state=APPROVED&${paging}`);
    const elements = answer.type === "answer" && answer.status === 200 ? getJsonList(answer.json, "elements") : null;
    if (elements === null) return answer;
    for (const one of elements) {
      // The request asked for approved roles; a role that is only requested does not allow posts.
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
 * Reads names and logos by id ("Organization Lookup"). Reading all at once needs no administrator role; applications on
 * trial may not read several at once, so missing pages are then read one by one.
 */
export async function getPages(ask: Ask, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  const shown = new Map<string, unknown>();
  if (ids.length === 0) return shown;
  const all = await ask(`/rest/organizationsLookup?ids=List(${ids.join(",")})`);
  for (const id of ids) {
    const one = all.type === "answer" && all.status === 200 ? getJsonValue(all.json, "results", id) : undefined;
    if (getJsonText(one, "localizedName") !== null) shown.set(id, one);
  }
  for (const id of ids) {
    if (shown.has(id)) continue;
    const answer = await ask(`/rest/organizations/${id}`);
    const isShown =
      answer.type === "answer" && answer.status === 200 && getJsonText(answer.json, "localizedName") !== null;
    if (isShown) shown.set(id, answer.json);
  }
  return shown;
}

/** Returns a page as an account; `shown` null: LinkedIn returned only its id. */
export async function getPageProfile(ask: Ask, id: string, shown: unknown, host: string): Promise<AccountProfile> {
  return {
    remoteId: `organization:${id}`,
    host,
    verified: false,
    told: {},
    username: getJsonText(shown, "vanityName") ?? id,
    name: getJsonText(shown, "localizedName") ?? `LinkedIn page ${id}`,
    avatarUrl: await findLogo(ask, shown),
  };
}

/**
 * Finds the address of a logo. LinkedIn names a logo as an asset, whose id is that of an image; "Images API" has the
 * address.
 */
async function findLogo(ask: Ask, shown: unknown): Promise<string | null> {
  const urn = getJsonText(shown, "logoV2", "cropped") ?? getJsonText(shown, "logoV2", "original") ?? "";
  const number = /^urn:li:(?:digitalmediaAsset|image):([\w-]{1,64})$/u.exec(urn)?.[1];
  if (number === undefined) return null;
  const answer = await ask(`/rest/images/${encodeURIComponent(`urn:li:image:${number}`)}`);
  return answer.type === "answer" && answer.status === 200 ? getJsonUrl(answer.json, "downloadUrl") : null;
}
