import { getScopeLabel, type Scope } from "#lib/contract/scopes.ts";
import type { ApiKey, MadeByKey } from "#lib/contract/types.ts";
import { dayMs } from "#lib/time/time-units.ts";

/** Days after which the list marks an unused key. */
const unusedDays = 90;

const reading: readonly Scope[] = ["posts:read", "plan:read", "channels:read", "leaderboard:read"];
const posting: readonly Scope[] = ["posts:read", "posts:write", "media:write", "channels:read"];

export type ScopePreset = "read" | "post" | "all";

/** Returns the scopes of a preset that the member has. */
export function getPresetScopes(preset: ScopePreset, mine: readonly string[]): string[] {
  if (preset === "all") return [...mine];
  const wanted: readonly string[] = preset === "read" ? reading : posting;
  return mine.filter((scope) => wanted.includes(scope));
}

const same = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one));

/** Summarizes a key's scopes as a short text. */
export function formatScopes(scopes: readonly string[], mine: readonly string[]): string {
  if (scopes.length === 0) return "No access";
  if (same(scopes, mine)) return "Full access";
  if (same(scopes, getPresetScopes("read", mine))) return "Read only";
  if (same(scopes, getPresetScopes("post", mine))) return "Post";
  const sentences = scopes.map((scope) => getScopeLabel(scope));
  const [first = "", ...more] = sentences;
  return more.length === 0 ? first : `${first} and ${more.length} more`;
}

/** True when nobody has used the key for `unusedDays`. */
export function isApiKeyUnused(key: Pick<ApiKey, "last_used_at" | "created_at">, now: Date): boolean {
  return now.getTime() - Date.parse(key.last_used_at ?? key.created_at) >= unusedDays * dayMs;
}

export function isApiKeyExpired(key: Pick<ApiKey, "expires_at">, now: Date): boolean {
  return key.expires_at !== null && Date.parse(key.expires_at) <= now.getTime();
}

/** Splits the text of one field into IP addresses. */
export function parseIpAddresses(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

/** Describes the place that an app's sign-in returns to. It is checked, unlike the app's name. */
export function formatRedirectTarget(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === "https:") return host;
  return protocol === "http:" ? `a program on this computer (${host})` : `the program that opens ${protocol} links`;
}

/** Formats one thing that a key made, for the list of what ends with the key. */
export function formatMadeByKey(type: MadeByKey["type"], name: string | null): string {
  const labels = {
    key: "API key",
    calendar_feed: "Calendar feed",
    push_subscription: "Notifications in a browser",
    webhook: "Webhook",
    invitation: "Invitation",
  };
  if (name === null) return labels[type];
  // The name of an invitation without an address is its role.
  return `${labels[type]}: ${type === "invitation" && name === "admin" ? "administrator" : name}`;
}
