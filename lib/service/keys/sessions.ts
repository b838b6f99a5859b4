import type { Clock } from "#lib/service/clock";
import { sql } from "#lib/service/db/drizzle";
import { sessions } from "#lib/service/db/schema";
import type { Db } from "#lib/service/db/tx";
import { findKey } from "./find-key.ts";
import { isKeyForm } from "./make-key.ts";

/** Opens a session of a key that works, so that signing out ends it on the server too. Null when the key does not. */
export async function openSession(db: Db, key: string, clock: Clock, device = ""): Promise<string | null> {
  const found = isKeyForm(key) ? await findKey(db.$client, key, null, clock.now()) : null;
  if (!found) return null;
  const id = clock.newId();
  await db.insert(sessions).values({ id, keyId: found.actor.keyId, device, createdAt: clock.now() });
  return id;
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Closes a session, and revokes the key that was made for it alone; a trigger tells every process. Quiet when there is none. */
export async function closeSession(db: Db, sessionId: string, clock: Clock): Promise<void> {
  if (!uuidForm.test(sessionId)) return;
  await db.execute(sql`
    with closed as (
      update sessions set closed_at = ${clock.now().toISOString()}::timestamptz
      where id = ${sessionId} and closed_at is null returning key_id)
    update api_keys set revoked_at = ${clock.now().toISOString()}::timestamptz
    from closed where api_keys.id = closed.key_id and api_keys.kind = 'session' and api_keys.revoked_at is null`);
}
