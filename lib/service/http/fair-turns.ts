import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "#lib/service/refusal";

/** A place in the service. Both functions may be called more than once. */
export type Turn = {
  /** The answer is known: somebody else may work, although this answer is not sent yet. */
  endWork: () => void;
  /** The answer has left: its owner may have another one under way. */
  release: () => void;
  /**
   * Rests after a piece of a long answer, for some times as long as the piece took. Nobody rests unless somebody else asked
   * within the last second: who asks for much leaves the processor to others, and has it for themselves when alone.
   */
  rest: (workedMs: number) => Promise<void>;
};

export type FairTurns = {
  /**
   * Waits for a turn of `name`. @throws Refusal `rate_limited` when too many of that name wait already.
   */
  take: (name: string) => Promise<Turn>;
};

/** Rests are so many times as long as the work before, for each piece of work of one name that is under way. */
const restFactor = 2;
/** A request that takes less is what everybody asks for. */
const freeMs = 25;
const restMostMs = 1_000;
const activeMs = 1_000;

type Line = { open: number; waiting: (() => void)[] };

/**
 * Lets work in by turns: `perName` pieces under way for each name, `atOnce` being worked on in all, the names that wait one
 * after the other. Somebody who sends much waits behind their own requests, not in front of everybody else's.
 */
export function createFairTurns(at: { atOnce: number; perName: number; waitingMax: number }): FairTurns {
  const lines = new Map<string, Line>();
  /** Names that wait, in the order of their next turn. */
  const next = new Set<string>();
  let working = 0;
  /** Who asked last, and who asked last before that of the others. */
  let [last, other] = [
    { name: "", atMs: Number.NEGATIVE_INFINITY },
    { name: "", atMs: Number.NEGATIVE_INFINITY },
  ];

  function note(name: string): void {
    if (last.name !== name) other = last;
    last = { name, atMs: performance.now() };
  }

  function restMs(name: string, workedMs: number): number {
    const othersAtMs = last.name === name ? other.atMs : last.atMs;
    if (performance.now() - othersAtMs > activeMs) return 0;
    return Math.min(workedMs * restFactor * Math.max(1, lines.get(name)?.open ?? 1), restMostMs);
  }

  function start(name: string, line: Line): Turn {
    line.open += 1;
    working += 1;
    let [isWorking, isOpen] = [true, true];
    const startedAtMs = performance.now();
    let workedMs = 0;
    const endWork = () => {
      if (!isWorking) return;
      isWorking = false;
      workedMs = performance.now() - startedAtMs;
      working -= 1;
      letIn();
    };
    return {
      endWork,
      release() {
        if (!isOpen) return;
        isOpen = false;
        endWork();
        const close = () => {
          line.open -= 1;
          if (line.open === 0 && line.waiting.length === 0) lines.delete(name);
          letIn();
        };
        const ms = workedMs < freeMs ? 0 : restMs(name, workedMs);
        if (ms === 0) close();
        else setTimeout(close, ms);
      },
      async rest(ms) {
        const rest = Math.ceil(restMs(name, ms));
        if (rest > 0) await pause(rest);
      },
    };
  }

  function letIn(): void {
    for (const name of [...next]) {
      if (working >= at.atOnce) return;
      const line = lines.get(name);
      if (!line || line.open >= at.perName) continue;
      const resume = line.waiting.shift();
      next.delete(name);
      if (line.waiting.length > 0) next.add(name);
      resume?.();
    }
  }

  return {
    async take(name) {
      note(name);
      const line = lines.get(name) ?? { open: 0, waiting: [] };
      lines.set(name, line);
      if (line.open < at.perName && working < at.atOnce) return start(name, line);
      if (line.waiting.length >= at.waitingMax) throw tooManyWait();
      next.add(name);
      // Started by whoever lets it in, so that nobody slips in between.
      return await new Promise<Turn>((resolve) => line.waiting.push(() => resolve(start(name, line))));
    },
  };
}

function tooManyWait(): Refusal {
  const message =
    "You have too many requests under way at once. Nothing was done for this one. Wait for some answers, then send it again.";
  return new Refusal("rate_limited", message, undefined, 1);
}
