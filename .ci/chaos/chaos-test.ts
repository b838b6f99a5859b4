import { setTimeout as pause } from "node:timers/promises";
import type { ChannelDetail, ConnectionMethod } from "#lib/contract/types.ts";
import type { Deployment } from "#lib/service/publishing/testing/deployments.ts";
import { killDatabase } from "#lib/service/publishing/testing/kill-database.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import { SimulatedAuthor } from "./author.ts";
import { ConnectedAccounts, getServiceEnvironment } from "./connected-accounts.ts";
import { createFakeClocks, type FakeClocks } from "./fake-clocks.ts";
import { createFaultInjector } from "./fault-injector.ts";
import {
  countUnfinishedPosts,
  describePost,
  queryDatabase,
  readObservedState,
  readPlatformItems,
} from "./observed-state.ts";
import type { PlatformFixture } from "./platform-fixture.ts";
import { startPlatformPeers } from "./platform-peers.ts";
import { createRunFolder, type RunFolder } from "./run-folder.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { type Anomaly, computeVerdict, findInsufficientCoverage, type Verdict } from "./verdict.ts";
import { renderVerdictTable } from "./verdict-table.ts";

/**
 * A repeated request waits longer each time: eight tries take 107 minutes at most, and platforms that recognize no
 * repeat are asked for five minutes, twice. What met only two minutes of faults has no more than a few of its tries behind it.
 */
const patienceMs = { long: 120 * 60_000, short: 18 * 60_000 };
const faultsTold = 20;
const keepCommits =
  "do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$";
/** One web process and two workers. */
const mostApps = 3;

type OpenSetUp = (more: (at: { origin: string; app: number }) => Record<string, string>) => Promise<Deployment>;
/** @param only in the names of kinds that are brought about, empty for all; `slower` more than 1 writes and breaks less in the same time, for a machine that has other things to do */
type ChaosTestOptions = {
  open: OpenSetUp;
  minutes: number;
  seed: number;
  slower: number;
  only: string;
  say: (line: string) => void;
};
type ChaosTestRun = ChaosTestOptions & {
  setUp: Deployment;
  stands: readonly PlatformFixture[];
  runFolder: RunFolder;
  clocks: FakeClocks | string;
};

/** One run on one set-up. @returns whether everything that must be none is none */
export async function runChaosTest(at: ChaosTestOptions): Promise<boolean> {
  const runFolder = createRunFolder();
  const clocks = createFakeClocks(runFolder.folder, mostApps);
  let setUp: Deployment | null = null;
  let stands: readonly PlatformFixture[] = [];
  const leaveNothing = () => {
    if (setUp) killAll(setUp);
    removeRunFolder(runFolder, clocks);
  };
  process.once("exit", leaveNothing);
  try {
    stands = await startPlatformPeers(runFolder.folder);
    setUp = await openOnDisk(runFolder, () => openWithEnvironment(at.open, stands, clocks));
    return await run({ ...at, setUp, stands, runFolder, clocks });
  } catch (error) {
    for (const app of setUp?.apps ?? []) at.say(`${app.origin} printed last: ${app.output.slice(-1_500)}`);
    throw error;
  } finally {
    // As an operator ends them: the database of their own ends with them.
    await Promise.all(setUp?.apps.map((app) => app.kill("SIGTERM")) ?? []);
    await setUp?.close();
    await Promise.all(stands.map((stand) => stand.stop()));
    process.off("exit", leaveNothing);
    removeRunFolder(runFolder, clocks);
  }
}

const openWithEnvironment = (open: OpenSetUp, stands: readonly PlatformFixture[], clocks: FakeClocks | string) =>
  open(({ origin, app }) => ({
    ...getServiceEnvironment(stands, origin),
    ...(typeof clocks !== "string" && clocks.environmentOf(app)),
  }));

/** The folders of the tests are made where temporary ones are: for this while that is the disk that may become full. */
async function openOnDisk(runFolder: RunFolder, open: () => Promise<Deployment>): Promise<Deployment> {
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = runFolder.place;
  try {
    return await open();
  } finally {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  }
}

function removeRunFolder(runFolder: RunFolder, clocks: FakeClocks | string): void {
  if (typeof clocks !== "string") clocks.clear();
  runFolder.clear();
}

