import { api } from "#lib/contract/api.ts";
import { requireActorProof } from "#lib/service/auth/sessions/recent-authentication.ts";
import { requireRuleOwner } from "#lib/service/auth/two-step/two-step-requirement.ts";
import { changeOrganization } from "#lib/service/members/update-organization.ts";
import { getOrganization } from "#lib/service/members/get-organization.ts";
import { on } from "#lib/service/http/define-route.ts";

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
