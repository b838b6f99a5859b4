import { api } from "#lib/contract/api.ts";
import { recordedExport } from "#lib/service/audit/audit-export.ts";
import { awardPoints } from "#lib/service/claims/award-points.ts";
import { checkLedger, readCheck } from "#lib/service/ledger/check-ledger.ts";
import { decideClaims, decideOne } from "#lib/service/claims/decide-claims.ts";
import { getClaim } from "#lib/service/claims/get-claim.ts";
import { countClaims, listClaims } from "#lib/service/claims/list-claims.ts";
import { exportLedger, listLedger } from "#lib/service/ledger/list-ledger.ts";
import { appealClaim, changeClaim, getPostClaim } from "#lib/service/claims/post-claim.ts";
import { reverseDecision } from "#lib/service/claims/reverse-decision.ts";
import { simulateDecisions } from "#lib/service/claims/simulate-decisions.ts";
import { viewClaim } from "#lib/service/claims/record-claim-view.ts";
import { on, onOutside, onStream } from "#lib/service/http/define-route.ts";

export const claimRoutes = [
  on(api.listClaims, ({ context, actor, query }) => listClaims(context, actor, query)),

  on(api.countClaims, async ({ context, actor }) => ({ data: await countClaims(context, actor) })),

  on(api.getClaim, async ({ context, actor, params }) => ({ data: await getClaim(context, actor, params.id) })),

  on(api.viewClaim, async ({ context, actor, params, tx }) => ({
    data: await viewClaim(tx, actor, params.id, context),
  })),

  on(api.decideClaim, async ({ context, actor, params, body, tx }) => ({
    data: await decideOne(tx, actor, { id: params.id, ...body }, context),
  })),

  on(api.decideClaims, async ({ context, actor, body, tx }) => ({
    data: await decideClaims(tx, actor, body.decisions, context),
  })),

  on(api.reverseDecision, async ({ context, actor, params, body, tx }) => ({
    data: await reverseDecision(tx, actor, { id: params.id, ...body }, context),
  })),

  onOutside(api.simulateDecisions, async ({ context, actor, body }) => ({
    data: await simulateDecisions(context, actor, body.claims),
  })),

  on(api.awardPoints, async ({ context, actor, body, tx }) => ({ data: await awardPoints(tx, actor, body, context) })),

  on(api.listLedger, ({ context, actor, query }) => listLedger(context, actor, query)),

  onStream(api.exportLedger, async ({ context, actor, query }) =>
    recordedExport(context, actor, "ledger.export", await exportLedger(context, actor, query)),
  ),

  on(api.getLedgerCheck, async ({ context, actor }) => ({ data: await readCheck(context.pool, actor.orgId) })),

  // Outside of a transaction: it may take longer than one may be idle.
  onOutside(api.checkLedger, async ({ context, actor }) => ({ data: await checkLedger(context, actor.orgId) })),

  on(api.getPostClaim, async ({ context, actor, params }) => ({
    data: await getPostClaim(context.pool, actor, params.id),
  })),

  on(api.changeClaim, async ({ context, actor, params, body, tx }) => {
    await changeClaim(tx, actor, params.id, body, context);
    return { data: await getPostClaim(tx.client, actor, params.id) };
  }),

  on(api.appealClaim, async ({ context, actor, params, body, tx }) => {
    await appealClaim(tx, actor, params.id, body.text, context);
    return { data: await getPostClaim(tx.client, actor, params.id) };
  }),
];
