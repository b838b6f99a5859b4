import { afterEach, beforeEach, expect, test } from "vitest";
import { mayBeEditedPart } from "#lib/service/channels/core/platform-response.ts";
import { inTransaction } from "#lib/service/db/transaction.ts";
import type { Publisher } from "#lib/service/publishing/publisher.ts";
import { createBackup } from "#lib/service/publishing/testing/database-backup.ts";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { createScriptedConnector, outage } from "#lib/service/publishing/testing/scripted-connector.ts";
import { createPostWaits } from "#lib/service/publishing/testing/wait-for-post.ts";
import { hourMs } from "#lib/time/time-units.ts";
import { isAnyProcessConnected } from "./restored-posts.ts";

const once = { deduplicated: false, absentAfterMs: 0, resends: 1 };

let stage: PublishingFixture;
let backup: ReturnType<typeof createBackup>;
let worker: Publisher;
/** A platform with lookup, and one without; a restored backup does not remove their items. */
let seen: ReturnType<typeof createScriptedConnector>;
let blind: ReturnType<typeof createScriptedConnector>;
let isDown = false;
/** True if the platform is searched by text, as platforms without keys are. */
let isByWords = false;
const channels = { x: "", telegram: "" };

beforeEach(async () => {
  stage = await openPublishingFixture();
  backup = createBackup(stage);
  isDown = false;
  isByWords = false;
  seen = createScriptedConnector({
    repeats: once,
    look: (part) => {
      const item = seen.journal.find(({ key, text }) => (isByWords ? text === part.text : key === part.key));
      const isAnother = seen.journal.some((one) =>
        mayBeEditedPart(part, { at: new Date(one.at), ahead: 0, text: one.text }),
      );
      if (!item) return { type: isAnother ? "never_tells" : "absent" };
      const at = new Date(item.at);
      return { type: "found", sent: { remoteId: `remote-${part.key}`, url: null, at, proof: "timeline" } };
    },
    answer: (part, _nth, _signal, accept) =>
      isDown && part.number === 2 ? { type: "temporary", error: outage } : accept(),
  });
  blind = createScriptedConnector({
    repeats: { ...once, resends: 0 },
    look: null,
    answer: (_p, _n, _s, accept) => accept(),
  });
  for (const platform of ["x", "telegram"] as const) {
    channels[platform] = stage.clock.newId();
    await stage.pool.query(
      `insert into channels (id, org_id, platform, name, username, practice, remote_id, host)
       values ($1, $2, $3, 'Ada', 'ada', false, $3, 'https://platform.invalid')`,
      [channels[platform], stage.org.orgId, platform],
    );
  }
  worker = await start();
});
afterEach(async () => {
  await stage.close();
  await backup.drop();
});

const { statusIs, putOff } = createPostWaits(() => stage);

async function start(): Promise<Publisher> {
  const connectorFor = (channel: { platform: string; practice: boolean }) => {
    if (channel.practice) return stage.connectorFor(channel);
    return channel.platform === "x" ? seen.connector : blind.connector;
  };
  const made = stage.makeWorker({ connectorFor });
  await made.start("all");
  return made;
}

const write = (platform: "x" | "telegram", inMs: number, ...parts: string[]) =>
  stage.write(worker, { channelId: channels[platform], platform, parts, inMs });

/** Publishes a post as a member does: row and wake-up in one transaction. */
async function publishNow(id: string): Promise<void> {
  await inTransaction(stage.pool, async (tx) => {
    const { rows } = await tx.client.query(
      "update posts set status = 'publishing', scheduled_for = now(), due_at = now() where id = $1 returning channel_id, due_at",
      [id],
    );
    await worker.wakeAt(tx, { id, channelId: rows[0].channel_id }, rows[0].due_at);
  });
}

const texts = ({ journal }: { journal: { text: string }[] }) => journal.map(({ text }) => text).sort();

