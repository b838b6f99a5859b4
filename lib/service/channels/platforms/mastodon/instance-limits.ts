import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type {
  ConnectorJson,
  PlatformAccount,
  PlatformImageRequirements,
} from "#lib/service/channels/core/connector.ts";
import { getJsonCount, getJsonList, getJsonText } from "#lib/service/channels/core/platform-response.ts";

type Type = PlatformImageRequirements["types"][number];

const known: readonly Type[] = ["image/jpeg", "image/png", "image/webp", "image/gif"];
/** Default `image_matrix_limit` of a server (entities/Instance.md). */
const usualPixels = 33_177_600;
/** 33,177,600 is 7680 by 4320. */
const maxEdge = 7_680;

export type InstanceLimits = {
  maxCharacters: number;
  /** Characters that a link counts as; null if the server reports none. */
  urlLength: number | null;
  maxImages: number;
  maxAlt: number;
  types: readonly Type[];
  maxBytes: number;
  maxPixels: number;
};

/**
 * Parses a server's description of itself, which is stored with the account. Source: docs.joinmastodon.org,
 * entities/Instance.md; the older /api/v1/instance has the same `configuration`, and forks before it `max_toot_chars`.
 * @returns null if the JSON describes no server
 */
export function parseInstance(json: unknown): ConnectorJson | null {
  const version = getJsonText(json, "version");
  if (version === null) return null;
  const statuses = (name: string) => getJsonCount(json, "configuration", "statuses", name);
  const media = (name: string) => getJsonCount(json, "configuration", "media_attachments", name);
  const types = getJsonList(json, "configuration", "media_attachments", "supported_mime_types");
  const limits = {
    version: version.slice(0, 100),
    domain: getJsonText(json, "domain") ?? getJsonText(json, "uri"),
    maxCharacters: statuses("max_characters") ?? getJsonCount(json, "max_toot_chars"),
    urlLength: statuses("characters_reserved_per_url"),
    maxImages: statuses("max_media_attachments"),
    maxAlt: media("description_limit"),
    types: types && known.filter((type) => types.includes(type)),
    maxBytes: media("image_size_limit"),
    maxPixels: media("image_matrix_limit"),
  };
  return Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null));
}

/** Returns the limits of an account: those that its server reported, otherwise Mastodon's defaults. */
export function getInstanceLimits(account: PlatformAccount): InstanceLimits {
  const rules = getPlatformRules("mastodon");
  const usual = rules?.images;
  const types = known.filter((type) => getJsonList(account.reportedLimits, "types")?.includes(type) ?? true);
  return {
    maxCharacters: getJsonCount(account.reportedLimits, "maxCharacters") ?? rules?.limit ?? 500,
    urlLength: getJsonCount(account.reportedLimits, "urlLength") ?? rules?.urlLength ?? null,
    maxImages: getJsonCount(account.reportedLimits, "maxImages") ?? usual?.max ?? 4,
    maxAlt: getJsonCount(account.reportedLimits, "maxAlt") ?? usual?.maxAlt ?? 1_500,
    types: types.length > 0 ? types : ["image/jpeg"],
    maxBytes: getJsonCount(account.reportedLimits, "maxBytes") ?? usual?.maxBytes ?? 16_777_216,
    maxPixels: getJsonCount(account.reportedLimits, "maxPixels") ?? usualPixels,
  };
}

export function getImageRequirements(account: PlatformAccount): PlatformImageRequirements {
  const { types, maxBytes, maxPixels } = getInstanceLimits(account);
  return { types, maxBytes, maxEdge, maxPixels };
}

/** Returns the domain of a server for display; its address if it reported none. */
export function getInstanceDomain(limits: unknown, host: string): string {
  return getJsonText(limits, "domain") ?? (URL.canParse(host) ? new URL(host).host : host);
}
