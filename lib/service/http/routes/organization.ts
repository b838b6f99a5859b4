import { api } from "#lib/contract/api";
import { requireActorProof } from "#lib/service/accounts/recent-proof";
import { requireRuleOwner } from "#lib/service/accounts/two-step-rule";
import { changeOrganization } from "#lib/service/members/change-organization";
import { getOrganization } from "#lib/service/members/get-organization";
import { on } from "../on.ts";

export const organizationRoutes = [
  on(api.getOrganization, async ({ context, actor }) => ({
    data: await getOrganization(context.pool, actor.orgId, context.settings),
  })),

  on(api.changeOrganization, async ({ context, actor, body, tx }) => {
    const isRequired = body.settings?.require_two_step;
    if (isRequired !== undefined) {
      await requireActorProof(tx.client, actor, context.clock);
      await requireRuleOwner(tx, actor, isRequired);
    }
    await changeOrganization(tx, actor, body);
    return { data: await getOrganization(tx.client, actor.orgId, context.settings) };
  }),
];
