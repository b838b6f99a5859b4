import { generateKeyPairSync, type JsonWebKey } from "node:crypto";
import type { Context } from "#lib/service/core/context.ts";
import type { SealedLocation } from "#lib/service/db/reseal-secrets.ts";

/**
 * The keys with which this installation signs push messages (VAPID, RFC 8292). Browsers subscribe with the public key.
 */
export type VapidKeys = { publicKey: string; privateKey: JsonWebKey };

const factName = "push_keys";
const sealLocation = "facts push_keys";
export const sealedVapidKeys: SealedLocation = {
  read: `select name as id, value ->> 'sealed' as sealed from facts where name = '${factName}'`,
  write:
    "update facts set value = jsonb_set(value, '{sealed}', to_jsonb($2::text)) where name = $1 and value ->> 'sealed' = $3",
  getLocation: () => sealLocation,
};

/** Returns the keys of this installation and creates them at the first use. */
export async function getVapidKeys({ pool, sealer }: Pick<Context, "pool" | "sealer">): Promise<VapidKeys> {
  const stored = await readStoredKeys(pool);
  const opened = stored && openStoredKeys(sealer, stored);
  if (opened) return opened;
  const created = generateVapidKeys();
  const value = {
    public_key: created.publicKey,
    sealed: sealer.seal(JSON.stringify(created.privateKey), sealLocation),
  };
  // Under a new SECRET the old keys can't be read: browsers that subscribed with them must subscribe again.
  if (stored) await pool.query("delete from push_subscriptions");
  await pool.query(
    `insert into facts (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value where facts.value ->> 'sealed' = $3`,
    [factName, JSON.stringify(value), stored?.sealed ?? ""],
  );
  const now = await readStoredKeys(pool);
  // Another process was first.
  return (now && openStoredKeys(sealer, now)) ?? created;
}

type StoredVapidKeys = { public_key: string; sealed: string };

async function readStoredKeys(pool: Context["pool"]): Promise<StoredVapidKeys | null> {
  const { rows } = await pool.query<{ value: StoredVapidKeys }>("select value from facts where name = $1", [factName]);
  return rows[0]?.value ?? null;
}

function openStoredKeys(sealer: Context["sealer"], stored: StoredVapidKeys): VapidKeys | null {
  const json = sealer.open(stored.sealed, sealLocation);
  return json === null ? null : { publicKey: stored.public_key, privateKey: JSON.parse(json) };
}

function generateVapidKeys(): VapidKeys {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const jwk = privateKey.export({ format: "jwk" });
  const point = [Buffer.from([4]), Buffer.from(jwk.x ?? "", "base64url"), Buffer.from(jwk.y ?? "", "base64url")];
  return { publicKey: Buffer.concat(point).toString("base64url"), privateKey: { ...jwk, alg: "ES256" } };
}
