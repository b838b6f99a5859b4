import { getThrottleKey } from "#lib/address-throttle.ts";
import { Refusal } from "#lib/service/core/refusal.ts";

/**
 * Kinds of work: `requests` are answered at once, `exports` last as long as their reader takes, `uploads` decode an
 * image, `messages` of assistants become requests with turns of their own.
 */
export type TurnKind = "requests" | "exports" | "uploads" | "messages";

/** A turn in the queue. Each function may be called more than once. */
export type FairQueueTurn = {
  /** Ends a piece of work: the response is ready, or its next piece waits for the reader. Other names may work. */
  endWork: () => void;
  /** Waits until the next piece of a long response may be worked on. */
  resume: () => Promise<void>;
  /** Ends the turn when the response has left: its owner may have another request in progress. */
  release: () => void;
};

export type FairQueue = {
  /**
   * Waits for a turn of `name`: the owner and, after a blank, the client they use. Names of the same owner do not rest
   * for each other.
   * @throws Refusal `rate_limited` when too many requests of that name wait already.
   */
  take: (name: string, kind: TurnKind) => Promise<FairQueueTurn>;
};

/** After work beyond its credit a name rests this many times as long as the work took, while other names ask. */
const restFactor = 2;
/**
 * Milliseconds of work for which a name needs no rest: the work of one dashboard page on a slow machine. Half of it may
 * run in parallel.
 */
const creditMs = 1_000;
/** Work beyond this is forgiven, so that no name rests for much longer than `restFactor` times this. */
const debtMaxMs = 3_000;
/** An owner counts as active for this long after their last request. */
const activeMs = 1_000;
/** Number of stored names above which names without work or debt are forgotten. */
const idleLinesMax = 500;
/** The owner of requests without a key: nobody waits for them. Each network has a name of its own. */
const anonymous = "anonymous";

/** Returns the name whose turns a member's requests take: by API keys and apps, or by the dashboard. */
export const getMemberName = (memberId: string, via: "dashboard" | "keys"): string => `${memberId} ${via}`;

/** Returns the name of a caller without a key; null for a page of this process. */
export const getStrangerName = (address: string | null): string =>
  address === null ? anonymous : `${anonymous} ${getThrottleKey(address)}`;

type Waiting = { kind: TurnKind | null; start: () => void };
type WaitingLine = {
  open: Record<TurnKind, number>;
  working: number;
  waiting: Waiting[];
  /** Milliseconds of work, as of `asOfMs`, that the name has not rested for yet. */
  debtMs: number;
  asOfMs: number;
  timer: NodeJS.Timeout | null;
};

type FairTurnsOptions = {
  /** Pieces of work of all names together. */
  atOnce: number;
  /** Responses in progress per name. */
  perName: Record<TurnKind, number>;
  /** Waiting requests per name. */
  waitingMax: Record<TurnKind, number>;
};

/**
 * Creates a queue that lets names work in turns: waiting names are served one after the other, so that a name with many
 * requests waits behind its own. While others ask, a name that used much time has one piece of work at a time and rests
 * after it, across requests, pieces of exports and images: two thirds of the time are always left to the others.
 */
