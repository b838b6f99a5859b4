import type { AppCredentials, AppCredentialsStore } from "#lib/service/channels/core/platform.ts";
import type { Context } from "#lib/service/core/context.ts";
import { toSealedLocation } from "#lib/service/db/reseal-secrets.ts";

const getSealLocation = (id: string) => `platform_apps ${id} sealed`;
export const appCredentialsColumn = toSealedLocation(
  { table: "platform_apps", id: "id", column: "sealed" },
  getSealLocation,
);

/** @param deps.fixed credentials from the environment, by platform. */
export function createAppCredentialsStore(
  deps: Pick<Context, "pool" | "sealer" | "clock"> & { fixed: Readonly<Record<string, AppCredentials>> },
): AppCredentialsStore {
  const { pool, sealer, clock } = deps;
  const keyring: AppCredentialsStore = {
    isFixed: (platform) => Object.hasOwn(deps.fixed, platform),
    async find({ platform, host, orgId }) {
      const fixed = host === "" ? deps.fixed[platform] : undefined;
      if (fixed) return fixed;
      const { rows } = await pool.query(
        `select id, sealed from platform_apps where platform = $1 and host = $2 and (org_id = $3 or org_id is null)
         order by org_id nulls last limit 1`,
        [platform, host, orgId],
      );
      const opened = rows[0] ? sealer.open(rows[0].sealed, getSealLocation(rows[0].id)) : null;
      return opened === null ? null : (JSON.parse(opened) as AppCredentials);
    },
    async save({ platform, host, orgId }, keys) {
      // Each write creates a row with a new id, because the sealed value is bound to the id.
      const id = clock.newId();
      await pool.query(
        `insert into platform_apps (id, org_id, platform, host, sealed) values ($1, $2, $3, $4, $5)
         on conflict ((coalesce(org_id, '00000000-0000-0000-0000-000000000000')), platform, host)
         do update set id = excluded.id, sealed = excluded.sealed, updated_at = now()`,
        [id, orgId, platform, host, sealer.seal(JSON.stringify(keys), getSealLocation(id))],
      );
    },
    async require(at, create) {
      const found = await keyring.find(at);
      if (found) return found;
      const id = clock.newId();
      // Of two simultaneous inserts one wins, and the second caller gets the winner's value.
      await pool.query(
        `insert into platform_apps (id, org_id, platform, host, sealed) values ($1, $2, $3, $4, $5)
         on conflict ((coalesce(org_id, '00000000-0000-0000-0000-000000000000')), platform, host) do nothing`,
        [id, at.orgId, at.platform, at.host, sealer.seal(JSON.stringify(create()), getSealLocation(id))],
      );
      const stored = await keyring.find(at);
      if (stored) return stored;
      // The stored value was sealed under a SECRET that is gone.
      const created = create();
      await keyring.save(at, created);
      return created;
    },
    async remove({ platform, host, orgId }) {
      await pool.query(
        "delete from platform_apps where platform = $1 and host = $2 and org_id is not distinct from $3",
        [platform, host, orgId],
      );
    },
  };
  return keyring;
}
