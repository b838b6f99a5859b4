import { api } from "#lib/contract/api";
import { markInbox } from "#lib/service/notify/mark-inbox";
import { countInbox, listInbox } from "#lib/service/notify/read-inbox";
import { on } from "../on.ts";

export const inboxRoutes = [
  on(api.listInbox, async ({ context, actor, query }) => ({ data: await listInbox(context.db, actor, query.state) })),
  on(api.countInbox, async ({ context, actor }) => ({ data: await countInbox(context.db, actor) })),
  on(api.markInbox, async ({ context, tx, actor, body }) => ({
    data: await markInbox(tx, actor, body, context.clock),
  })),
];
