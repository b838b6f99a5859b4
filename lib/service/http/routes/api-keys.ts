import { api } from "#lib/contract/api.ts";
import { createApiKey } from "#lib/service/api-keys/create-api-key.ts";
import { listApiKeys } from "#lib/service/api-keys/list-api-keys.ts";
import { renameApiKey, revokeApiKey, rotateApiKey } from "#lib/service/api-keys/update-api-keys.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { requireActorRecentAuthentication } from "#lib/service/auth/sessions/recent-authentication.ts";
import { defineRoute } from "#lib/service/http/define-route.ts";
import { turnOffWebhooksOfRevokedKey } from "#lib/service/webhooks/manage-webhooks.ts";

export const apiKeyRoutes = [
  defineRoute(api.listKeys, async ({ context, actor }) => ({
    data: await listApiKeys(context.pool, actor, context.clock.now()),
  })),

  defineRoute(api.createKey, async ({ context, actor, body, tx }) => {
    await requireActorRecentAuthentication(tx.client, actor, context.clock);
    const created = await createApiKey(tx, actor, body, context.clock);
    const target = { type: "key", id: created.id, name: created.name } as const;
    const detail = { scopes: created.scopes, ...(created.drafts_only && { drafts_only: true }) };
    await recordAuditEvent(tx, { type: "key.create", by: actor, target, detail });
    return { data: created };
  }),

  defineRoute(api.changeKey, async ({ context, actor, params, body, tx }) => {
    const renamed = await renameApiKey(tx, actor, params.id, body.name, context.clock);
    await recordAuditEvent(tx, {
      type: "key.update",
      by: actor,
      target: { type: "key", id: renamed.id, name: renamed.name },
    });
    return { data: renamed };
  }),

  defineRoute(api.rotateKey, async ({ context, actor, params, body, tx }) => {
    await requireActorRecentAuthentication(tx.client, actor, context.clock);
    const rotated = await rotateApiKey(tx, actor, params.id, body.overlap_hours, context.clock);
    const target = { type: "key", id: rotated.id, name: rotated.name } as const;
    await recordAuditEvent(tx, { type: "key.rotate", by: actor, target, detail: { rotated_id: params.id } });
    return { data: rotated };
  }),

  defineRoute(api.revokeKey, async ({ context, actor, params, query, tx }) => {
    const ended = await revokeApiKey(tx, actor, params.id, query.made, context.clock);
    await turnOffWebhooksOfRevokedKey(tx, actor, ended);
    await recordAuditEvent(tx, { type: "key.revoke", by: actor, target: { type: "key", id: params.id } });
    return { data: { id: params.id, revoked: true, ended } };
  }),
];
