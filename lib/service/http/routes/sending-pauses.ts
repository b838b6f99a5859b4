import { api } from "#lib/contract/api.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import { pauseSending, resumeSending } from "#lib/service/posts/pauses/pause-sending.ts";
import { listOverduePosts, listSendingPauses } from "#lib/service/posts/pauses/sending-pauses.ts";

export const sendingPauseRoutes = [
  defineRoute(api.listSendingPauses, async ({ context, actor }) => ({
    data: await listSendingPauses(context.pool, actor),
  })),

  defineRoute(api.pauseSending, async ({ context, actor, body, tx }) => ({
    data: await pauseSending(tx, actor, body, context),
  })),

  defineRoute(api.listOverduePosts, async ({ context, actor, params }) => ({
    data: await listOverduePosts(context.pool, actor, params.id),
  })),

  defineRoute(api.resumeSending, async ({ context, actor, params, body, tx }) => ({
    data: await resumeSending(tx, actor, params.id, body, context),
  })),
];