test("after a restore nothing is published twice, unsent posts are published, and authors decide unclear cases", async () => {
  const long = ["First ".repeat(40).trim(), "Second ".repeat(35).trim()];
  const atItsTime = await write("x", hourMs, "At its time");
  const missing = await write("x", 2 * hourMs, "Not yet out");
  const early = await write("x", 48 * hourMs, "Sent early");
  const planned = await write("x", 49 * hourMs, "For later");
  const half = await write("x", 50 * hourMs, ...long);
  const draft = await write("x", 51 * hourMs, "A draft of then");
  const hidden = await write("telegram", hourMs, "Hidden");
  const hiddenLater = await write("telegram", 48 * hourMs, "Hidden, for later");
  const practice = await stage.write(worker, { parts: ["Practiced"], inMs: hourMs });
  await stage.pool.query("update posts set status = 'draft', due_at = null, scheduled_for = null where id = $1", [
    draft,
  ]);
  await worker.stop();
  await backup.make();

  worker = await start();
  isDown = true;
  await stage.passTime(hourMs);
  for (const id of [early, half, draft]) await publishNow(id);
  for (const id of [atItsTime, early, draft, hidden, practice]) await statusIs(id, "published");
  await putOff(half);
  expect(await isAnyProcessConnected(stage.pool)).toBe(true);
  await worker.stop();
  const outThen = texts(seen);
  expect(outThen).toEqual(["A draft of then", "At its time", long[0], "Sent early"].sort());

  await backup.putBack();
  isDown = false;
  const said = await backup.runProgram();
  expect(said).toMatchObject({ code: 0, err: "" });
  expect(said.out).toContain("telegram: 2 planned, can't be looked up: their authors decide\n");
  expect(said.out).toContain("x: 5 planned, looked up at once; 1 not planned, looked up when they are sent\n");
  // Two hours pass before workers start.
  await stage.passTime(2 * hourMs);
  worker = await start();
  for (const id of [atItsTime, early, half, missing, practice]) await statusIs(id, "published");
  await waitUntil("the post is planned again", async () => {
    const row = await stage.rowOf(planned);
    return row.status === "scheduled" && row.due_at !== null && row.due_at.getTime() > Date.now() + 40 * hourMs;
  });
  for (const id of [hidden, hiddenLater]) {
    await statusIs(id, "failed");
    expect(await stage.rowOf(id)).toMatchObject({
      failure_cause: "unconfirmed",
      error:
        "This was restored from a backup, and Telegram can't tell whether it was published since. Check Telegram, then confirm that it's there or send it again.",
    });
  }
  await publishNow(draft);
  await statusIs(draft, "published");
  await stage.passTime(48 * hourMs);
  await statusIs(planned, "published");

  expect(texts(seen)).toEqual([...outThen, "Not yet out", "For later", long[1]].sort());
  expect(texts(blind)).toEqual(["Hidden"]);
  expect((await stage.timeline()).map(({ text }) => text)).toEqual(["Practiced"]);
  const kept = await stage.pool.query("select remote_id, proof from planned_parts where post_id = $1 order by number", [
    half,
  ]);
  expect(kept.rows).toEqual([
    { remote_id: `remote-${half}.1`, proof: "timeline" },
    { remote_id: `remote-${half}.2`, proof: "answer" },
  ]);
  expect(seen.journal.find(({ key }) => key === `${half}.2`)?.parent).toBe(`remote-${half}.1`);
  const out = await stage.pool.query("select published_at from posts where id = $1", [early]);
  expect(out.rows[0].published_at.getTime()).toBe(seen.journal.find(({ key }) => key === `${early}.1`)?.at);
}, 60_000);

test("after a restore, a post that was edited and published since is left to its author; unrelated posts are not", async () => {
  isByWords = true;
  const words = (day: string) => `We open the workshop on ${day} at nine`;
  const edited = await write("x", hourMs, "Old words");
  const moved = await write("x", 47 * hourMs, words("Friday"));
  const later = await write("x", 48 * hourMs, "For later");
  await worker.stop();
  await backup.make();

  worker = await start();
  await stage.pool.query("update posts set parts = $2 where id = $1", [
    edited,
    JSON.stringify([{ text: "New words" }]),
  ]);
  await stage.pool.query(
    `update posts p set parts = $3, scheduled_for = e.scheduled_for, due_at = e.due_at
     from posts e where p.id = $1 and e.id = $2`,
    [moved, edited, JSON.stringify([{ text: words("Saturday") }])],
  );
  await stage.passTime(hourMs);
  for (const id of [edited, moved]) await statusIs(id, "published");
  await worker.stop();

  await backup.putBack();
  // Afterwards the due time of `edited` is again the time at which it was sent.
  await stage.passTime(hourMs);
  expect(await backup.runProgram()).toMatchObject({ code: 0, err: "" });
  // No call from before the restore can still be in progress.
  const fiveMinutesMs = 5 * 60_000;
  await stage.passTime(fiveMinutesMs);
  for (const item of seen.journal) item.at -= fiveMinutesMs;
  worker = await start();
  await statusIs(edited, "failed");
  expect(await stage.rowOf(edited)).toMatchObject({
    failure_cause: "unconfirmed",
    error:
      "This was restored from a backup, and X can't tell whether it was published since. Check X, then confirm that it's there or send it again.",
  });
  await statusIs(moved, "failed");
  expect(await stage.rowOf(moved)).toMatchObject({ failure_cause: "unconfirmed" });
  await statusIs(later, "scheduled");
  await waitUntil("the other post was looked up", async () => {
    const { rows } = await stage.pool.query("select look_from from posts where id = $1", [later]);
    return rows[0].look_from === null;
  });
  expect(texts(seen).toSorted()).toEqual(["New words", words("Saturday")]);
}, 60_000);
