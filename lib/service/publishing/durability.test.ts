import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { dayMs } from "#lib/time/time-units.ts";
import { createPublisher, type Publisher } from "./publisher.ts";
import { waitUntil } from "./testing/publishing-fixture.ts";

let service: TestService;
let worker: Publisher;

/** Records at the end of each transaction its writes, and if its commit waits for the disk. */
const watched = `
  create table commits (place text, waits text);
  create function note_commit() returns trigger language plpgsql as $$
    begin insert into commits values (tg_table_name, current_setting('synchronous_commit')); return null; end $$;
  do $$ declare place text; begin
    for place in select unnest('{posts,planned_parts,practice_items,post_events}'::text[]) loop
      execute format('create constraint trigger note after insert or update on %I deferrable initially deferred
        for each row execute function note_commit()', place);
    end loop;
    execute format('alter database %I set synchronous_commit = on', current_database());
  end $$;
  select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;

beforeAll(async () => {
  service = await openTestService();
  const { pool } = service.database;
  const client = await pool.connect();
  await client.query(watched);
  // The tests' cluster does not wait for the disk; connections from now on do.
  client.release(true);
  worker = createPublisher({
    ...service.context,
    pool,
    processConnection: service.database.processConnection,
    fitStored: () => Promise.reject(new Error("a practice channel takes images as they are")),
    settings: { missedAfterMs: dayMs, reconnectWithinMs: dayMs },
  });
  service.context.wakeAt = worker.wakeAt;
  await worker.start("all");
});
afterAll(async () => {
  await worker.stop();
  await service.close();
});

test("an acknowledged change, and the mark before a part is sent, wait for the disk wherever the database does", async () => {
  const thread = ["One", "Two"];
  const [planned] = await service.create({
    channels: [service.org.channelIds[0]],
    thread,
    scheduled_for: new Date(Date.now() + dayMs).toISOString(),
  });
  await service.create({ channels: [service.org.channelIds[0]], thread });
  const edited = { thread: ["One", "Other"], version: 1 };
  const answer = await service.call("PATCH", `/v1/posts/${planned?.id}`, { key: service.org.key, json: edited });
  expect(answer.status).toBe(200);
  const { pool } = service.database;
  await waitUntil("both parts are sent and the post is closed", async () => {
    const { rows } = await pool.query("select 1 from posts where status = 'published'");
    return rows.length === 1;
  });
  const { rows } = await pool.query("select place, array_agg(distinct waits) as waits from commits group by place");
  const waits = Object.fromEntries(rows.map((row) => [row.place, row.waits]));
  const on = ["on"];
  expect(waits).toEqual({ posts: on, planned_parts: on, practice_items: on, post_events: on });
});
