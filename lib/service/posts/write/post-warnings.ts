import type { PostWarning } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Tx } from "#lib/service/db/transaction.ts";
import { formatImagesLeftOut } from "#lib/text/delivery-plan.ts";
import { hourMs } from "#lib/time/time-units.ts";
import type { PostPart } from "./post-parts.ts";
import type { PostTarget, TargetDelivery } from "./validate-target.ts";

/** The same text on a channel within this time may be a mistake. */
const sameTextMs = 24 * hourMs;
/** Another post on the channel within this time may be a mistake. */
const closeMs = hourMs;

/** Another post on a channel; `same` when its text is the same. */
export type NearbyPost = { id: string; channelId: string; memberId: string; at: Date; same: boolean };

/**
 * Returns the warnings for posts at `at`: for each channel the nearest post with the same text within a day, and the
 * nearest post within an hour. No post causes two warnings. Posts of other members count, but are not named.
 */
export function getPostWarnings(
  others: readonly NearbyPost[],
  { at, targets, memberId }: { at: Date; targets: readonly PostTarget[]; memberId: string },
): PostWarning[] {
  const gap = (other: NearbyPost) => Math.abs(other.at.getTime() - at.getTime());
  return targets.flatMap(({ id, name }) => {
    const near = others.filter((other) => other.channelId === id).toSorted((one, other) => gap(one) - gap(other));
    const same = near.find((other) => other.same && gap(other) < sameTextMs);
    const close = near.find((other) => other !== same && gap(other) < closeMs);
    const createWarning = (code: string, other: NearbyPost, message: string): PostWarning => ({
      code,
      channel_id: id,
      at: other.at.toISOString(),
      post_id: other.memberId === memberId ? other.id : null,
      message,
    });
    return [
      ...(same ? [createWarning("same_text", same, `${name} has a post with the same text within a day.`)] : []),
      ...(close ? [createWarning("close_in_time", close, `${name} gets another post within an hour.`)] : []),
    ];
  });
}

/** Returns a warning for each channel whose joined item can't have all images of the parts. */
export function getLeftOutImageWarnings(
  targets: readonly (PostTarget & Pick<TargetDelivery, "imagesLeftOut">)[],
  at: Date,
): PostWarning[] {
  return targets.flatMap(({ id, name, imagesLeftOut: count }) => {
    if (count === 0) return [];
    const message = `${name}: ${formatImagesLeftOut(count)}`;
    return [{ code: "images_left_out", channel_id: id, at: at.toISOString(), post_id: null, message }];
  });
}

/**
 * The most posts of a channel before and after a time that are compared, nearest first: nobody needs a warning about a
 * long backlog.
 */
const nearMost = 200;

/** SQL: posts of channel `c.id` along its index; $5 is the text, $6 the post or submission to leave out. */
const near = (when: string) => `
  select id, channel_id, member_id, coalesce(published_at, planned_at) as at, parts = $5::jsonb as same
  from posts
  where channel_id = c.id and deleted_at is null and status in ('scheduled', 'publishing', 'published')
    and id is distinct from $6::uuid and submission_id is distinct from $6::uuid and ${when} limit ${nearMost}`;

/**
 * Finds the warnings for a text on channels at a time. `apart` is a post or a submission that is not compared with
 * itself.
 */
export async function findPostWarnings(
  tx: Tx,
  actor: Actor,
  planned: { parts: readonly PostPart[]; targets: readonly PostTarget[]; at: Date; apart: string | null },
): Promise<PostWarning[]> {
  const { parts, targets, at, apart } = planned;
  type Row = { id: string; channel_id: string; member_id: string; at: Date; same: boolean };
  const { rows } = await tx.client.query<Row>({
    name: "warn-of-posts",
    text: `select p.* from unnest($1::uuid[]) as c (id), lateral (
             (${near("planned_at between $2 and $3 order by planned_at desc")})
             union all (${near("planned_at > $3 and planned_at <= $4 order by planned_at")})
           ) as p`,
    values: [
      targets.map(({ id }) => id),
      ...[new Date(at.getTime() - sameTextMs), at, new Date(at.getTime() + sameTextMs)],
      JSON.stringify(parts),
      apart,
    ],
  });
  const others = rows.map((row) => ({
    id: row.id,
    channelId: row.channel_id,
    memberId: row.member_id,
    at: row.at,
    same: row.same,
  }));
  return getPostWarnings(others, { at, targets, memberId: actor.memberId });
}
