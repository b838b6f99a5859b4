import { api } from "#lib/contract/api.ts";
import { defineExternalRoute, defineRoute } from "#lib/service/http/define-route.ts";
import { assignInboxItem } from "#lib/service/notifications/assign-inbox-item.ts";
import { countInbox, listInbox } from "#lib/service/notifications/inbox.ts";
import { markInbox } from "#lib/service/notifications/mark-inbox.ts";
import { snoozeInbox } from "#lib/service/notifications/snooze-inbox.ts";
import { createPushSubscription, removePushSubscription } from "#lib/service/outbox/push-subscriptions.ts";
import { getVapidKeys } from "#lib/service/outbox/vapid-keys.ts";

export const inboxRoutes = [
  defineRoute(api.listInbox, async ({ context, actor, query }) => ({
    data: await listInbox(context.db, actor, query),
  })),
  defineRoute(api.countInbox, async ({ context, actor }) => ({ data: await countInbox(context.db, actor) })),
  defineRoute(api.markInbox, async ({ context, tx, actor, body }) => ({
    data: await markInbox(tx, actor, body, context.clock),
  })),
  defineRoute(api.assignInboxItem, async ({ context, tx, actor, body }) => ({
    data: await assignInboxItem(tx, actor, body, context.clock),
  })),
  defineRoute(api.snoozeInbox, async ({ context, tx, actor, body }) => ({
    data: await snoozeInbox(tx, actor, body, context.clock),
  })),
  defineRoute(api.getPushKey, async ({ context }) => {
    const { publicKey } = await getVapidKeys(context);
    return { data: { public_key: publicKey, mail: context.settings.sendsMail } };
  }),
  defineRoute(api.subscribePush, async ({ context, tx, actor, body }) => ({
    data: await createPushSubscription(tx, actor, body, context),
  })),
  defineRoute(api.unsubscribePush, async ({ tx, actor, params }) => {
    await removePushSubscription(tx, actor, params.id);
    return { data: { id: params.id, deleted: true } };
  }),
  defineExternalRoute(api.testNotice, async ({ context, actor, body }) => ({
    data: await context.sendTestNotification(actor.memberId, body.way),
  })),
];
