import { hash, randomBytes } from "node:crypto";
import type pg from "pg";
import type { PostStatus } from "#lib/contract/resources/post-statuses.ts";
import { recordAuditEvent } from "#lib/service/audit/record-audit-event.ts";
import { type Actor, getMakingKeyId } from "#lib/service/core/actor.ts";
import type { Clock } from "#lib/service/core/clock.ts";
import { endlessGrant, requireNoEscalation } from "#lib/service/core/privilege-escalation.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { isOnHoldSql } from "#lib/service/posts/read/post-hold.ts";

/** Where the feed is, on the app's own address. */
export const calendarFeedPath = "/calendar.ics";

/** 256 random bits, as 43 characters that stand in an address as they are. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;
const hashOf = (token: string): Buffer => hash("sha256", token, "buffer");

/** Whose feed it is, told by the token alone. */
export type CalendarFeedOwner = { memberId: string; organization: string };

/** One post of the feed; `text` is cut. */
export type CalendarFeedPost = {
  id: string;
  submissionId: string;
  platform: string;
  username: string;
  status: PostStatus;
  /** The post is not sent until a person acts. */
  isOnHold: boolean;
  at: Date;
  text: string;
  parts: number;
  version: number;
  updatedAt: Date;
};

const textCharacters = 1_000;
const daysBack = 30;
/** More than anybody plans; what lies further ahead comes into view as time goes on. */
const postsMax = 5_000;

export async function getCalendarFeed(db: pg.Pool, actor: Actor) {
  const { rows } = await db.query<{ created_at: Date; last_read_at: Date | null }>(
    "select created_at, last_read_at from calendar_feeds where member_id = $1",
    [actor.memberId],
  );
  const [row] = rows;
  return {
    active: row !== undefined,
    created_at: row?.created_at.toISOString() ?? null,
    last_read_at: row?.last_read_at?.toISOString() ?? null,
  };
}

/** Makes the member's feed, or another token for it: the former one works no longer. The token is told here alone. */
export async function createCalendarFeed(tx: Tx, actor: Actor, { clock, origin }: { clock: Clock; origin: string }) {
  requireNoEscalation(actor, endlessGrant("posts:read"));
  const token = randomBytes(32).toString("base64url");
  await tx.client.query(
    `insert into calendar_feeds (member_id, hash, created_at, made_by_key) values ($1, $2, $3, $4)
     on conflict (member_id) do update set hash = excluded.hash, created_at = excluded.created_at,
       made_by_key = excluded.made_by_key, last_read_at = null`,
    [actor.memberId, hashOf(token), clock.now(), getMakingKeyId(actor)],
  );
  await recordAuditEvent(tx, { type: "calendar_feed.create", by: actor });
  return { url: `${origin}${calendarFeedPath}?token=${token}` };
}

export async function revokeCalendarFeed(tx: Tx, actor: Actor): Promise<{ revoked: boolean }> {
  const { rowCount } = await tx.client.query("delete from calendar_feeds where member_id = $1", [actor.memberId]);
  const revoked = (rowCount ?? 0) > 0;
  if (revoked) await recordAuditEvent(tx, { type: "calendar_feed.remove", by: actor });
  return { revoked };
}

/** Whose feed a token opens; null for any other, and for one of a member who has left. */
export async function findCalendarFeedOwner(db: pg.Pool, token: string): Promise<CalendarFeedOwner | null> {
  if (!tokenForm.test(token)) return null;
  const { rows } = await db.query<{ member_id: string; organization: string }>(
    `select f.member_id, o.name as organization from calendar_feeds f
     join members m on m.id = f.member_id and m.removed_at is null join organizations o on o.id = m.org_id
     where f.hash = $1`,
    [hashOf(token)],
  );
  return rows[0] ? { memberId: rows[0].member_id, organization: rows[0].organization } : null;
}

/**
 * The member's posts of the feed in order of time: from 30 days ago on, planned, going out, out, or failed. A failure
 * stays in view, for an event that vanished would tell nobody. Notes in passing that the feed was read, once a minute.
 */
export async function listCalendarFeedPosts(
  db: pg.Pool,
  owner: CalendarFeedOwner,
  now: Date,
): Promise<CalendarFeedPost[]> {
  const [{ rows }] = await Promise.all([
    db.query({
      name: "read-calendar-feed",
      text: `select p.id, p.submission_id, p.platform, c.username, p.status, ${isOnHoldSql("p")} as on_hold, p.planned_at, p.version, p.updated_at,
               left(p.parts->0->>'text', ${textCharacters}) as text,
               case jsonb_typeof(p.parts) when 'array' then jsonb_array_length(p.parts) else 0 end as parts
             from posts p join channels c on c.id = p.channel_id
             where p.member_id = $1 and p.deleted_at is null and num_nulls(p.scheduled_for) in (0, 1)
               and p.planned_at >= $2 and p.status in ('scheduled', 'publishing', 'published', 'failed')
             order by p.planned_at, p.id limit ${postsMax}`,
      values: [owner.memberId, new Date(now.getTime() - daysBack * 86_400_000)],
    }),
    db.query(
      `update calendar_feeds set last_read_at = $2
       where member_id = $1 and (last_read_at is null or last_read_at < $2::timestamptz - interval '1 minute')`,
      [owner.memberId, now],
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    submissionId: row.submission_id,
    platform: row.platform,
    username: row.username,
    status: row.status,
    isOnHold: row.on_hold,
    at: row.planned_at,
    text: row.text ?? "",
    parts: row.parts,
    version: row.version,
    updatedAt: row.updated_at,
  }));
}
