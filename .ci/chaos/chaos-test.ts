import { setTimeout as pause } from "node:timers/promises";
import type { ChannelDetail, ConnectWay } from "#lib/contract/types.ts";
import { killDatabase } from "#lib/service/publishing/testing/kill-database.ts";
import type { SetUp } from "#lib/service/publishing/testing/deployments.ts";
import { Author } from "./author.ts";
import { makeChaos } from "./fault-injector.ts";
import { check, type Fault, tooLittle, type Verdict } from "./verdict.ts";
import { type Clocks, openClocks } from "./fake-clocks.ts";
import { Connected, environmentOf } from "./connected-accounts.ts";
import { type Desk, openDesk } from "./api-client.ts";
import { type Ground, openGround } from "./sandbox.ts";
import { startPeers } from "./platform-peers.ts";
import { makeRandom } from "./seeded-random.ts";
import { countOpen, query, readItems, readWorld, tellOf } from "./observed-state.ts";
import type { Stand } from "./platform-fixture.ts";
import { drawTable } from "./verdict-table.ts";

/**
 * What is tried again waits longer each time: eight tries take 107 minutes at most, and X is asked five minutes after a
 * lost answer. What met only two minutes of faults has no more than a few of its tries behind it.
 */
const patienceMs = { long: 120 * 60_000, short: 12 * 60_000 };
const faultsTold = 20;
const keepCommits =
  "do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$";
/** One web process and two workers. */
const mostApps = 3;

type Open = (more: (at: { origin: string; app: number }) => Record<string, string>) => Promise<SetUp>;
/** @param only in the names of kinds that are brought about, empty for all; `slower` more than 1 writes and breaks less in the same time, for a machine that has other things to do */
type At = { open: Open; minutes: number; seed: number; slower: number; only: string; say: (line: string) => void };
type Running = At & { setUp: SetUp; stands: readonly Stand[]; ground: Ground; clocks: Clocks | string };

/** One run on one set-up. @returns whether everything that must be none is none */
export async function torture(at: At): Promise<boolean> {
  const ground = openGround();
  const clocks = openClocks(ground.folder, mostApps);
  let setUp: SetUp | null = null;
  let stands: readonly Stand[] = [];
  const leaveNothing = () => {
    if (setUp) endAtOnce(setUp);
    clearUp(ground, clocks);
  };
  process.once("exit", leaveNothing);
  try {
    stands = await startPeers(ground.folder);
    setUp = await openOn(ground, () => openWith(at.open, stands, clocks));
    return await run({ ...at, setUp, stands, ground, clocks });
  } catch (error) {
    for (const app of setUp?.apps ?? []) at.say(`${app.origin} said last: ${app.output.slice(-1_500)}`);
    throw error;
  } finally {
    // As an operator ends them: the database of their own ends with them.
    await Promise.all(setUp?.apps.map((app) => app.kill("SIGTERM")) ?? []);
    await setUp?.close();
    await Promise.all(stands.map((stand) => stand.stop()));
    process.off("exit", leaveNothing);
    clearUp(ground, clocks);
  }
}

const openWith = (open: Open, stands: readonly Stand[], clocks: Clocks | string) =>
  open(({ origin, app }) => ({
    ...environmentOf(stands, origin),
    ...(typeof clocks !== "string" && clocks.environmentOf(app)),
  }));

