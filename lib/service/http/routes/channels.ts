import { api } from "#lib/contract/api.ts";
import { disconnectChannel } from "#lib/service/channels/connect/disconnect-channel.ts";
import { reconnectPracticeChannel } from "#lib/service/channels/connect/save-account.ts";
import { connectPracticeChannel, updateChannel } from "#lib/service/channels/core/channel-commands.ts";
import { listChannelDetails, requireChannelDetail } from "#lib/service/channels/core/channel-details.ts";
import { listChannels } from "#lib/service/channels/core/list-channels.ts";
import { testChannel } from "#lib/service/channels/probe/test-channel.ts";
import { defineExternalRoute, defineRoute } from "#lib/service/http/define-route.ts";

export const channelRoutes = [
  defineRoute(api.listChannels, async ({ context, actor }) => ({ data: await listChannels(context, actor) })),

  defineRoute(api.listChannelDetails, async ({ context, actor }) => ({
    data: await listChannelDetails(context.pool, actor, context),
  })),

  defineRoute(api.getChannel, async ({ context, actor, params }) => ({
    data: await requireChannelDetail(context.pool, actor, params.id, context),
  })),

  defineRoute(api.connectChannel, async ({ context, actor, body, tx }) => ({
    data: await connectPracticeChannel(tx, actor, body, context),
  })),

  defineRoute(api.changeChannel, async ({ context, actor, params, body, tx }) => ({
    data: await updateChannel(tx, actor, params.id, body, context),
  })),

  defineRoute(api.reconnectChannel, async ({ context, actor, params, tx }) => ({
    data: await reconnectPracticeChannel(tx, actor, params.id, context),
  })),

  defineExternalRoute(api.testChannel, async ({ context, actor, params }) => ({
    data: await testChannel(context, actor, params.id),
  })),

  defineExternalRoute(api.disconnectChannel, async ({ context, actor, params, body }) => ({
    data: await disconnectChannel(context, actor, params.id, body),
  })),
];
