import type { ImageType } from "#lib/contract/platforms/image-requirements.ts";
import { type CountingMethod, getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import type { ConnectorJson, PlatformAccount } from "#lib/service/channels/core/connector.ts";
import { getJsonCount, getJsonList, getJsonText } from "#lib/service/channels/core/platform-response.ts";
import { getSoftwareRules, recognizeSoftware } from "./server-software.ts";

const known: readonly ImageType[] = ["image/jpeg", "image/png", "image/webp", "image/gif"];
/** Pleroma takes every type and lists this one alone (InstanceView, configuration). */
const anyType = "application/octet-stream";

export type InstanceLimits = {
  maxCharacters: number;
  counting: CountingMethod;
  /** Characters that a link counts as; null if the server reports none. */
  urlLength: number | null;
  maxImages: number;
  maxAlt: number;
};

/**
 * Parses a server's description of itself, which is stored with the account. Source: docs.joinmastodon.org,
 * entities/Instance.md; the older /api/v1/instance has the same `configuration`, and forks before it `max_toot_chars`.
 * Pleroma and Akkoma have some limits at other places (InstanceView).
 * @returns null if the JSON describes no server
 */
export function parseInstance(json: unknown): ConnectorJson | null {
  const version = getJsonText(json, "version");
  if (version === null) return null;
  const statuses = (name: string) => getJsonCount(json, "configuration", "statuses", name);
  const media = (name: string) => getJsonCount(json, "configuration", "media_attachments", name);
  const types = getJsonList(json, "configuration", "media_attachments", "supported_mime_types");
  const sourceUrl = getJsonText(json, "source_url");
  const limits = {
    version: version.slice(0, 100),
    domain: getJsonText(json, "domain") ?? getDomain(getJsonText(json, "uri")),
    whole: countsAsMastodon(version, sourceUrl) ? null : true,
    maxCharacters: statuses("max_characters") ?? getJsonCount(json, "max_toot_chars"),
    urlLength: statuses("characters_reserved_per_url"),
    maxImages: statuses("max_media_attachments") ?? getJsonCount(json, "max_media_attachments"),
    maxAlt:
      media("description_limit") ??
      getJsonCount(json, "description_limit") ??
      getJsonCount(json, "pleroma", "metadata", "description_limit"),
    types: types && known.filter((type) => types.includes(type) || types.includes(anyType)),
    maxBytes: media("image_size_limit") ?? getJsonCount(json, "upload_limit"),
    maxPixels: media("image_matrix_limit"),
  };
  const reported = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null));
  return { ...reported, ...getSoftwareRules(recognizeSoftware(version, sourceUrl)) };
}

/** `uri` is a domain, but the whole address on Pleroma and Akkoma (InstanceView). */
const getDomain = (uri: string | null): string | null => (uri && URL.canParse(uri) ? new URL(uri).host || uri : uri);

/**
 * Tells if a server is Mastodon or a fork, whose counting we know. Others name themselves in the version, such as
 * `2.7.2 (compatible; Pleroma 2.9.1)`, have a version of their own below 2, or name their source (GoToSocial, which
 * counts the code points of the whole text: internal/processing/status/common.go).
 */
function countsAsMastodon(version: string, sourceUrl: string | null): boolean {
  const major = /^v?(\d+)\./u.exec(version)?.[1];
  if (major === undefined || Number(major) < 2 || version.includes("(")) return false;
  return sourceUrl === null || /mastodon|glitch|hometown/iu.test(sourceUrl);
}

/** Returns the limits of an account: those that its server reported, otherwise Mastodon's defaults. */
export function getInstanceLimits(account: PlatformAccount): InstanceLimits {
  const rules = getPlatformRules("mastodon");
  const usual = rules?.images;
  return {
    maxCharacters: getJsonCount(account.reportedLimits, "maxCharacters") ?? rules?.limit ?? 500,
    counting: account.reportedLimits["whole"] === true ? "mastodon-whole" : "mastodon",
    urlLength: getJsonCount(account.reportedLimits, "urlLength") ?? rules?.urlLength ?? null,
    maxImages: getJsonCount(account.reportedLimits, "maxImages") ?? usual?.max ?? 4,
    maxAlt: getJsonCount(account.reportedLimits, "maxAlt") ?? usual?.maxAlt ?? 1_500,
  };
}

/** Returns the domain of a server for display; its address if it reported none. */
export function getInstanceDomain(limits: unknown, host: string): string {
  return getJsonText(limits, "domain") ?? (URL.canParse(host) ? new URL(host).host : host);
}
