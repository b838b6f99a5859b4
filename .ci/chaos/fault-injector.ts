import { setTimeout as pause } from "node:timers/promises";
import type { PeerMode } from "#lib/service/channels/testing/peer-process.ts";
import type { Deployment } from "#lib/service/publishing/testing/deployments.ts";
import { killDatabase } from "#lib/service/publishing/testing/kill-database.ts";
import type { KillableApp } from "#lib/service/publishing/testing/killable-app.ts";
import { cutPower } from "#lib/service/publishing/testing/power-cut.ts";
import type { FakeClocks } from "./fake-clocks.ts";
import { waitForDatabase } from "./observed-state.ts";
import type { PlatformFixture } from "./platform-fixture.ts";
import type { RunDisk } from "./run-folder.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** A worker that stands still for longer than its lease has lost its channels when it wakes. */
const beyondLeaseMs = 130_000;
/** How long a platform's server stands still: longer than our calls wait. */
const standstillMs = { least: 25_000, long: 120_000, short: 60_000 };
const statuses = [500, 502, 503, 504];

/** Between two kinds at most by this factor, or too few would be met. */
const slowest = 2;

/** How far a clock goes wrong: what was planned by it is done that much later when it is right again. */
const wrongBySeconds = { long: 600, short: 45 };

/** Fakes that show what stands there, and may do so late. */
const showing: ReadonlySet<string> = new Set(["x", "mastodon", "threads"]);

export type FaultInjector = {
  /** One kind after another until `signal` says so. */
  run: (signal: AbortSignal) => Promise<void>;
  /** Whatever was done is undone: everyone runs and answers. */
  heal: () => Promise<void>;
  /** How often each kind was brought about. */
  counts: () => ReadonlyMap<string, number>;
};

type FaultType = { name: string; weight: number; act: () => Promise<void> };

