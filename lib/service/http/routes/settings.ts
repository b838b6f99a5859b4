import { api } from "#lib/contract/api";
import { changeSettings } from "#lib/service/settings/change-settings";
import { getSettings } from "#lib/service/settings/get-settings";
import { on } from "../on.ts";

export const settingsRoutes = [
  on(api.getSettings, async ({ context, actor }) => ({ data: await getSettings(context.pool, actor.memberId) })),

  on(api.changeSettings, async ({ context, actor, body, tx }) => ({
    data: await changeSettings(tx, actor, body, context.clock),
  })),
];
