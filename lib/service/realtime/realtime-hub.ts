import { isAdmin } from "#lib/contract/scopes.ts";
import type { LiveEvent } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import { nilId } from "#lib/service/core/clock.ts";
import type { Log } from "#lib/service/core/log.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import type { ProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import { pgChannels } from "#lib/service/db/pg-notifications.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { type Change, parseChangeNotification } from "./parse-change-notification.ts";

/** Ms between two signs of life on each stream: proxies and browsers give a silent one up after 30 to 60 s. */
const beatMs = 15_000;
/** Open streams of one member in one process. A browser opens one a window that is in view. */
const streamsMax = 20;

/** Who is told of what changes, in this process. */
export type RealtimeHub = {
  /**
   * A stream of what the actor may see: their own posts, that the plan changed, an administrator's whole organization. It begins when it is read.
   * @param isStillAllowed asked whenever a key, member or session changed; the stream ends when it says no.
   * @param sinceMs when the reader last read everything, or null: `many` comes first unless nothing changed since.
   * @throws Refusal `unavailable` while the service stops, `conflict` when the member has too many streams open.
   */
  open: (
    actor: Actor,
    isStillAllowed: () => Promise<boolean>,
    sinceMs?: number | null,
  ) => Promise<AsyncIterable<string>>;
  /** Begins to hear before the first reader, so that a reader's `since` can be answered. Not being able to is no fault yet. */
  prepare: () => Promise<void>;
  /** Ends the streams of those who are no longer allowed theirs. */
  recheck: () => void;
  /** Ends all streams and unsubscribes. Opens none after that. */
  close: () => Promise<void>;
};

type StreamReader = { actor: Actor; eventStream: EventStream; isStillAllowed: () => Promise<boolean> };

/** Ms by which what two processes hold for the database's time may differ, and a page be written before its time is taken. */
const clockToleranceMs = 2_000;
/** Where it is kept when something last changed that all of an organization see. */
const getSharedKey = (orgId: string) => `shared ${orgId}`;
/** The place of the time at which the plan last changed. */
const getPlanKey = (orgId: string) => `plan ${orgId}`;
/** Readers of the plan learn that a post changed, not which: it may be on a channel that they may not use. */
const planChanged: LiveEvent = { type: "plan" };
/** Points, which the leaderboard shows to everyone, notes on days, and channels: each reads those they may use. */
const isSharedEvent = ({ type }: LiveEvent) => type === "claims" || type === "notes" || type === "channels";
/** A shared template is about no member alone. */
const isForAll = ({ event, member }: { event: LiveEvent; member: string }) =>
  isSharedEvent(event) || (event.type === "drafts" && member === nilId);
/** Members whose last change is remembered; past that all is forgotten, and every reader counts as behind. */
const rememberedMax = 20_000;

