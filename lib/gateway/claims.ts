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

/** Returns this member's permissions for claims. Our own service's scopes are known; another service checks its own. */
export const getClaimPermissions = cache(async () => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  const scopes = me.ok?.scopes ?? [];
  const mayReview = scopes.includes("claims:review");
  const mayWrite = !isEmbeddedService() || scopes.includes("posts:write");
  return {
    /** `offered`: the service has a review. `review`: this member may review. */
    offered: offered.has("listClaims"),
    review: mayReview && offered.has("listClaims") && offered.has("getClaim"),
    decide: mayReview && offered.has("decideClaims"),
    undo: mayReview && offered.has("reverseDecision"),
    view: mayReview && offered.has("viewClaim"),
    simulate: mayReview && offered.has("simulateDecisions"),
    ledger: mayReview && offered.has("listLedger"),
    exportLedger: mayReview && offered.has("exportLedger"),
    seeCheck: mayReview && offered.has("getLedgerCheck"),
    check: mayReview && offered.has("checkLedger"),
    award: mayReview && offered.has("awardPoints"),
    /** Claims of one's own posts. */
    own: offered.has("getPostClaim"),
    change: mayWrite && offered.has("changeClaim"),
    appeal: mayWrite && offered.has("appealClaim"),
  };
});

export type ClaimListing = { claims: Claim[]; total: number };

/** Lists claims of the organization, oldest first and each text with all of its channels; `not_found` where the service has no review. */
export async function listClaims(client: ServiceClient, query: ClaimQuery): Promise<Result<ClaimListing>> {
  if (!(await getClaimPermissions()).offered) return none;
  const hasTexts = (await getServiceCapabilities()).has("listClaims.whole_texts");
  const texts = hasTexts ? { whole_texts: true } : {};
  const { ok, error } = await client.listClaims({ limit: limits.pageSizeMax, ...texts, ...query });
  return error ? { error } : { ok: { claims: ok.data, total: ok.pagination.total } };
}

/** Counts the waiting claims and returns the time of the oldest; `not_found` for a member who does not review. */
export async function countWaitingClaims(
  client: ServiceClient,
): Promise<Result<{ waiting: number; oldest: string | null }>> {
  const me = await getIdentity();
  // An ended session leads to sign-in instead of reporting a missing review.
  if (me.error) return { error: me.error };
  if (!(await getClaimPermissions()).review) return none;
  const { ok, error } = await client.listClaims({ state: "pending", limit: 1 });
  return error ? { error } : { ok: { waiting: ok.pagination.total, oldest: ok.data[0]?.published_at ?? null } };
}

export type LedgerListing = { lines: LedgerLine[]; total: number };

/** Lists a page of the ledger, newest first. */
export async function listLedger(client: ServiceClient, query: LedgerQuery): Promise<Result<LedgerListing>> {
  if (!(await getServiceCapabilities()).has("listLedger")) return none;
  const { ok, error } = await client.listLedger(query);
  return error ? { error } : { ok: { lines: ok.data, total: ok.pagination.total } };
}

/** The steps that a member's statement lists; a claim and its changes give no points yet. */
const statementKinds = ["approval", "adjustment", "rejection", "reversal", "award"] as const;

/** Lists a page of the member's own points, newest first; `not_found` where the service does not provide it. */
export async function listOwnPoints(
  client: ServiceClient,
  page: { limit: number; offset: number },
): Promise<Result<LedgerListing>> {
  if (!(await getServiceCapabilities()).has("listOwnPoints")) return none;
  const { ok, error } = await client.listOwnPoints({ ...page, kind: [...statementKinds] });
  return error ? { error } : { ok: { lines: ok.data, total: ok.pagination.total } };
}

/** Returns the last recount; null without one, or where the service does not report it. */
export async function getLedgerCheck(client: ServiceClient): Promise<Result<LedgerCheck | null>> {
  return (await getClaimPermissions()).seeCheck ? client.getLedgerCheck() : { ok: null };
}

/** Returns the claim of a post with its history; null where the service does not provide it. */
export async function getPostClaim(client: ServiceClient, id: string): Promise<Result<OwnClaim | null>> {
  return (await getClaimPermissions()).own ? client.getPostClaim({ id }) : { ok: null };
}

type ReviewSettings = { reasons: readonly string[]; blind: { isOn: boolean; mayChange: boolean } | null };

/** Returns the organization's rules for reviewers; empty where the service does not provide them. */
export async function readReviewSettings(client: ServiceClient): Promise<ReviewSettings> {
  const [offered, may] = await Promise.all([getServiceCapabilities(), getClaimPermissions()]);
  const asked = offered.has("getOrganization") ? (await client.getOrganization()).ok : undefined;
  if (!asked) return { reasons: [], blind: null };
  const { reject_reasons: reasons, blind_review: isOn } = asked.settings;
  return { reasons, blind: { isOn, mayChange: may.review && offered.has("changeOrganization") } };
}
