import { api } from "#lib/contract/api.ts";
import { markInbox } from "#lib/service/notifications/mark-inbox.ts";
import { readPushKeys } from "#lib/service/outbox/vapid-keys.ts";
import { countInbox, listInbox } from "#lib/service/notifications/inbox.ts";
import { subscribe, unsubscribe } from "#lib/service/outbox/push-subscriptions.ts";
import { on, onOutside } from "#lib/service/http/define-route.ts";

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