export function createFaultInjector(at: {
  setUp: Deployment;
  stands: readonly PlatformFixture[];
  random: SeededRandom;
  /** Null where this machine has no means to do it. */
  clocks: FakeClocks | null;
  disk: RunDisk | null;
  /** Long enough for a worker to stand still beyond its lease. */
  isLong: boolean;
  /** In the names of kinds that are brought about; empty for all of them. */
  only: string;
  /** How much longer than usual it is from one kind to the next. */
  slower: number;
  say: (line: string) => void;
}): FaultInjector {
  const { setUp, stands, random, clocks, disk, say } = at;
  const [first, ...others] = setUp.apps;
  const counts = new Map<string, number>();
  /** Stopped processes with what continues them: nobody kills or commands them meanwhile; `heal` continues them too. */
  const stopped = new Map<KillableApp | PlatformFixture, () => void>();
  const awake = () => others.filter((app) => !stopped.has(app));
  const answering = () => stands.filter((stand) => !stopped.has(stand));

  async function killApp(app: KillableApp): Promise<void> {
    await app.kill();
    await pause(random.whole(0, 1_500));
    await app.start();
  }

  function sleep(process: KillableApp | PlatformFixture, ms: number): Promise<void> {
    process.signal("SIGSTOP");
    const woken = Promise.withResolvers<void>();
    const wake = () => {
      clearTimeout(timer);
      process.signal("SIGCONT");
      stopped.delete(process);
      woken.resolve();
    };
    const timer = setTimeout(wake, ms);
    stopped.set(process, wake);
    return woken.promise;
  }

  /** On the way to one platform, a few times, half of them just where a part becomes public or something is used up. */
  async function onTheWay(mode: PeerMode): Promise<void> {
    const stand = random.pick(stands);
    const on = random.chance(0.6) ? { on: random.pick(stand.writes) } : {};
    await stand.network({ ...mode, ...on, times: random.whole(1, 3) });
  }

  /** One process and no other: the database has a clock of its own, and so has who writes. */
  function jump(to: FakeClocks): void {
    const most = at.isLong ? wrongBySeconds.long : wrongBySeconds.short;
    const seconds = random.chance(0.25) ? 0 : random.whole(-most, most);
    to.set(random.whole(0, setUp.apps.length - 1), seconds);
  }

  /** Of the database and of the images, also where the log of the database has to end for it. */
  async function fillDisk(of: RunDisk): Promise<void> {
    await of.fill();
    await pause(random.whole(1_000, 6_000));
    of.free();
    await waitForDatabase(setUp);
  }

  /** Everything goes at once, and what the disk was never made to keep; with a moment of I/O errors before that. */
  async function failPower(of: RunDisk): Promise<void> {
    await cutPower(of.power, first, setUp, random.whole(0, 1_000));
    await pause(random.whole(0, 1_000));
    await first.start();
  }

  const network = (name: string, weight: number, mode: () => PeerMode): FaultType => ({
    name,
    weight,
    act: () => onTheWay(mode()),
  });

  const bluesky = stands.find(({ restart }) => restart !== null);
  const x = stands.find(({ slug }) => slug === "x");
  const kinds: FaultType[] = [
    { name: first === setUp.apps.at(-1) ? "kill -9 server" : "kill -9 web", weight: 2, act: () => killApp(first) },
    ...(others.length > 0
      ? [{ name: "kill -9 worker", weight: 4, act: async () => await killApp(random.pick(awake())) }]
      : []),
    {
      name: "kill -9 database",
      weight: 1,
      async act() {
        killDatabase(setUp);
        await pause(random.whole(500, 2_000));
      },
    },
    {
      name: "process stopped",
      weight: 1,
      async act() {
        if ([first, ...others].some((app) => stopped.has(app))) return;
        await sleep(random.pick(others.length > 0 ? others : [first]), random.whole(3_000, 9_000));
      },
    },
    network("connection cut before the request", 2, () => ({ mode: "reset-before" })),
    network("connection cut during the answer", 3, () => ({ mode: "body-cut" })),
    network("connection cut after the request", 3, () => ({ mode: "reset-after" })),
    network("slow answer", 2, () => ({ mode: "slow", ms: random.whole(500, 6_000) })),
    network("no answer after the action", 1, () => ({ mode: "silent-after", ms: 90_000 })),
    network("answer after the time-out", 1, () => ({ mode: "slow", ms: 27_000 })),
    network("5xx before the action", 2, () => ({ mode: "5xx-before", status: random.pick(statuses) })),
    network("5xx after the action", 3, () => ({ mode: "5xx-after", status: random.pick(statuses) })),
    network("invalid JSON after the action", 1, () => ({ mode: "garbage" })),
    {
      name: "429",
      weight: 2,
      act: async () => await random.pick(answering().filter(({ limit }) => limit !== null)).limit?.(random.whole(1, 8)),
    },
    {
      name: "server unreachable",
      weight: 1,
      async act() {
        const stand = random.pick(stands);
        await stand.cutOff();
        await pause(random.whole(500, 4_000));
        await stand.joinAgain();
      },
    },
    {
      name: "platform-specific error",
      weight: 3,
      async act() {
        const { fake, ownModes, route } = random.pick(answering().filter((stand) => stand.ownModes.length > 0));
        await fake?.control({ ...random.pick(ownModes), ...(route !== null && { on: route }) });
      },
    },
    {
      name: "late lists",
      weight: 1,
      async act() {
        const listing = answering().filter(({ slug }) => showing.has(slug));
        if (listing.length > 0)
          await random.pick(listing).fake?.control({ mode: "lag", ms: random.whole(2_000, 30_000) });
      },
    },
    {
      // The stopped server holds its requests, lookups too, and carries them out when it goes on.
      name: "platform stands still",
      weight: 2,
      async act() {
        if (answering().length < stands.length) return;
        void sleep(random.pick(stands), random.whole(standstillMs.least, standstillMs[at.isLong ? "long" : "short"]));
      },
    },
    ...(clocks ? [{ name: "clock jump", weight: 3, act: async () => jump(clocks) }] : []),
    ...(disk ? [{ name: "disk full", weight: 1, act: async () => await fillDisk(disk) }] : []),
    // A server of the tests is not made to outlive it.
    ...(disk && others.length === 0
      ? [{ name: "power failure", weight: 2, act: async () => await failPower(disk) }]
      : []),
    ...(at.isLong && others.length > 0
      ? [
          {
            name: "process stopped beyond the lease",
            weight: 1,
            async act() {
              if (!others.some((app) => stopped.has(app))) void sleep(random.pick(others), beyondLeaseMs);
            },
          },
        ]
      : []),
    ...(bluesky ? [{ name: "kill -9 Bluesky's server", weight: 1, act: async () => await bluesky.restart?.() }] : []),
    ...(x
      ? [
          {
            name: "access ends",
            weight: 1,
            async act() {
              if (!stopped.has(x)) await x.fake?.command("expire");
            },
          },
        ]
      : []),
  ];

  /** All kinds as often as they weigh, in an order drawn anew each time around. */
  function* deck(): Generator<FaultType> {
    const drawn = kinds.filter(({ name }) => name.includes(at.only));
    if (drawn.length === 0) throw new Error(`No fault here matches ONLY=${at.only}.`);
    for (;;) {
      const left = drawn.flatMap((kind) => Array.from({ length: kind.weight }, () => kind));
      while (left.length > 0) yield left.splice(random.whole(0, left.length - 1), 1)[0] as FaultType;
    }
  }

  return {
    async run(signal) {
      for (const kind of deck()) {
        if (signal.aborted) return;
        say(kind.name);
        counts.set(kind.name, (counts.get(kind.name) ?? 0) + 1);
        await kind.act();
        await pause(random.whole(200, 1_500) * Math.min(at.slower, slowest));
      }
    },
    async heal() {
      for (const wake of [...stopped.values()]) wake();
      disk?.free();
      for (const app of setUp.apps.keys()) clocks?.set(app, 0);
      for (const app of setUp.apps) {
        if (!app.isOver) continue;
        say(`${app.origin} exited unexpectedly. Its last output: ${app.output.slice(-1_500)}`);
        await app.start();
      }
      for (const { network: set, fake } of stands) {
        await set({ mode: "ok" });
        await fake?.control({ mode: "ok" });
      }
    },
    counts: () => counts,
  };
}
