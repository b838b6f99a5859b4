import { api } from "#lib/contract/api.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import { getMemberSettings } from "#lib/service/settings/member-settings.ts";
import { updateMemberSettings } from "#lib/service/settings/update-member-settings.ts";

export const memberSettingsRoutes = [
  defineRoute(api.getSettings, async ({ context, actor }) => ({
    data: await getMemberSettings(context.pool, actor.memberId),
  })),

  defineRoute(api.changeSettings, async ({ context, actor, body, tx }) => ({
    data: await updateMemberSettings(tx, actor, body, context.clock),
  })),
];
