import "server-only";
import { cache } from "react";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import type { Claim, ClaimQuery, LedgerCheck, LedgerLine, LedgerQuery, OwnClaim } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";
import { getIdentity } from "./service-client.ts";
import { isEmbeddedService } from "./service-location.ts";

const none = { error: { code: "not_found", message: "This service has no review.", status: 404 } } as const;

/** What this member can do with claims here. Scopes of our own service are known; those of another are its own affair. */
export const getClaimPermissions = cache(async () => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  const scopes = me.ok?.scopes ?? [];
  const mayReview = scopes.includes("claims:review");
  const mayWrite = !isEmbeddedService() || scopes.includes("posts:write");
  return {
    /** Whether the service has a review at all, and whether this member holds it. */
    offered: offered.has("listClaims"),
    review: mayReview && offered.has("listClaims") && offered.has("getClaim"),
    decide: mayReview && offered.has("decideClaims"),
    undo: mayReview && offered.has("reverseDecision"),
    view: mayReview && offered.has("viewClaim"),
    whatIf: mayReview && offered.has("simulateDecisions"),
    ledger: mayReview && offered.has("listLedger"),
    exportLedger: mayReview && offered.has("exportLedger"),
    seeCheck: mayReview && offered.has("getLedgerCheck"),
    check: mayReview && offered.has("checkLedger"),
    award: mayReview && offered.has("awardPoints"),
    /** Of one's own post. */
    own: offered.has("getPostClaim"),
    change: mayWrite && offered.has("changeClaim"),
    appeal: mayWrite && offered.has("appealClaim"),
  };
});

export type ClaimListing = { claims: Claim[]; total: number };

/** Claims of the organization, oldest first; `not_found` where the service has no review. */
export async function listClaims(client: ServiceClient, query: ClaimQuery): Promise<Result<ClaimListing>> {
  if (!(await getClaimPermissions()).offered) return none;
  const { ok, error } = await client.listClaims({ limit: limits.pageSizeMax, ...query });
  return error ? { error } : { ok: { claims: ok.data, total: ok.pagination.total } };
}

/** How many claims wait, and since when the oldest does; `not_found` for who reviews nothing. */
export async function countWaitingClaims(
  client: ServiceClient,
): Promise<Result<{ waiting: number; oldest: string | null }>> {
  const me = await getIdentity();
  // Who was signed out is led to the door, not told that there is no review.
  if (me.error) return { error: me.error };
  if (!(await getClaimPermissions()).review) return none;
  const { ok, error } = await client.listClaims({ state: "pending", limit: 1 });
  return error ? { error } : { ok: { waiting: ok.pagination.total, oldest: ok.data[0]?.published_at ?? null } };
}

export type LedgerListing = { lines: LedgerLine[]; total: number };

/** A page of the ledger, newest first. */
export async function listLedger(client: ServiceClient, query: LedgerQuery): Promise<Result<LedgerListing>> {
  if (!(await getServiceCapabilities()).has("listLedger")) return none;
  const { ok, error } = await client.listLedger(query);
  return error ? { error } : { ok: { lines: ok.data, total: ok.pagination.total } };
}

/** The last recount; null where there was none, or the service tells of none. */
export async function getLedgerCheck(client: ServiceClient): Promise<Result<LedgerCheck | null>> {
  return (await getClaimPermissions()).seeCheck ? client.getLedgerCheck() : { ok: null };
}

/** The claim of a post with each step it took; null where the service does not tell. */
export async function getPostClaim(client: ServiceClient, id: string): Promise<Result<OwnClaim | null>> {
  return (await getClaimPermissions()).own ? client.getPostClaim({ id }) : { ok: null };
}

type ReviewSettings = { reasons: readonly string[]; blind: { isOn: boolean; mayChange: boolean } | null };

/** What the organization's rules say to a reviewer; nothing where the service does not tell them. */
export async function readReviewSettings(client: ServiceClient): Promise<ReviewSettings> {
  const [offered, may] = await Promise.all([getServiceCapabilities(), getClaimPermissions()]);
  const asked = offered.has("getOrganization") ? (await client.getOrganization()).ok : undefined;
  if (!asked) return { reasons: [], blind: null };
  const { reject_reasons: reasons, blind_review: isOn } = asked.settings;
  return { reasons, blind: { isOn, mayChange: may.review && offered.has("changeOrganization") } };
}
