import type pg from "pg";
import { roleScopes } from "#lib/contract/scopes.ts";
import type { ApiKey, MadeByKey } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { listMadeByKeys } from "./made-by-key.ts";

export type ApiKeyRecord = {
  id: string;
  kind: "key" | "app";
  name: string;
  ending: string;
  scopes: string[];
  drafts_only: boolean;
  addresses: string[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  last_used_route: string | null;
  made_by_key: string | null;
};
type ListedRow = ApiKeyRecord & {
  from_setup: boolean;
  former_ending: string | null;
  former_until: Date | null;
  former_used_at: Date | null;
  redirect_uri: string | null;
  maker_id: string | null;
  maker_name: string | null;
};

/** The old value of a rotated key is a row that names its successor; it is shown with that one, while it works. */
const selectApiKeysSql = `
  select k.id, k.kind, k.name, k.ending, k.scopes, k.drafts_only, k.addresses, k.created_at, k.expires_at, k.last_used_at, k.last_used_route,
    k.made_by_key, coalesce(maker.replaced_by, maker.id) as maker_id, maker.name as maker_name, k.from_setup, former.ending as former_ending, former.expires_at as former_until, former.last_used_at as former_used_at,
    app.redirect_uri
  from api_keys k left join api_keys former
    on former.member_id = k.member_id and former.replaced_by = k.id and former.revoked_at is null and former.expires_at > $2
    left join connected_apps app on app.key_id = k.id
    left join api_keys maker on maker.id = k.made_by_key
  where k.member_id = $1 and (k.kind = 'key' or k.kind = 'app' and k.expires_at > $2)
    and k.revoked_at is null and k.replaced_by is null`;

/**
 * The actor's keys and connected apps, newest first. Keys that ended by themselves are there until they are revoked; a
 * connected app that ended is gone.
 */
export async function listApiKeys(pool: pg.Pool, actor: Actor, now: Date): Promise<ApiKey[]> {
  const { rows } = await pool.query<ListedRow>({
    name: "keys-list",
    text: `${selectApiKeysSql} order by k.created_at desc, k.id desc`,
    values: [actor.memberId, now],
  });
  const made = await listMadeByKeys(
    pool,
    actor,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map((row) => presentApiKey(row, actor, made.get(row.id)));
}

/** One of them, as a change left it. */
export async function getApiKey(tx: Tx, actor: Actor, id: string, now: Date): Promise<ApiKey> {
  const { rows } = await tx.client.query<ListedRow>({
    name: "keys-one",
    text: `${selectApiKeysSql} and k.id = $3`,
    values: [actor.memberId, now, requireApiKeyId(id)],
  });
  const [row] = rows;
  if (!row) throw createApiKeyNotFoundRefusal();
  return presentApiKey(row, actor, (await listMadeByKeys(tx.client, actor, [row.id], now)).get(row.id));
}

/** The row of one of the actor's keys, held until the transaction ends. @throws Refusal `not_found`, also for others' keys */
export async function lockApiKey(tx: Tx, actor: Actor, id: string): Promise<ApiKeyRecord> {
  const { rows } = await tx.client.query<ApiKeyRecord>({
    name: "keys-lock",
    text: `select id, kind, name, ending, scopes, drafts_only, addresses, created_at, expires_at, last_used_at, last_used_route, made_by_key
           from api_keys
           where id = $2 and member_id = $1 and kind in ('key', 'app') and revoked_at is null and replaced_by is null
           for no key update`,
    values: [actor.memberId, requireApiKeyId(id)],
  });
  if (!rows[0]) throw createApiKeyNotFoundRefusal();
  return rows[0];
}

function presentApiKey(row: ListedRow, actor: Actor, made: MadeByKey[] = []): ApiKey {
  const { former_ending: ending, former_until: until, former_used_at: usedAt } = row;
  return {
    id: row.id,
    name: row.name,
    ending: row.ending,
    scopes: roleScopes[actor.role].filter((scope) => row.scopes.includes(scope)),
    drafts_only: row.drafts_only,
    addresses: row.addresses,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_route: row.last_used_route,
    is_this: row.id === actor.keyId,
    from_setup: row.from_setup,
    made_by: row.maker_id === null || row.maker_name === null ? null : { id: row.maker_id, name: row.maker_name },
    made,
    app: row.redirect_uri === null ? null : { redirect_uri: row.redirect_uri },
    former:
      ending === null || until === null
        ? null
        : { ending, works_until: until.toISOString(), last_used_at: usedAt?.toISOString() ?? null },
  };
}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** PostgreSQL answers what is no id with an error instead of no row. */
function requireApiKeyId(id: string): string {
  if (!idForm.test(id)) throw createApiKeyNotFoundRefusal();
  return id;
}

const createApiKeyNotFoundRefusal = () => new Refusal("not_found", "The API key was not found.");
