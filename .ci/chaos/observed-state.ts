import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { ChannelDetail, ConnectionMethod } from "#lib/contract/types.ts";
import type { Deployment } from "#lib/service/publishing/testing/deployments.ts";
import type { ConnectedAccounts } from "./connected-accounts.ts";
import type { CheckedChannel, ObservedState, PlatformItem, StoredPost } from "./verdict.ts";

/** Answers one statement over a connection of its own. @throws when the database does not answer */
export async function queryDatabase<T extends object>(
  setUp: Deployment,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new Client({ ...setUp.connection, connectionTimeoutMillis: 5_000 });
  // Cut off in the middle it says so twice: to who asked, and here.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Until it answers again. @throws when it does not for a minute: its keeper tries every ten seconds at least */
export async function waitForDatabase(setUp: Deployment): Promise<void> {
  const endsAt = performance.now() + 60_000;
  for (;;) {
    const said = await queryDatabase(setUp, "select").catch((error: Error) => error);
    if (!(said instanceof Error)) return;
    if (performance.now() > endsAt) throw new Error("The database did not come back.", { cause: said });
    await pause(100);
  }
}

/** What stands on one channel: read from its platform, or of a practice channel from its own tables. */
export async function readPlatformItems(
  setUp: Deployment,
  connected: ConnectedAccounts,
  channel: ChannelDetail,
): Promise<PlatformItem[]> {
  if (!channel.practice) return (await connected.accountOf(channel)?.items()) ?? [];
  return await queryDatabase<PlatformItem>(
    setUp,
    `select id as "remoteId", text, reply_to as "replyTo", jsonb_array_length(images) as images
     from practice_items where account = $1 order by sequence`,
    [channel.username],
  );
}

const rowsText = `
  select p.id, p.channel_id as "channelId", p.status, p.error, p.failure_cause as cause,
    p.deleted_at is not null as "isDeleted",
    p.status = 'scheduled' and p.scheduled_for > now() + interval '1 hour' as "isFarAhead",
    (select string_agg(part ->> 'text', ' ' order by number)
      from jsonb_array_elements(p.parts) with ordinality as each (part, number)) as text,
    exists (select 1 from notices n where n.post_id = p.id and n.member_id = p.member_id) as "isTold",
    coalesce((select jsonb_agg(jsonb_build_object('number', number, 'text', text, 'state', state,
        'remoteId', remote_id, 'resends', resends) order by number)
      from planned_parts where post_id = p.id), '[]') as planned
  from posts p`;

export async function readObservedState(at: {
  setUp: Deployment;
  connected: ConnectedAccounts;
  channels: readonly ChannelDetail[];
  ways: readonly ConnectionMethod[];
}): Promise<ObservedState> {
  const channels: CheckedChannel[] = [];
  for (const channel of at.channels) {
    const canLook = channel.practice || at.ways.find((way) => way.platform === channel.platform)?.can.look_up === true;
    const name = at.connected.nameOf(channel);
    channels.push({ id: channel.id, name, canLook, items: await readPlatformItems(at.setUp, at.connected, channel) });
  }
  return { channels, rows: await queryDatabase<StoredPost>(at.setUp, rowsText) };
}

/** Posts that something is still to be done with, or whose failure was not told yet; far ahead ones apart. */
export async function countUnfinishedPosts(
  setUp: Deployment,
): Promise<{ open: number; untold: number; next: string | null }> {
  const [row] = await queryDatabase<{ open: number; untold: number; next: string | null }>(
    setUp,
    `select count(*) filter (where status in ('publishing', 'scheduled') and due_at is not null
         and due_at < now() + interval '1 hour')::int as open,
       count(*) filter (where status = 'failed' and not exists (
         select 1 from notices n where n.post_id = posts.id))::int as untold,
       extract(epoch from min(due_at) filter (where status in ('publishing', 'scheduled')) - now())::int::text as next
     from posts where deleted_at is null`,
  );
  return row ?? { open: 0, untold: 0, next: null };
}

/** All that is known of one post, for who follows a fault. */
export async function describePost(setUp: Deployment, postId: string): Promise<string[]> {
  const events = await queryDatabase<{ at: string; kind: string; detail: object }>(
    setUp,
    "select to_char(at, 'HH24:MI:SS.MS') as at, kind, detail from post_events where post_id = $1 order by at, id",
    [postId],
  );
  const parts = await queryDatabase<object>(
    setUp,
    `select number, state, remote_id, proof, resends, to_char(started_at, 'HH24:MI:SS.MS') as started, prepared, text
     from planned_parts where post_id = $1 order by number`,
    [postId],
  );
  const [post] = await queryDatabase<object>(
    setUp,
    "select status, attempts, due_at, scheduled_for, error, failure_cause, deleted_at, version from posts where id = $1",
    [postId],
  );
  return [
    `post ${JSON.stringify(post)}`,
    ...parts.map((part) => `part ${JSON.stringify(part)}`),
    ...events.map(({ at, kind, detail }) => `${at} ${kind} ${JSON.stringify(detail)}`),
  ];
}
