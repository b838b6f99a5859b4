import { api } from "#lib/contract/api";
import { listChannels } from "#lib/service/channels/list-channels";
import { on } from "../on.ts";

export const channelRoutes = [
  on(api.listChannels, async ({ context, actor }) => ({ data: await listChannels(context.db, actor) })),
];
