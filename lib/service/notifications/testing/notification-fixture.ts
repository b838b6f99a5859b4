import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import { makeGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { until } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { makeNotices, type Notices } from "#lib/service/notifications/notifications.ts";
import { makeOutbox } from "#lib/service/outbox/outbox-relay.ts";
import { silentLog } from "./post-failed-relay.ts";
import { startSink } from "#lib/service/outbox/testing/mail-and-push-sink.ts";

export let service: TestService;
type Sink = Awaited<ReturnType<typeof startSink>>;
export let sink: Sink;
const made: { notices: Notices }[] = [];

export async function open(): Promise<void> {
  service = await openTestService();
  sink = await startSink({ smtp: 0, push: 0 });
}
export async function close(): Promise<void> {
  await sink.stop();
  await service.close();
}
export async function begin(): Promise<void> {
  for (const table of ["notice_sendings", "notices", "push_subscriptions", "member_settings", "outbox"]) {
    await query(`delete from ${table}`);
  }
  await query("update posts set deleted_at = now() where deleted_at is null");
  sink.mails.length = 0;
  sink.pushes.length = 0;
}
export const end = () => Promise.all(made.splice(0).map(({ notices }) => notices.sender.stop()));

export const query = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

export function makeTeller(smtpPort = sink.ports.smtp) {
  const { pool, connection } = service.database;
  const notices = makeNotices({
    ...{ pool, db: service.context.db, clock: service.clock, log: silentLog, sealer: service.context.sealer },
    origin: "http://localhost:3000",
    mail: smtpPort === 0 ? null : { url: `smtp://127.0.0.1:${smtpPort}`, from: "Postwright <postwright@example.org>" },
    guardedFetch: makeGuardedFetch({ allow: new Set([`127.0.0.1:${sink.ports.push}`]) }),
  });
  const outbox = makeOutbox({ pool, connection, log: silentLog, fanOuts: notices.fanOuts });
  made.push({ notices });
  return {
    notices,
    tell: () => outbox.drain(),
    /** Moves on by what was waited for, and sends. */
    async send(what = "state = 'waiting'") {
      await query(`update notice_sendings set due_at = now() where ${what}`);
      await notices.sender.run();
    },
  };
}

export async function fail(cause: string, { key = service.org.key, text = `Words of ${cause}`, channel = 0 } = {}) {
  const [post] = await service.create({ channels: [service.org.channelIds[channel]], text, points: 0 }, key);
  await query(
    `with done as (update posts set status = 'failed', failure_cause = $2, failure_part = 1, error = 'No.', due_at = null,
       version = version + 1 where id = $1 returning id)
     insert into post_events (id, post_id, kind, detail)
     select gen_random_uuid(), id, 'failed', '{"reason": "server", "said": "It is down."}' from done`,
    [post?.id, cause],
  );
  return post?.id ?? "";
}

export const mailed = (count: number) => until(`${count} letters came`, async () => sink.mails.length >= count, 5_000);
export const openInbox = async (key = service.org.key) => (await service.call("GET", "/v1/inbox", { key })).wire.data;
