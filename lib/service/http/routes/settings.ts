import { api } from "#lib/contract/api.ts";
import { changeSettings } from "#lib/service/settings/update-member-settings.ts";
import { getSettings } from "#lib/service/settings/member-settings.ts";
import { on } from "#lib/service/http/define-route.ts";

export const settingsRoutes = [
  on(api.getSettings, async ({ context, actor }) => ({ data: await getSettings(context.pool, actor.memberId) })),

  on(api.changeSettings, async ({ context, actor, body, tx }) => ({
    data: await changeSettings(tx, actor, body, context.clock),
  })),
];