/** The folders of the tests are made where temporary ones are: for this while that is the disk that may become full. */
async function openOn(ground: Ground, open: () => Promise<SetUp>): Promise<SetUp> {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = ground.place;
  try {
    return await open();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}

function clearUp(ground: Ground, clocks: Clocks | string): void {
  if (typeof clocks !== "string") clocks.clear();
  ground.clear();
}

async function run({ setUp, stands, ground, clocks, minutes, seed, slower, only, say }: Running): Promise<boolean> {
  const beganAt = performance.now();
  const tell = (line: string) => say(`${((performance.now() - beganAt) / 1_000).toFixed(1).padStart(7)} s  ${line}`);
  say(`${setUp.name}: ${minutes} minutes, SEED=${seed}`);
  // A server of the tests forgets its latest commits when it is killed; here what it acknowledges counts, from the first
  // connection on. One that the product starts itself is not there yet, and forgets nothing.
  await query(setUp, keepCommits).catch(() => undefined);
  await Promise.all(setUp.apps.map((app) => app.start()));
  const [kept] = await query<{ synchronous_commit: string }>(setUp, "show synchronous_commit");
  if (kept?.synchronous_commit !== "on") throw new Error("This database would forget what it acknowledges.");
  const desk = openDesk(setUp.apps[0].origin);
  const connected = new Connected();
  await connected.connectAll(desk, stands);
  const channels = await desk.need<ChannelDetail[]>("GET", "/channels/details");
  const ways = await desk.need<ConnectWay[]>("GET", "/channels/platforms");
  tell(`${channels.length} channels are connected`);

  const author = new Author({
    ...{ desk, slower, random: makeRandom(seed) },
    async sees(channelId, word) {
      const channel = channels.find(({ id }) => id === channelId);
      const items = channel ? await readItems(setUp, connected, channel).catch(() => []) : [];
      return items.some(({ text }) => text.includes(word));
    },
  });
  await author.prepare(channels);
  const may = {
    clocks: typeof clocks === "string" ? null : clocks,
    disk: typeof ground.disk === "string" ? null : ground.disk,
  };
  const isLong = minutes >= 4;
  const chaos = makeChaos({ setUp, stands, ...may, slower, only, isLong, random: makeRandom(seed + 1), say: tell });
  await load({ minutes, author, chaos, desk, connected });
  tell("healing");
  await chaos.heal();
  await author.finish();
  const isSettled = await settle({ setUp, desk, connected, tell, patienceMs: patienceMs[isLong ? "long" : "short"] });
  tell(isSettled ? "all of it has come to an end" : "not all of it has come to an end");

  const verdict = check(author.promised, await readWorld({ setUp, connected, channels, ways }));
  const strangers = ways.filter(({ platform }) => !stands.some(({ slug }) => slug === platform));
  const { lines: refreshing, tooFew: stale } = await tellOfAccess(verdict, stands, connected);
  const tooFew = [...tooLittle(verdict), ...stale, ...strangers.map(({ name }) => `${name} has no peer in peers.ts`)];
  say(drawTable(verdict));
  const met = await Promise.all(stands.map((stand) => stand.met()));
  const list = (counts: Iterable<[string, number]>) =>
    [...counts].map(([what, count]) => `${what} ${count}`).join(", ");
  say(`Brought about: ${list(chaos.counts())}.`);
  say(`Requests that met a fault on the way: ${met.reduce((sum, one) => sum + one, 0)}.`);
  for (const line of refreshing) say(line);
  say(`The author: ${list(Object.entries(author.done))}.`);
  if (author.done.refused > 0) say(`The latest create that was refused: ${author.refusal}`);
  const leftOut = [clocks, ground.disk].filter((each) => typeof each === "string");
  for (const why of leftOut) say(`Left out: ${why}.`);
  for (const line of tooFew) say(`Too little: ${line}`);
  await follow(verdict, { setUp, connected, channels, say });
  return verdict.faults.length === 0 && tooFew.length === 0;
}

/** Of accounts whose access was given on their platform's own page, and lasts less than the run. */
async function tellOfAccess(verdict: Verdict, stands: readonly Stand[], connected: Connected) {
  const [lines, tooFew]: [string[], string[]] = [[], []];
  for (const account of stands.flatMap(({ accounts }) => accounts)) {
    if (!account.refreshes) continue;
    const { name } = account;
    const [published, refreshes] = [
      verdict.channels.find((one) => one.name === name)?.ends.published,
      await account.refreshes(),
    ];
    const again = connected.timesAgain(account);
    lines.push(
      `${name}: ${published ?? 0} posts published; access refreshed ${refreshes}, connected again ${again} times.`,
    );
    if (refreshes === 0) tooFew.push(`${name}: its access was never refreshed`);
  }
  return { lines, tooFew };
}

/** When this program is ended in the middle; the peers end with their standard input. */
function endAtOnce(setUp: SetUp): void {
  for (const app of setUp.apps) app.signal("SIGKILL");
  try {
    killDatabase(setUp);
  } catch {
    // It had none yet.
  }
}

async function load(at: {
  minutes: number;
  author: Author;
  chaos: ReturnType<typeof makeChaos>;
  desk: Desk;
  connected: Connected;
}): Promise<void> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), at.minutes * 60_000);
  const reconnecting = async () => {
    while (!over.signal.aborted) {
      await pause(5_000);
      await at.connected.connectAgain(at.desk);
    }
  };
  try {
    await Promise.all([at.author.work(over.signal), at.chaos.run(over.signal), reconnecting()]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

/** Waits until nothing is to be done any more and every failure is told. */
async function settle(at: {
  setUp: SetUp;
  desk: Desk;
  connected: Connected;
  tell: (line: string) => void;
  patienceMs: number;
}): Promise<boolean> {
  const endsAt = performance.now() + at.patienceMs;
  for (let round = 0; performance.now() < endsAt; round += 1) {
    await at.connected.connectAgain(at.desk);
    // Its database may be on its way back.
    const left = await countOpen(at.setUp).catch(() => null);
    if (left?.open === 0 && left.untold === 0) return true;
    if (left && round % 10 === 0) {
      at.tell(`${left.open} posts are not at their end, the next is due in ${left.next} s; ${left.untold} untold`);
    }
    await pause(2_000);
  }
  return false;
}

/** What is known of each post with a fault: what happened to it, and what stands there. */
async function follow(
  verdict: Verdict,
  at: { setUp: SetUp; connected: Connected; channels: readonly ChannelDetail[]; say: (line: string) => void },
): Promise<void> {
  const seen = new Set<string>();
  for (const fault of verdict.faults.slice(0, faultsTold)) {
    at.say(`\n${fault.kind}: ${fault.channel}, post ${fault.postId}: ${fault.what}`);
    if (fault.postId === null || seen.has(fault.postId)) continue;
    seen.add(fault.postId);
    const lines = await tellOf(at.setUp, fault.postId);
    for (const line of [...lines, ...(await standing(fault, lines.join("\n"), at))]) at.say(`  ${line}`);
  }
  const more = verdict.faults.length - faultsTold;
  if (more > 0) at.say(`\nand ${more} more`);
}

async function standing(
  { channel: name }: Fault,
  said: string,
  at: { setUp: SetUp; connected: Connected; channels: readonly ChannelDetail[] },
): Promise<string[]> {
  const channel = at.channels.find((one) => name === at.connected.nameOf(one));
  if (!channel) return [];
  const words = new Set(said.match(/zq[0-9a-z]+qz/g));
  const items = await readItems(at.setUp, at.connected, channel);
  return items
    .filter(({ text }) => [...words].some((word) => text.includes(word)))
    .map((item) => `stands there ${JSON.stringify(item)}`);
}
