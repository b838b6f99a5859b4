import { api } from "#lib/contract/api.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import {
  createWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from "#lib/service/webhooks/manage-webhooks.ts";
import {
  listWebhookDeliveries,
  resendWebhookDelivery,
  sendTestWebhook,
} from "#lib/service/webhooks/webhook-deliveries.ts";

export const webhookRoutes = [
  defineRoute(api.listWebhooks, async ({ context, actor }) => ({ data: await listWebhooks(context, actor) })),

  defineRoute(api.createWebhook, async ({ context, actor, body, tx }) => ({
    data: await createWebhook(tx, actor, body, context),
  })),

  defineRoute(api.changeWebhook, async ({ context, actor, params, body, tx }) => ({
    data: await updateWebhook(tx, actor, params.id, body, context),
  })),

  defineRoute(api.deleteWebhook, async ({ actor, params, tx }) => {
    await removeWebhook(tx, actor, params.id);
    return { data: { id: params.id, deleted: true } };
  }),

  defineRoute(api.rotateWebhook, async ({ context, actor, params, tx }) => ({
    data: await rotateWebhookSecret(tx, actor, params.id, context),
  })),

  defineRoute(api.testWebhook, async ({ context, actor, params, tx }) => ({
    data: await sendTestWebhook(tx, actor, params.id, context),
  })),

  defineRoute(api.listWebhookDeliveries, async ({ context, actor, params }) => ({
    data: await listWebhookDeliveries(context, actor, params.id),
  })),

  defineRoute(api.resendWebhookDelivery, async ({ actor, params, tx }) => ({
    data: await resendWebhookDelivery(tx, actor, params.id, params.delivery),
  })),
];
