"use server";
import * as z from "zod";
import { claimEndpoints } from "#lib/contract/endpoints/claims.ts";
import type { Result } from "#lib/contract/errors.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type {
  ClaimDecisionsResult,
  LedgerCheck,
  LedgerLine,
  OwnClaim,
  SimulatedLeaderboard,
} from "#lib/contract/types.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient } from "#lib/gateway/service-client.ts";
import { toInputFailure } from "./input-failure.ts";

/** Timeout in ms for five hundred claims. */
const timeoutMs = 30_000;
const id = z.string().min(1).max(200);
const One = z.object({ id });
const repeatKey = z.string().min(8).max(serverOnlyLimits.idempotencyKeyCharacters);

const Decide = claimEndpoints.decideClaims.body.extend({ repeatKey });
/** Decides claims; each one succeeds or fails separately. A repeat with the same key gets the same answer. */
export async function decideClaims(input: unknown): Promise<Result<ClaimDecisionsResult>> {
  const asked = Decide.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { decisions, repeatKey: key } = asked.data;
  return (await getServiceClient()).decideClaims({ decisions }, { repeatKey: key, timeoutMs });
}

const Reverse = claimEndpoints.reverseDecision.body.extend({ id });
/** Reverses a decision, whole or for the named claims, which then wait again. */
export async function reverseDecision(input: unknown): Promise<Result<ClaimDecisionsResult>> {
  const asked = Reverse.safeParse(input);
  return asked.success
    ? (await getServiceClient()).reverseDecision(asked.data, { timeoutMs })
    : toInputFailure(asked.error);
}

/** Marks a claim as viewed and returns who else is viewing it; null where the service does not store viewers. */
export async function viewClaim(input: unknown): Promise<Result<{ viewer: { id: string; name: string } | null }>> {
  const asked = One.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  if (!(await getServiceCapabilities()).has("viewClaim")) return { ok: { viewer: null } };
  return (await getServiceClient()).viewClaim(asked.data);
}

/** Returns the leaderboard as it would be after the decisions; writes nothing. */
export async function simulateDecisions(input: unknown): Promise<Result<SimulatedLeaderboard>> {
  const asked = claimEndpoints.simulateDecisions.body.safeParse(input);
  return asked.success
    ? (await getServiceClient()).simulateDecisions(asked.data, { timeoutMs })
    : toInputFailure(asked.error);
}

const Award = claimEndpoints.awardPoints.body.extend({ repeatKey });
/** Awards points to a member without a claim. A repeat with the same key awards them once. */
export async function awardPoints(input: unknown): Promise<Result<LedgerLine>> {
  const asked = Award.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { repeatKey: key, ...award } = asked.data;
  return (await getServiceClient()).awardPoints(award, { repeatKey: key });
}

/** Recounts all totals now. */
export async function checkLedger(): Promise<Result<LedgerCheck>> {
  return (await getServiceClient()).checkLedger({}, { timeoutMs });
}

const Change = claimEndpoints.changeClaim.body.extend({ id });
/** Changes the points of one's own pending claim. */
export async function updateClaim(input: unknown): Promise<Result<OwnClaim>> {
  const asked = Change.safeParse(input);
  return asked.success ? (await getServiceClient()).changeClaim(asked.data) : toInputFailure(asked.error);
}

const Appeal = claimEndpoints.appealClaim.body.extend({ id });
/** Appeals a rejection, once. */
export async function appealClaim(input: unknown): Promise<Result<OwnClaim>> {
  const asked = Appeal.safeParse(input);
  return asked.success ? (await getServiceClient()).appealClaim(asked.data) : toInputFailure(asked.error);
}

const Blind = z.object({ blind: z.boolean() });
/** Sets the organization's blind review: authors stay hidden from reviewers until they have decided. */
export async function setBlindReview(input: unknown): Promise<Result<{ blind: boolean }>> {
  const asked = Blind.safeParse(input);
  if (!asked.success) return toInputFailure(asked.error);
  const { ok, error } = await (await getServiceClient()).changeOrganization({
    settings: { blind_review: asked.data.blind },
  });
  return error ? { error } : { ok: { blind: ok.settings.blind_review } };
}