/** Subscribes to changes with the first reader or `prepare`, and sends each to the readers who may see it. */
export function createRealtimeHub(deps: {
  processConnection: ProcessConnection;
  now: () => Date;
  log: Log;
  beatMs?: number;
}): RealtimeHub {
  /** By organization: a change is looked at by its own readers alone. */
  const readers = new Map<string, Set<StreamReader>>();
  let subscribing: Promise<() => Promise<void>> | null = null;
  let beating: NodeJS.Timeout | undefined;
  let closed = false;

  /** Since when every change was heard without a gap. */
  let completeFromMs = Number.POSITIVE_INFINITY;
  /** By organization, and by member: when something of theirs last changed. */
  const changedMs = new Map<string, number>();

  function remember(change: Change): void {
    const nowMs = deps.now().getTime();
    if (changedMs.size > rememberedMax) {
      changedMs.clear();
      completeFromMs = nowMs;
    }
    changedMs.set(change.org, nowMs);
    if (change.plan) changedMs.set(getPlanKey(change.org), nowMs);
    changedMs.set(isForAll(change) ? getSharedKey(change.org) : change.member, nowMs);
  }

  /** An administrator is told of all the organization, so that counts for them. */
  function isBehind({ role, orgId, memberId, scopes }: Actor, sinceMs: number): boolean {
    const plan = scopes.has("plan:read") ? [getPlanKey(orgId)] : [];
    const keys = isAdmin(role) ? [orgId] : [memberId, getSharedKey(orgId), ...plan];
    const lastMs = Math.max(...keys.map((key) => changedMs.get(key) ?? Number.NEGATIVE_INFINITY));
    return Math.max(completeFromMs, lastMs) > sinceMs - clockToleranceMs;
  }

  const all = () => [...readers.values()].flatMap((some) => [...some]);

  function onNotification(payload: string): void {
    const change = parseChangeNotification(payload);
    if (!change) return void deps.log.warn("change notification could not be read");
    remember(change);
    for (const { actor, eventStream } of readers.get(change.org) ?? []) {
      const isOwn = actor.memberId === change.member;
      // Who looks at a claim knows it.
      if (isOwn && change.event.type === "review") continue;
      // An inbox and drafts are their member's own.
      const isForAdmins = change.event.type !== "inbox" && change.event.type !== "drafts";
      if (isOwn || isForAll(change) || (isAdmin(actor.role) && isForAdmins)) eventStream.notify(change.event);
      else if (change.plan && actor.scopes.has("plan:read")) eventStream.notify(planChanged);
    }
  }

  const notifyAll = (event: LiveEvent) => {
    for (const { eventStream } of all()) eventStream.notify(event);
  };

  /** While the connection is down, streams stay open and receive `many` when it is back. */
  function listen(): Promise<() => Promise<void>> {
    subscribing ??= deps.processConnection.subscribe(pgChannels.liveEvents, {
      onNotification,
      // Notifications were lost while the connection was down.
      onUp: () => {
        completeFromMs = deps.now().getTime();
        notifyAll({ type: "many" });
      },
    });
    return subscribing;
  }

  function add(reader: StreamReader): void {
    const { orgId } = reader.actor;
    readers.set(orgId, (readers.get(orgId) ?? new Set()).add(reader));
    beating ??= setInterval(() => {
      for (const { eventStream } of all()) eventStream.beat();
    }, deps.beatMs ?? beatMs).unref();
  }

  function remove(reader: StreamReader): void {
    const same = readers.get(reader.actor.orgId);
    same?.delete(reader);
    if (same?.size === 0) readers.delete(reader.actor.orgId);
    if (readers.size > 0) return;
    clearInterval(beating);
    beating = undefined;
  }

  const countOf = (actor: Actor) =>
    [...(readers.get(actor.orgId) ?? [])].filter((reader) => reader.actor.memberId === actor.memberId).length;

  let checking: Promise<void> | null = null;
  let isStale = false;
  /** One check of all at a time, however many changes are heard meanwhile. */
  function recheck(): void {
    isStale = readers.size > 0;
    if (!isStale) return;
    checking ??= checkUntilFresh().finally(() => {
      checking = null;
    });
  }

  async function checkUntilFresh(): Promise<void> {
    while (isStale && !closed) {
      isStale = false;
      for (const { eventStream, isStillAllowed } of all()) {
        // Nobody is sent away because the database is: it is asked again when it is back.
        if (!(await isStillAllowed().catch(() => true))) eventStream.end();
      }
    }
  }

  return {
    async prepare() {
      await listen();
    },
    async open(actor, isStillAllowed, sinceMs = null) {
      if (closed) throw new Refusal("unavailable", "Postwright is stopping.");
      if (countOf(actor) >= streamsMax) {
        throw new Refusal("conflict", `You have ${streamsMax} event streams open. Close one first.`);
      }
      await listen();
      const eventStream = createEventStream({
        onOpen() {
          if (closed) return eventStream.end();
          add(reader);
          if (sinceMs !== null && isBehind(actor, sinceMs)) eventStream.notify({ type: "many" });
        },
        onClose: () => remove(reader),
      });
      const reader: StreamReader = { actor, eventStream, isStillAllowed };
      return eventStream.stream;
    },
    recheck,
    async close() {
      closed = true;
      for (const { eventStream } of all()) eventStream.end();
      await checking;
      await (await subscribing)?.();
    },
  };
}
