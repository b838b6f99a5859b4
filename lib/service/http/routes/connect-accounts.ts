import { api } from "#lib/contract/api.ts";
import {
  getAppCredentials,
  removeAppCredentials,
  setAppCredentials,
} from "#lib/service/channels/connect/app-credentials.ts";
import { connectAccount, finishConnection } from "#lib/service/channels/connect/connect-account.ts";
import { listConnectMethods } from "#lib/service/channels/connect/connect-methods.ts";
import { defineExternalRoute, defineRoute } from "#lib/service/http/define-route.ts";

export const connectAccountRoutes = [
  defineRoute(api.listConnectWays, async ({ context, actor }) => ({ data: await listConnectMethods(context, actor) })),

  defineExternalRoute(api.connectAccount, async ({ context, actor, body }) => ({
    data: await connectAccount(context, actor, body),
  })),

  defineExternalRoute(api.finishConnection, async ({ context, actor, body }) => ({
    data: await finishConnection(context, actor, body),
  })),

  defineRoute(api.getPlatformApp, async ({ context, actor, params }) => ({
    data: await getAppCredentials(context, actor, params.platform),
  })),

  defineRoute(api.setPlatformApp, async ({ context, actor, params, body }) => ({
    data: await setAppCredentials(context, actor, params.platform, body),
  })),

  defineRoute(api.removePlatformApp, async ({ context, actor, params }) => ({
    data: await removeAppCredentials(context, actor, params.platform),
  })),
];
