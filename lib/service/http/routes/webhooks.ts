import { api } from "#lib/contract/api.ts";
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
} from "#lib/service/webhooks/manage-webhooks.ts";
import { listDeliveries, resendDelivery, testWebhook } from "#lib/service/webhooks/webhook-deliveries.ts";
import { on } from "#lib/service/http/define-route.ts";

export const webhookRoutes = [
  on(api.listWebhooks, async ({ context, actor }) => ({ data: await listWebhooks(context, actor) })),

  on(api.createWebhook, async ({ context, actor, body, tx }) => ({
    data: await createWebhook(tx, actor, body, context),
  })),

  on(api.changeWebhook, async ({ context, actor, params, body, tx }) => ({
    data: await changeWebhook(tx, actor, params.id, body, context),
  })),

  on(api.deleteWebhook, async ({ actor, params, tx }) => {
    await removeWebhook(tx, actor, params.id);
    return { data: { id: params.id, deleted: true } };
  }),

  on(api.rotateWebhook, async ({ context, actor, params, tx }) => ({
    data: await rotateWebhook(tx, actor, params.id, context),
  })),

  on(api.testWebhook, async ({ context, actor, params, tx }) => ({
    data: await testWebhook(tx, actor, params.id, context),
  })),

  on(api.listWebhookDeliveries, async ({ context, actor, params }) => ({
    data: await listDeliveries(context, actor, params.id),
  })),

  on(api.resendWebhookDelivery, async ({ actor, params, tx }) => ({
    data: await resendDelivery(tx, actor, params.id, params.delivery),
  })),
];
