import { api } from "#lib/contract/api";
import { markInbox } from "#lib/service/notify/mark-inbox";
import { readPushKeys } from "#lib/service/notify/push-keys";
import { countInbox, listInbox } from "#lib/service/notify/read-inbox";
import { subscribe, unsubscribe } from "#lib/service/notify/subscriptions";
import { on, onOutside } from "../on.ts";

export const inboxRoutes = [
  on(api.listInbox, async ({ context, actor, query }) => ({ data: await listInbox(context.db, actor, query.state) })),
  on(api.countInbox, async ({ context, actor }) => ({ data: await countInbox(context.db, actor) })),
  on(api.markInbox, async ({ context, tx, actor, body }) => ({
    data: await markInbox(tx, actor, body, context.clock),
  })),
  on(api.getPushKey, async ({ context }) => {
    const { publicKey } = await readPushKeys(context);
    return { data: { public_key: publicKey, mail: context.settings.sendsMail } };
  }),
  on(api.subscribePush, async ({ context, tx, actor, body }) => ({ data: await subscribe(tx, actor, body, context) })),
  on(api.unsubscribePush, async ({ tx, actor, params }) => {
    await unsubscribe(tx, actor, params.id);
    return { data: { id: params.id, deleted: true } };
  }),
  onOutside(api.testNotice, async ({ context, actor, body }) => ({
    data: await context.tryNotice(actor.memberId, body.way),
  })),
];
