import { api } from "#lib/contract/api";
import { requireActorProof } from "#lib/service/accounts/recent-proof";
import { renameKey, revokeKey, rotateKey } from "#lib/service/keys/change-own-keys";
import { createOwnKey } from "#lib/service/keys/create-own-key";
import { listKeys } from "#lib/service/keys/own-keys";
import { on } from "../on.ts";

export const keyRoutes = [
  on(api.listKeys, async ({ context, actor }) => ({
    data: await listKeys(context.pool, actor, context.clock.now()),
  })),

  on(api.createKey, async ({ context, actor, body, tx }) => {
    await requireActorProof(tx.client, actor, context.clock);
    return { data: await createOwnKey(tx, actor, body, context.clock) };
  }),

  on(api.changeKey, async ({ context, actor, params, body, tx }) => ({
    data: await renameKey(tx, actor, params.id, body.name, context.clock),
  })),

  on(api.rotateKey, async ({ context, actor, params, body, tx }) => {
    await requireActorProof(tx.client, actor, context.clock);
    return { data: await rotateKey(tx, actor, params.id, body.overlap_hours, context.clock) };
  }),

  on(api.revokeKey, async ({ context, actor, params, tx }) => {
    await revokeKey(tx, actor, params.id, context.clock);
    return { data: { id: params.id, revoked: true } };
  }),
];
