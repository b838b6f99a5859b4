import { api } from "#lib/contract/api.ts";
import { connectAccount, finishConnection } from "#lib/service/channels/connect/connect-account.ts";
import { listConnectWays } from "#lib/service/channels/connect/connect-methods.ts";
import { getPlatformApp, removePlatformApp, setPlatformApp } from "#lib/service/channels/connect/app-credentials.ts";
import { on, onOutside } from "#lib/service/http/define-route.ts";

export const connectingRoutes = [
  on(api.listConnectWays, async ({ context, actor }) => ({ data: await listConnectWays(context, actor) })),

  onOutside(api.connectAccount, async ({ context, actor, body }) => ({
    data: await connectAccount(context, actor, body),
  })),

  onOutside(api.finishConnection, async ({ context, actor, body }) => ({
    data: await finishConnection(context, actor, body),
  })),

  on(api.getPlatformApp, async ({ context, actor, params }) => ({
    data: await getPlatformApp(context, actor, params.platform),
  })),

  on(api.setPlatformApp, async ({ context, actor, params, body }) => ({
    data: await setPlatformApp(context, actor, params.platform, body),
  })),

  on(api.removePlatformApp, async ({ context, actor, params }) => ({
    data: await removePlatformApp(context, actor, params.platform),
  })),
];
