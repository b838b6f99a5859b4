import { api } from "#lib/contract/api.ts";
import { withExportAudit } from "#lib/service/audit/with-export-audit.ts";
import { awardPointsWithoutClaim } from "#lib/service/claims/award-points-without-claim.ts";
import { recordClaimView } from "#lib/service/claims/claim-presence.ts";
import { decideClaims, decideSingleClaim } from "#lib/service/claims/decide-claims.ts";
import { getClaim } from "#lib/service/claims/get-claim.ts";
import { countClaims, listClaims } from "#lib/service/claims/list-claims.ts";
import { appealClaim, getOwnClaim, updateClaimedPoints } from "#lib/service/claims/own-claim.ts";
import { reverseDecision } from "#lib/service/claims/reverse-decision.ts";
import { simulateLeaderboardAfterDecisions } from "#lib/service/claims/simulate-leaderboard-after-decisions.ts";
import { defineExternalRoute, defineRoute, defineStreamRoute } from "#lib/service/http/define-route.ts";
import { checkLedger, getLastLedgerCheck } from "#lib/service/ledger/check-ledger.ts";
import { exportLedger, listLedger, listOwnPoints } from "#lib/service/ledger/list-ledger.ts";

export const claimRoutes = [
  defineRoute(api.listClaims, ({ context, actor, query }) => listClaims(context, actor, query)),

  defineRoute(api.countClaims, async ({ context, actor }) => ({ data: await countClaims(context, actor) })),

  defineRoute(api.getClaim, async ({ context, actor, params }) => ({
    data: await getClaim(context, actor, params.id),
  })),

  defineRoute(api.viewClaim, async ({ context, actor, params, tx }) => ({
    data: await recordClaimView(tx, actor, params.id, context),
  })),

  defineRoute(api.decideClaim, async ({ context, actor, params, body, tx }) => ({
    data: await decideSingleClaim(tx, actor, { id: params.id, ...body }, context),
  })),

  defineRoute(api.decideClaims, async ({ context, actor, body, tx }) => ({
    data: await decideClaims(tx, actor, body.decisions, context),
  })),

  defineRoute(api.reverseDecision, async ({ context, actor, params, body, tx }) => ({
    data: await reverseDecision(tx, actor, { id: params.id, ...body }, context),
  })),

  defineExternalRoute(api.simulateDecisions, async ({ context, actor, body }) => ({
    data: await simulateLeaderboardAfterDecisions(context, actor, body.claims),
  })),

  defineRoute(api.awardPoints, async ({ context, actor, body, tx }) => ({
    data: await awardPointsWithoutClaim(tx, actor, body, context),
  })),

  defineRoute(api.listLedger, ({ context, actor, query }) => listLedger(context, actor, query)),

  defineRoute(api.listOwnPoints, ({ context, actor, query }) => listOwnPoints(context, actor, query)),

  defineStreamRoute(api.exportLedger, async ({ context, actor, query }) =>
    withExportAudit(context, actor, "ledger.export", await exportLedger(context, actor, query)),
  ),

  defineRoute(api.getLedgerCheck, async ({ context, actor }) => ({
    data: await getLastLedgerCheck(context.pool, actor.orgId),
  })),

  // The check runs outside a transaction: it may last longer than a transaction may be idle.
  defineExternalRoute(api.checkLedger, async ({ context, actor }) => ({
    data: await checkLedger(context, actor.orgId),
  })),

  defineRoute(api.getPostClaim, async ({ context, actor, params }) => ({
    data: await getOwnClaim(context.pool, actor, params.id),
  })),

  defineRoute(api.changeClaim, async ({ context, actor, params, body, tx }) => {
    await updateClaimedPoints(tx, actor, params.id, body, context);
    return { data: await getOwnClaim(tx.client, actor, params.id) };
  }),

  defineRoute(api.appealClaim, async ({ context, actor, params, body, tx }) => {
    await appealClaim(tx, actor, params.id, body.text, context);
    return { data: await getOwnClaim(tx.client, actor, params.id) };
  }),
];
