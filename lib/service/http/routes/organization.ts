import { api } from "#lib/contract/api.ts";
import { requirePersonRecentAuthentication } from "#lib/service/auth/sessions/recent-authentication.ts";
import { requireTwoStepRuleOwner } from "#lib/service/auth/two-step/two-step-requirement.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import { getOrganization } from "#lib/service/members/get-organization.ts";
import { updateOrganization } from "#lib/service/members/update-organization.ts";

export const organizationRoutes = [
  defineRoute(api.getOrganization, async ({ context, actor }) => ({
    data: await getOrganization(context.pool, actor.orgId, context.settings),
  })),

  defineRoute(api.changeOrganization, async ({ context, actor, body, tx }) => {
    const isRequired = body.settings?.require_two_step;
    if (isRequired !== undefined) {
      await requirePersonRecentAuthentication(tx.client, actor, context.clock);
      await requireTwoStepRuleOwner(tx, actor, isRequired);
    }
    await updateOrganization(tx, actor, body);
    return { data: await getOrganization(tx.client, actor.orgId, context.settings) };
  }),
];
