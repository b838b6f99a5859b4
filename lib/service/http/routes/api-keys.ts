import { api } from "#lib/contract/api.ts";
import { requireActorProof } from "#lib/service/auth/sessions/recent-authentication.ts";
import { recordAudit } from "#lib/service/audit/record-audit-event.ts";
import { renameKey, revokeKey, rotateKey } from "#lib/service/api-keys/update-api-keys.ts";
import { createOwnKey } from "#lib/service/api-keys/create-api-key.ts";
import { listKeys } from "#lib/service/api-keys/list-api-keys.ts";
import { on } from "#lib/service/http/define-route.ts";

export const keyRoutes = [
  on(api.listKeys, async ({ context, actor }) => ({
    data: await listKeys(context.pool, actor, context.clock.now()),
  })),

  on(api.createKey, async ({ context, actor, body, tx }) => {
    await requireActorProof(tx.client, actor, context.clock);
    const created = await createOwnKey(tx, actor, body, context.clock);
    const target = { type: "key", id: created.id, name: created.name } as const;
    await recordAudit(tx, { type: "key.create", by: actor, target, detail: { scopes: created.scopes } });
    return { data: created };
  }),

  on(api.changeKey, async ({ context, actor, params, body, tx }) => {
    const renamed = await renameKey(tx, actor, params.id, body.name, context.clock);
    await recordAudit(tx, {
      type: "key.update",
      by: actor,
      target: { type: "key", id: renamed.id, name: renamed.name },
    });
    return { data: renamed };
  }),

  on(api.rotateKey, async ({ context, actor, params, body, tx }) => {
    await requireActorProof(tx.client, actor, context.clock);
    const rotated = await rotateKey(tx, actor, params.id, body.overlap_hours, context.clock);
    const target = { type: "key", id: rotated.id, name: rotated.name } as const;
    await recordAudit(tx, { type: "key.rotate", by: actor, target, detail: { rotated_id: params.id } });
    return { data: rotated };
  }),

  on(api.revokeKey, async ({ context, actor, params, tx }) => {
    await revokeKey(tx, actor, params.id, context.clock);
    await recordAudit(tx, { type: "key.revoke", by: actor, target: { type: "key", id: params.id } });
    return { data: { id: params.id, revoked: true } };
  }),
];
