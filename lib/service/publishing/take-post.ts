import type { OutgoingImage } from "#lib/service/channels/connector";
import type { Clock } from "#lib/service/clock";
import type { Context } from "#lib/service/context";
import { inTransaction, type Tx } from "#lib/service/db/tx";
import type { HeldChannel } from "./channel-lease.ts";
import { planPost } from "./plan-post.ts";
import type { TakenPart, TakenPost } from "./taken-post.ts";

export type Take =
  | { is: "taken"; post: TakenPost }
  | { is: "unreadable"; post: TakenPost; why: string }
  | { is: "none" }
  /** Somebody took the channel from us. */
  | { is: "lost" };

/**
 * Takes the channel's oldest due post, and makes its plan unless one is under way. Due-ness is judged by the database's
 * clock alone, so that machines whose clocks differ agree. Row, plan and event are one transaction.
 */
export async function takePost(
  pool: Context["pool"],
  channel: HeldChannel,
  at: { leaseMs: number; clock: Clock },
): Promise<Take> {
  return await inTransaction(pool, async (tx): Promise<Take> => {
    const held = await tx.client.query({
      name: "hold-channel",
      text: `select coalesce(wait_until > now(), false) as waits from channels where id = $1 and fence = $2 for share`,
      values: [channel.id, channel.fence],
    });
    if (held.rowCount === 0) return { is: "lost" };
    // Since the last post its platform asked us to wait.
    if (held.rows[0].waits) return { is: "none" };
    const { rows } = await tx.client.query({
      name: "take-post",
      text: `update posts set status = 'publishing', fence = fence + 1, attempts = attempts + 1,
               lease_until = now() + $2 * interval '1 ms', version = version + (status <> 'publishing')::int,
               updated_at = now()
             where id = (select id from posts where channel_id = $1 and due_at <= now() and deleted_at is null
                           and status in ('scheduled', 'publishing') order by due_at, id limit 1 for update)
             returning id, fence, attempts, parts, extract(epoch from now() - due_at) * 1000 as late_ms`,
      values: [channel.id, at.leaseMs],
    });
    const row = rows[0];
    if (!row) return { is: "none" };
    const lateMs = Math.max(0, Math.round(Number(row.late_ms)));
    const id: string = row.id;
    const post: TakenPost = {
      id,
      channelId: channel.id,
      fence: Number(row.fence),
      attempts: row.attempts,
      lateMs,
      parts: await listParts(tx, id),
      images: await listImages(tx, id),
    };
    await tx.client.query({
      name: "event-started",
      text: `insert into post_events (id, post_id, kind, detail)
             values ($1, $2, 'started', jsonb_build_object('attempt', $3::int, 'late_ms', $4::int))`,
      values: [at.clock.newId(), id, post.attempts, Math.min(lateMs, 2_000_000_000)],
    });
    if (post.parts.some((part) => part.state !== "waiting")) return { is: "taken", post };
    const planned = planPost({ id, platform: channel.platform, parts: row.parts });
    if (planned.is === "unreadable") return { is: "unreadable", post, why: planned.why };
    post.parts = planned.parts;
    await storePlan(tx, post);
    return { is: "taken", post };
  });
}

async function listParts(tx: Tx, postId: string): Promise<TakenPart[]> {
  const { rows } = await tx.client.query({
    name: "list-parts",
    text: `select number, text, part_key, state, started_at, remote_id,
             extract(epoch from now() - started_at) * 1000 as started_ago_ms
           from planned_parts where post_id = $1 order by number`,
    values: [postId],
  });
  return rows.map((row) => ({
    number: row.number,
    text: row.text,
    key: row.part_key,
    state: row.state,
    startedAt: row.started_at,
    startedAgoMs: row.started_ago_ms === null ? null : Number(row.started_ago_ms),
    remoteId: row.remote_id,
  }));
}

async function listImages(tx: Tx, postId: string): Promise<OutgoingImage[]> {
  const { rows } = await tx.client.query({
    name: "list-images",
    text: `select m.file_name, m.mime, m.width, m.height from post_media p join media m on m.id = p.media_id
           where p.post_id = $1 order by p.position`,
    values: [postId],
  });
  return rows.map((row) => ({
    fileName: row.file_name,
    mime: row.mime,
    width: row.width,
    height: row.height,
    alt: "",
  }));
}

/** A plan of which nothing was sent yet may be from before an edit, so it is made anew. */
async function storePlan(tx: Tx, post: TakenPost): Promise<void> {
  await tx.client.query({
    name: "store-plan",
    text: `with gone as (delete from planned_parts where post_id = $1 and number > cardinality($3::text[]))
           insert into planned_parts (post_id, channel_id, number, text, part_key)
           select $1, $2, number, text, key
           from unnest($3::text[], $4::text[]) with ordinality as part (text, key, number)
           on conflict (post_id, number) do update
             set text = excluded.text, part_key = excluded.part_key, channel_id = excluded.channel_id`,
    values: [post.id, post.channelId, post.parts.map((part) => part.text), post.parts.map((part) => part.key)],
  });
}
