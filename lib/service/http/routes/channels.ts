import { api } from "#lib/contract/api.ts";
import { changeChannel, connectChannel, reconnectChannel } from "#lib/service/channels/core/channel-commands.ts";
import { getChannel, listChannelDetails } from "#lib/service/channels/core/channel-details.ts";
import { disconnectChannel } from "#lib/service/channels/connect/disconnect-channel.ts";
import { listChannels } from "#lib/service/channels/core/list-channels.ts";
import { on, onOutside } from "#lib/service/http/define-route.ts";

export const channelRoutes = [
  on(api.listChannels, async ({ context, actor }) => ({ data: await listChannels(context.db, actor) })),

  on(api.listChannelDetails, async ({ context, actor }) => ({
    data: await listChannelDetails(context.pool, actor, context),
  })),

  on(api.getChannel, async ({ context, actor, params }) => ({
    data: await getChannel(context.pool, actor, params.id, context),
  })),

  on(api.connectChannel, async ({ context, actor, body, tx }) => ({
    data: await connectChannel(tx, actor, body, context),
  })),

  on(api.changeChannel, async ({ context, actor, params, body, tx }) => ({
    data: await changeChannel(tx, actor, params.id, body, context),
  })),

  on(api.reconnectChannel, async ({ context, actor, params, tx }) => ({
    data: await reconnectChannel(tx, actor, params.id, context),
  })),

  onOutside(api.disconnectChannel, async ({ context, actor, params, body }) => ({
    data: await disconnectChannel(context, actor, params.id, body),
  })),
];
