import { randomFillSync } from "node:crypto";
import { MAX, NIL, v7 } from "uuid";

/** The only source of time and chance in the service, see `../db/database-clock.ts`; tests move it by hand. */
export type Clock = { now(): Date; newId(): string };

/** An id that nothing has. */
export const nilId = NIL;

/** Another id that nothing has, after all others. */
export const maxId = MAX;

const randomBytesPerId = 16;
const randomPool = Buffer.alloc(256 * randomBytesPerId);
let randomUsed = randomPool.length;

/** Random bytes for one id, drawn for many ids at once: a draw costs as much as the rest of an id. */
function takeRandomBytes(): Buffer {
  if (randomUsed === randomPool.length) {
    randomFillSync(randomPool);
    randomUsed = 0;
  }
  randomUsed += randomBytesPerId;
  return randomPool.subarray(randomUsed - randomBytesPerId, randomUsed);
}

/** Ids are UUIDs of version 7: they sort by time, so new rows land side by side in the index. Of one process each is after the one before. */
export function createIdGenerator(now: () => Date): () => string {
  let last = { ms: 0, serial: 0 };
  return () => {
    const ms = now().getTime();
    const first = () => ({ ms, serial: Math.floor(Math.random() * 2 ** 31) });
    last = ms > last.ms ? first() : { ...last, serial: last.serial + 1 };
    return v7({ random: takeRandomBytes(), msecs: last.ms, seq: last.serial });
  };
}

/** By the earlier of a clock and the machine's own, which files may carry: none is taken for older than it is. */
export function toFileClock(clock: Clock): Clock {
  return { ...clock, now: () => new Date(Math.min(clock.now().getTime(), Date.now())) };
}

/** The machine's own, for tests and programs that stand alone; the service goes by the database's. */
export const systemClock: Clock = { now: () => new Date(), newId: createIdGenerator(() => new Date()) };