async function run({
  setUp,
  stands,
  runFolder,
  clocks,
  minutes,
  seed,
  slower,
  only,
  say,
}: ChaosTestRun): Promise<boolean> {
  const beganAt = performance.now();
  const tell = (line: string) => say(`${((performance.now() - beganAt) / 1_000).toFixed(1).padStart(7)} s  ${line}`);
  say(`${setUp.name}: ${minutes} minutes, SEED=${seed}`);
  // A server of the tests forgets its latest commits when it is killed; here what it acknowledges counts, from the first
  // connection on. One that the product starts itself is not there yet, and forgets nothing.
  await queryDatabase(setUp, keepCommits).catch(() => undefined);
  await Promise.all(setUp.apps.map((app) => app.start()));
  const [kept] = await queryDatabase<{ synchronous_commit: string }>(setUp, "show synchronous_commit");
  if (kept?.synchronous_commit !== "on") throw new Error("This database may lose acknowledged commits.");
  const desk = createApiClient(setUp.apps[0].origin);
  const connected = new ConnectedAccounts();
  await connected.connectAll(desk, stands);
  const channels = await desk.need<ChannelDetail[]>("GET", "/channels/details");
  const ways = await desk.need<ConnectionMethod[]>("GET", "/channels/platforms");
  tell(`${channels.length} channels are connected`);

  const author = new SimulatedAuthor({
    desk,
    slower,
    random: createSeededRandom(seed),
    async sees(channelId, word) {
      const channel = channels.find(({ id }) => id === channelId);
      const items = channel ? await readPlatformItems(setUp, connected, channel).catch(() => []) : [];
      return items.some(({ text }) => text.includes(word));
    },
  });
  await author.prepare(channels);
  const may = {
    clocks: typeof clocks === "string" ? null : clocks,
    disk: typeof runFolder.disk === "string" ? null : runFolder.disk,
  };
  const isLong = minutes >= 4;
  const chaos = createFaultInjector({
    setUp,
    stands,
    ...may,
    slower,
    only,
    isLong,
    random: createSeededRandom(seed + 1),
    say: tell,
  });
  await runLoad({ minutes, author, chaos, desk, connected });
  tell("healing");
  await chaos.heal();
  await author.finish();
  const isSettled = await waitUntilSettled({
    setUp,
    desk,
    connected,
    tell,
    patienceMs: patienceMs[isLong ? "long" : "short"],
  });
  tell(isSettled ? "all posts are finished" : "some posts are not finished");

  const verdict = computeVerdict(author.promised, await readObservedState({ setUp, connected, channels, ways }));
  const strangers = ways.filter(({ platform }) => !stands.some(({ slug }) => slug === platform));
  const { lines: refreshing, tooFew: stale } = await describeAccessRefreshes(verdict, stands, connected);
  const tooFew = [
    ...findInsufficientCoverage(verdict),
    ...stale,
    ...strangers.map(({ name }) => `${name} has no fake server in .ci/chaos/platform-peers.ts`),
  ];
  say(renderVerdictTable(verdict));
  const met = await Promise.all(stands.map((stand) => stand.met()));
  const list = (counts: Iterable<[string, number]>) =>
    [...counts].map(([what, count]) => `${what} ${count}`).join(", ");
  say(`Faults caused: ${list(chaos.counts())}.`);
  say(`Requests that met a network fault: ${met.reduce((sum, one) => sum + one, 0)}.`);
  for (const line of refreshing) say(line);
  say(`The author: ${list(Object.entries(author.done))}.`);
  if (author.done.refused > 0) say(`The latest refused create: ${author.refusal}`);
  const leftOut = [clocks, runFolder.disk].filter((each) => typeof each === "string");
  for (const why of leftOut) say(`Skipped: ${why}.`);
  for (const line of tooFew) say(`Insufficient: ${line}`);
  await reportAnomalies(verdict, { setUp, connected, channels, say });
  return verdict.faults.length === 0 && tooFew.length === 0;
}

/** Of accounts whose access was given on their platform's own page, and lasts less than the run. */
async function describeAccessRefreshes(
  verdict: Verdict,
  stands: readonly PlatformFixture[],
  connected: ConnectedAccounts,
) {
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
      `${name}: ${published ?? 0} posts published; access refreshed ${refreshes}, reconnected ${again} times.`,
    );
    if (refreshes === 0) tooFew.push(`${name}: its access was never refreshed`);
  }
  return { lines, tooFew };
}

/** When this program is ended in the middle; the peers end with their standard input. */
function killAll(setUp: Deployment): void {
  for (const app of setUp.apps) app.signal("SIGKILL");
  try {
    killDatabase(setUp);
  } catch {
    // It had none yet.
  }
}

async function runLoad(at: {
  minutes: number;
  author: SimulatedAuthor;
  chaos: ReturnType<typeof createFaultInjector>;
  desk: ApiClient;
  connected: ConnectedAccounts;
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
async function waitUntilSettled(at: {
  setUp: Deployment;
  desk: ApiClient;
  connected: ConnectedAccounts;
  tell: (line: string) => void;
  patienceMs: number;
}): Promise<boolean> {
  const endsAt = performance.now() + at.patienceMs;
  for (let round = 0; performance.now() < endsAt; round += 1) {
    await at.connected.connectAgain(at.desk);
    // Its database may be on its way back.
    const left = await countUnfinishedPosts(at.setUp).catch(() => null);
    if (left?.open === 0 && left.untold === 0) return true;
    if (left && round % 10 === 0) {
      at.tell(`${left.open} posts are unfinished, the next is due in ${left.next} s; ${left.untold} not reported yet`);
    }
    await pause(2_000);
  }
  return false;
}

/** What is known of each post with a fault: what happened to it, and what stands there. */
async function reportAnomalies(
  verdict: Verdict,
  at: {
    setUp: Deployment;
    connected: ConnectedAccounts;
    channels: readonly ChannelDetail[];
    say: (line: string) => void;
  },
): Promise<void> {
  const seen = new Set<string>();
  for (const fault of verdict.faults.slice(0, faultsTold)) {
    at.say(`\n${fault.kind}: ${fault.channel}, post ${fault.postId}: ${fault.what}`);
    if (fault.postId === null || seen.has(fault.postId)) continue;
    seen.add(fault.postId);
    const lines = await describePost(at.setUp, fault.postId);
    for (const line of [...lines, ...(await listPublishedItems(fault, lines.join("\n"), at))]) at.say(`  ${line}`);
  }
  const more = verdict.faults.length - faultsTold;
  if (more > 0) at.say(`\nand ${more} more`);
}

async function listPublishedItems(
  { channel: name }: Anomaly,
  said: string,
  at: { setUp: Deployment; connected: ConnectedAccounts; channels: readonly ChannelDetail[] },
): Promise<string[]> {
  const channel = at.channels.find((one) => name === at.connected.nameOf(one));
  if (!channel) return [];
  const words = new Set(said.match(/zq[0-9a-z]+qz/g));
  const items = await readPlatformItems(at.setUp, at.connected, channel);
  return items
    .filter(({ text }) => [...words].some((word) => text.includes(word)))
    .map((item) => `on the platform: ${JSON.stringify(item)}`);
}
