import { isAdmin } from "#lib/contract/scopes.ts";
import type { CalendarNote } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { isUuid } from "#lib/service/core/is-uuid.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { publishLiveEvent } from "#lib/service/db/pg-notifications.ts";
import type { Tx } from "#lib/service/db/transaction.ts";

const noteNotFound = () => new Refusal("not_found", "The note was not found. It may have been removed.");

/** Pins a note to a day. @throws Refusal `invalid_request` for a day or text that can't be kept */
export async function createDayNote(
  tx: Tx,
  actor: Actor,
  input: { day: string; text: string },
  clock: Clock,
): Promise<CalendarNote> {
  validateNote(input);
  const id = clock.newId();
  await tx.client.query(
    "insert into day_notes (id, org_id, member_id, day, text, created_at) values ($1, $2, $3, $4, $5, $6)",
    [id, actor.orgId, actor.memberId, input.day, input.text, clock.now()],
  );
  await publishLiveEvent(tx, "notes", { orgId: actor.orgId });
  return requireNote(tx, actor, id);
}

/** @throws Refusal `not_found`; `forbidden` unless it is one's own or one is an administrator */
export async function updateDayNote(
  tx: Tx,
  actor: Actor,
  id: string,
  change: { day?: string | undefined; text?: string | undefined },
): Promise<CalendarNote> {
  validateNote(change);
  await requireEditableNote(tx, actor, id);
  await tx.client.query("update day_notes set day = coalesce($2, day), text = coalesce($3, text) where id = $1", [
    id,
    change.day ?? null,
    change.text ?? null,
  ]);
  await publishLiveEvent(tx, "notes", { orgId: actor.orgId });
  return requireNote(tx, actor, id);
}

/** @throws Refusal `not_found`; `forbidden` unless it is one's own or one is an administrator */
export async function deleteDayNote(tx: Tx, actor: Actor, id: string): Promise<void> {
  await requireEditableNote(tx, actor, id);
  await tx.client.query("delete from day_notes where id = $1", [id]);
  await publishLiveEvent(tx, "notes", { orgId: actor.orgId });
}

function validateNote({ day, text }: { day?: string | undefined; text?: string | undefined }): void {
  // The years that a calendar can be asked for.
  if (day !== undefined && (day < "1970" || day >= "2200")) {
    throw new Refusal("invalid_request", "day must be in the years 1970 to 2199.", "day");
  }
  if (text?.includes("\0")) throw new Refusal("invalid_request", "text must not contain a control character.", "text");
}

/** A note that this member may change, locked until the transaction ends. */
async function requireEditableNote(tx: Tx, actor: Actor, id: string): Promise<void> {
  if (!isUuid(id)) throw noteNotFound();
  const { rows } = await tx.client.query<{ member_id: string }>(
    "select member_id from day_notes where id = $1 and org_id = $2 for update",
    [id, actor.orgId],
  );
  if (!rows[0]) throw noteNotFound();
  if (rows[0].member_id !== actor.memberId && !isAdmin(actor.role)) {
    throw new Refusal("forbidden", "Only the note's author or an administrator can change it.");
  }
}

async function requireNote(tx: Tx, actor: Actor, id: string): Promise<CalendarNote> {
  const { rows } = await tx.client.query<{
    day: string;
    text: string;
    member_id: string;
    name: string;
    created_at: Date;
  }>(
    `select n.day::text as day, n.text, n.member_id, m.name, n.created_at
     from day_notes n join members m on m.id = n.member_id where n.id = $1 and n.org_id = $2`,
    [id, actor.orgId],
  );
  const [row] = rows;
  if (!row) throw noteNotFound();
  const { day, text, member_id, name } = row;
  return { id, day, text, member: { id: member_id, name }, created_at: row.created_at.toISOString() };
}
