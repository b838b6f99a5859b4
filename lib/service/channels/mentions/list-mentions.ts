import type pg from "pg";
import type { MentionedAccount } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { mayUseChannelSql } from "#lib/service/db/may-use-channel-sql.ts";
import { type FindMentions, mentionPlatforms } from "./find-mentions.ts";

const mostListed = 8;

/** Lists accounts that a text for these channels can mention. Channels that the caller can't use are left out. */
export async function listMentions(
  { pool, findMentions }: { pool: pg.Pool; findMentions: FindMentions },
  actor: Actor,
  { q, channel }: { q: string; channel: readonly string[] },
): Promise<MentionedAccount[]> {
  const { rows } = await pool.query<{ platform: string; host: string }>({
    name: "mention-servers",
    text: `select distinct platform, host from channels c
      where org_id = $1 and removed_at is null and not practice and id::text = any($3) and platform = any($4)
        and ${mayUseChannelSql("$2")}
      order by platform, host limit 5`,
    values: [actor.orgId, actor.memberId, channel, mentionPlatforms],
  });
  const found = await Promise.all(rows.map((server) => findMentions(server, q)));
  const longest = Math.max(0, ...found.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) => found.flatMap((list) => list[at] ?? [])).flat();
  const key = ({ platform, username }: MentionedAccount) => `${platform} ${username}`;
  return [...new Map(inTurn.map((account) => [key(account), account])).values()].slice(0, mostListed);
}
