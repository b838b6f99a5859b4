import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import {
  openPublishingFixture,
  type PublishingFixture,
  waitUntil,
} from "#lib/service/publishing/testing/publishing-fixture.ts";
import { startWorkerProcess } from "#lib/service/publishing/testing/worker-process.ts";
import { type BenchLine, computeStatistics, createNote } from "../measurement.ts";
import { createDuePosts } from "./measure-late-workers.ts";

/** Fewer for a quick look: `LATE_RATE=500 npm run bench late rate`. */
const posts = Number(process.env["LATE_RATE"] ?? "3000");
const rounds = Number(process.env["LATE_ROUNDS"] ?? "3");
const timeoutMs = 300_000;

type Stat = { parent: number; ownMs: number; endedMs: number };

/** Reads a process's processor time, ms, its own and that of its ended children. */
function readStat(pid: number | string): Stat | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
      .map(Number);
    const ms = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) * 10;
    return { parent: fields[1] ?? 0, ownMs: ms(11), endedMs: ms(13) };
  } catch {
    return null;
  }
}

/** The processor time of the database server, with all its connections, ms. */
async function readServerMs(stage: PublishingFixture): Promise<number> {
  const { rows } = await stage.pool.query("select pg_backend_pid() as pid");
  const server = readStat(rows[0].pid)?.parent ?? 0;
  const stats = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(readStat);
  const own = stats.reduce((sum, stat) => sum + (stat?.parent === server ? stat.ownMs : 0), 0);
  return own + (readStat(server)?.endedMs ?? 0);
}

type Program = "postwright" | "least";
type Run = { perSecond: number; serverMs: number; workersMs: number };

const leastProgram = fileURLToPath(new URL("../servers/least-delivery-program.ts", import.meta.url));

async function startProgram(program: Program, connection: object) {
  if (program === "postwright") return await startWorkerProcess({ connection, at: null, part: 0, poolSize: 10 });
  const child = spawn(process.execPath, [leastProgram, JSON.stringify(connection)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), ended]);
  return { pid: child.pid ?? 0, ended, kill: (signal: "SIGTERM") => child.kill(signal) };
}

/** Publishes a backlog on practice channels that answer at once, and counts from the first post to the last. */
async function measure(program: Program, workers: number): Promise<Run> {
  const stage = await openPublishingFixture();
  const running: Awaited<ReturnType<typeof startProgram>>[] = [];
  try {
    // Due since the hour began, with nobody there yet who sends them.
    await createDuePosts(stage, posts, 0, 0);
    await stage.pool.query("vacuum analyze");
    const connection = { ...stage.database.connection };
    running.push(...(await Promise.all(Array.from({ length: workers }, () => startProgram(program, connection)))));
    const readWorkersMs = () => running.reduce((sum, { pid }) => sum + (readStat(pid)?.ownMs ?? 0), 0);
    const [serverMs, workersMs] = [await readServerMs(stage), readWorkersMs()];
    const published = async () =>
      (await stage.pool.query("select count(*)::int as n from posts where status = 'published'")).rows[0].n as number;
    const before = await published();
    let usedMs = 0;
    await waitUntil(
      "all posts are published",
      async () => {
        usedMs = Math.max(usedMs, readWorkersMs() - workersMs);
        await new Promise((resolve) => setTimeout(resolve, 100));
        return (await published()) >= posts;
      },
      timeoutMs,
    );
    const { rows } = await stage.pool.query(
      "select count(*)::int as n, extract(epoch from max(published_at) - min(published_at)) as s from practice_items",
    );
    return {
      perSecond: rows[0].n / Number(rows[0].s),
      serverMs: ((await readServerMs(stage)) - serverMs) / (posts - before),
      workersMs: usedMs / (posts - before),
    };
  } finally {
    for (const { kill } of running) kill("SIGTERM");
    await Promise.all(running.map(({ ended }) => ended));
    await stage.close();
  }
}

const setups = [
  { name: "one worker", program: "postwright", workers: 1 },
  { name: "four workers", program: "postwright", workers: 4 },
  { name: "two statements a post, one process", program: "least", workers: 1 },
  { name: "two statements a post, four processes", program: "least", workers: 4 },
] as const;

/**
 * Posts published in a second by one worker and by four, beside a program that does the least for a post: what the
 * database and this machine allow. In turns, so that a slow minute hits all.
 */
export async function measureLateRate(say: (line: string) => void): Promise<BenchLine[]> {
  const runs = setups.map((setup) => ({ ...setup, found: [] as Run[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, program, workers, found } of runs) {
      const run = await measure(program, workers);
      found.push(run);
      say(`${name}: ${formatRun(run)}, load ${loadavg()[0]?.toFixed(1)}`);
    }
  }
  return runs.map(({ name, found }) => {
    const median = (of: keyof Run) => computeStatistics(found.map((run) => run[of])).median;
    return createNote(
      name,
      formatRun({ perSecond: median("perSecond"), serverMs: median("serverMs"), workersMs: median("workersMs") }),
    );
  });
}

function formatRun({ perSecond, serverMs, workersMs }: Run): string {
  const coreMs = serverMs + workersMs;
  return `${perSecond.toFixed(0)} posts/s; processor per post: database ${serverMs.toFixed(2)} ms, workers ${workersMs.toFixed(2)} ms, so ${(2000 / coreMs).toFixed(0)} posts/s fill two cores`;
}