export function createFairQueue({ atOnce, perName, waitingMax }: FairTurnsOptions): FairQueue {
  const lines = new Map<string, WaitingLine>();
  /** Waiting names, in the order of their next turn. */
  const next = new Set<string>();
  let working = 0;
  /** The last name that asked, and the last other name before it. */
  let [last, other] = [
    { owner: "", atMs: Number.NEGATIVE_INFINITY },
    { owner: "", atMs: Number.NEGATIVE_INFINITY },
  ];

  function getLine(name: string): WaitingLine {
    const open = { requests: 0, exports: 0, uploads: 0, messages: 0 };
    const line = lines.get(name) ?? {
      open,
      working: 0,
      waiting: [],
      debtMs: 0,
      asOfMs: performance.now(),
      timer: null,
    };
    lines.set(name, line);
    return line;
  }

  function removeIdle(): void {
    for (const [name, line] of lines) {
      const isUsed = line.working > 0 || line.waiting.length > 0 || Object.values(line.open).some((count) => count > 0);
      if (!isUsed && updateDebt(line) === 0) lines.delete(name);
    }
  }

  function note(name: string): void {
    const owner = getOwner(name);
    if (owner === anonymous) return;
    if (last.owner !== owner) other = last;
    last = { owner, atMs: performance.now() };
  }

  function isAlone(name: string): boolean {
    const othersAtMs = last.owner === getOwner(name) ? other.atMs : last.atMs;
    return performance.now() - othersAtMs > activeMs;
  }

  /** Returns the debt as of now: debt shrinks while the name rests. */
  function updateDebt(line: WaitingLine): number {
    const now = performance.now();
    if (line.working === 0) line.debtMs = Math.max(0, line.debtMs - (now - line.asOfMs) / restFactor);
    line.asOfMs = now;
    return line.debtMs;
  }

  /** Returns the milliseconds until a line may start another piece of work; null while the line must first end one. */
  function getRestMs(name: string, line: WaitingLine): number | null {
    const debtMs = updateDebt(line);
    if (isAlone(name)) return 0;
    if (line.working > 0) return debtMs > creditMs / 2 ? null : 0;
    return Math.max(0, debtMs - creditMs) * restFactor;
  }

  function canStart(name: string, line: WaitingLine, kind: TurnKind | null): boolean {
    if (working >= atOnce || (kind !== null && line.open[kind] >= perName[kind])) return false;
    const restMs = getRestMs(name, line);
    if (restMs === 0) return true;
    if (restMs !== null && !line.timer) {
      line.timer = setTimeout(
        () => {
          line.timer = null;
          letIn();
        },
        Math.min(Math.ceil(restMs), activeMs),
      );
    }
    return false;
  }

  /** @returns a function that ends the work */
  function beginWork(name: string): () => void {
    const line = getLine(name);
    updateDebt(line);
    line.working += 1;
    working += 1;
    const startedAtMs = performance.now();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const debtMs = updateDebt(line) + performance.now() - startedAtMs;
      line.debtMs = isAlone(name) ? 0 : Math.min(debtMs, debtMaxMs);
      line.working -= 1;
      working -= 1;
      letIn();
    };
  }

  function start(name: string, kind: TurnKind): FairQueueTurn {
    const line = getLine(name);
    line.open[kind] += 1;
    let isOpen = true;
    let end = beginWork(name);
    return {
      endWork: () => end(),
      async resume() {
        end();
        await wait(name, null, () => {
          end = beginWork(name);
        });
      },
      release() {
        if (!isOpen) return;
        isOpen = false;
        line.open[kind] -= 1;
        end();
        letIn();
      },
    };
  }

  /**
   * Runs `begin` when the line may start. The code that admits the line calls `begin`, so that no other line starts in
   * between.
   */
  async function wait<T>(name: string, kind: TurnKind | null, begin: () => T): Promise<T> {
    const line = getLine(name);
    if (!line.waiting.some((one) => one.kind === kind) && canStart(name, line, kind)) return begin();
    next.add(name);
    return await new Promise<T>((resolve) => line.waiting.push({ kind, start: () => resolve(begin()) }));
  }

  function letIn(): void {
    for (const name of [...next]) {
      if (working >= atOnce) return;
      const line = lines.get(name);
      const found = line?.waiting.find(({ kind }) => canStart(name, line, kind));
      if (!line || !found) continue;
      line.waiting.splice(line.waiting.indexOf(found), 1);
      next.delete(name);
      if (line.waiting.length > 0) next.add(name);
      found.start();
    }
  }

  return {
    async take(name, kind) {
      note(name);
      if (lines.size > idleLinesMax) removeIdle();
      if (getLine(name).waiting.filter((one) => one.kind === kind).length >= waitingMax[kind])
        throw createQueueFullRefusal();
      return await wait(name, kind, () => start(name, kind));
    },
  };
}

function createQueueFullRefusal(): Refusal {
  const message =
    "You have too many requests in progress. This request changed nothing. Wait for some responses, then send it again.";
  return new Refusal("rate_limited", message, undefined, 1);
}

function getOwner(name: string): string {
  return name.split(" ", 1)[0] ?? name;
}
