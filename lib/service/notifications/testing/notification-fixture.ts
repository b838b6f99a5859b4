import { createGuardedFetch } from "#lib/service/egress/guarded-fetch.ts";
import { openTestService, type TestService } from "#lib/service/http/testing/test-service.ts";
import {
  createNotificationService,
  type NotificationService,
} from "#lib/service/notifications/notification-pipeline.ts";
import { createOutboxEventRelay } from "#lib/service/outbox/outbox-event-relay.ts";
import { startMailAndPushSink } from "#lib/service/outbox/testing/mail-and-push-sink.ts";
import { waitUntil } from "#lib/service/publishing/testing/publishing-fixture.ts";
import { silentLog } from "./post-failed-relay.ts";

export let notificationService: TestService;
type MailSink = Awaited<ReturnType<typeof startMailAndPushSink>>;
export let mailSink: MailSink;
const createdNotifications: { notices: NotificationService }[] = [];

export async function openNotificationFixture(): Promise<void> {
  notificationService = await openTestService();
  mailSink = await startMailAndPushSink({ smtp: 0, push: 0 });
}
export async function closeNotificationFixture(): Promise<void> {
  await mailSink.stop();
  await notificationService.close();
}
export async function resetNotificationFixture(): Promise<void> {
  for (const table of ["notice_sendings", "notices", "push_subscriptions", "member_settings", "outbox"]) {
    await queryDatabase(`delete from ${table}`);
  }
  await queryDatabase("update posts set deleted_at = now() where deleted_at is null");
  mailSink.mails.length = 0;
  mailSink.pushes.length = 0;
}
export const stopNotificationWorkers = () =>
  Promise.all(createdNotifications.splice(0).map(({ notices }) => notices.worker.stop()));

export const queryDatabase = async (text: string, values: unknown[] = []) =>
  (await notificationService.database.pool.query(text, values)).rows;

export function createTestNotifications(smtpPort = mailSink.ports.smtp) {
  const { pool, processConnection } = notificationService.database;
  const notices = createNotificationService({
    pool,
    db: notificationService.context.db,
    clock: notificationService.clock,
    log: silentLog,
    sealer: notificationService.context.sealer,
    origin: "http://localhost:3000",
    mail: smtpPort === 0 ? null : { url: `smtp://127.0.0.1:${smtpPort}`, from: "Postwright <postwright@example.org>" },
    guardedFetch: createGuardedFetch({ allow: new Set([`127.0.0.1:${mailSink.ports.push}`]) }),
  });
  const outbox = createOutboxEventRelay({ pool, processConnection, log: silentLog, consumers: notices.consumers });
  createdNotifications.push({ notices });
  return {
    notices,
    tell: () => outbox.run(),
    /** Moves the deliveries' due times to now and runs the worker. */
    async send(what = "state = 'waiting'") {
      await queryDatabase(`update notice_sendings set due_at = now() where ${what}`);
      await notices.worker.run();
    },
  };
}

export async function failTestPost(
  cause: string,
  { key = notificationService.org.key, text = `Words of ${cause}`, channel = 0 } = {},
) {
  const [post] = await notificationService.create(
    { channels: [notificationService.org.channelIds[channel]], text, points: 0 },
    key,
  );
  await queryDatabase(
    `with done as (update posts set status = 'failed', failure_cause = $2, failure_part = 1, error = 'No.', due_at = null,
       version = version + 1 where id = $1 returning id)
     insert into post_events (id, post_id, kind, detail)
     select gen_random_uuid(), id, 'failed', '{"reason": "server", "said": "It is down."}' from done`,
    [post?.id, cause],
  );
  return post?.id ?? "";
}

export const waitForEmails = (count: number) =>
  waitUntil(`${count} letters came`, async () => mailSink.mails.length >= count, 5_000);
export const listOpenInbox = async (key = notificationService.org.key) =>
  (await notificationService.call("GET", "/v1/inbox", { key })).wire.data;
