import type { Clock } from "#lib/service/clock";
import { and, eq, isNull } from "#lib/service/db/drizzle";
import { sessions } from "#lib/service/db/schema";
import type { Db } from "#lib/service/db/tx";
import { findKey } from "./find-key.ts";
import { isKeyForm } from "./make-key.ts";

/** Opens a session of a key that works, so that signing out ends it on the server too. Null when the key does not. */
export async function openSession(db: Db, key: string, clock: Clock): Promise<string | null> {
  const found = isKeyForm(key) ? await findKey(db.$client, key, null) : null;
  if (!found) return null;
  const id = clock.newId();
  await db.insert(sessions).values({ id, keyId: found.actor.keyId, createdAt: clock.now() });
  return id;
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Closes a session; a trigger tells every process. Quiet when there is none. */
export async function closeSession(db: Db, sessionId: string, clock: Clock): Promise<void> {
  if (!uuidForm.test(sessionId)) return;
  await db
    .update(sessions)
    .set({ closedAt: clock.now() })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.closedAt)));
}
