import * as z from "zod";
import { api } from "#lib/contract/api.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import type { Claim } from "#lib/contract/types.ts";
import { defineTool, mapResult } from "#lib/mcp/mcp-tool.ts";
import { nextOffset, pageInput } from "./page.ts";
import { excerpt } from "./post-summary.ts";

const ClaimSummary = api.listClaims.data.element.pick({
  id: true,
  version: true,
  state: true,
  points: true,
  awarded: true,
  channel: true,
  published_at: true,
  member: true,
  reason: true,
  appeal: true,
  like: true,
  text: true,
  may_decide: true,
  may_not_why: true,
});

function toClaimSummary(claim: Claim): z.input<typeof ClaimSummary> {
  return ClaimSummary.parse({ ...claim, text: excerpt(claim.text, serverOnlyLimits.excerptCharacters) });
}

/** Tools of people who review points claims. */
export const reviewTools = [
  defineTool({
    name: "list_claims",
    title: "List claims",
    description: "Lists points claims for review, the oldest first, with the beginning of each text.",
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    scope: "claims:review",
    input: api.listClaims.query
      .pick({ state: true, member: true, channel: true, q: true, order: true })
      .extend(pageInput),
    output: z.object({ claims: z.array(ClaimSummary), total: z.int(), next_offset: nextOffset }),
    run: async (query, { client }) =>
      mapResult(await client.listClaims(query), ({ data, pagination: { offset, total } }) => ({
        claims: data.map(toClaimSummary),
        total,
        next_offset: offset + data.length < total && data.length > 0 ? offset + data.length : null,
      })),
  }),

  defineTool({
    name: "decide_claim",
    title: "Decide a claim",
    description:
      "Approves or rejects one points claim, in the user's name. Decide only as the user said. Send the `version` of list_claims.",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    scope: "claims:review",
    input: api.decideClaim.body.extend({ id: z.string().max(100).meta({ description: "The id of the claim." }) }),
    output: z.object({ decision_id: z.string(), claim: ClaimSummary }),
    run: async (input, { client }) =>
      mapResult(await client.decideClaim(input), ({ decision_id, claim }) => ({
        decision_id,
        claim: toClaimSummary(claim),
      })),
  }),
];
