/**
 * Loaded before a server (`node --import`): writes to the file named by `LOOP_WATCH_FILE` each time the event loop was held,
 * one line `<ms since 1970> <held ms>`. Only time in which this thread itself worked counts: on a busy machine it may
 * stand still through no fault of its own.
 */
import { appendFileSync } from "node:fs";

const file = process.env["LOOP_WATCH_FILE"];
const everyMs = 5;
const leastMs = 20;

const threadMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

if (file !== undefined && process.argv[1]?.endsWith("start.mjs")) {
  let last = { wall: performance.now(), worked: threadMs() };
  setInterval(() => {
    const now = { wall: performance.now(), worked: threadMs() };
    const heldMs = Math.min(now.wall - last.wall - everyMs, now.worked - last.worked);
    last = now;
    if (heldMs >= leastMs) appendFileSync(file, `${Date.now()} ${heldMs.toFixed(1)}\n`);
  }, everyMs).unref();
}
