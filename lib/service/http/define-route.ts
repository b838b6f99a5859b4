import type * as z from "zod";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Pagination } from "#lib/contract/types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import { requireLiveKey } from "#lib/service/api-keys/require-live-key.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { answerOnce, type Repeatable } from "#lib/service/idempotency/run-idempotently.ts";
import { type Answer, errorAnswer } from "./http-response.ts";
import { authenticate, isStillKnown, refuseAnonymous, sessionHeader } from "./access/authenticate.ts";
import { anonymous, type Turn, type TurnKind } from "./fair-queue.ts";
import type { Kit } from "./route-deps.ts";
import { parseRequest } from "./request/parse-request.ts";
import { refusalAnswer } from "./error-response.ts";
import { writeMissingScope, writeWrongKey } from "./refused-keys.ts";
import { hashRequest, readRepeatKey, withReplayHeader } from "./request/idempotency-key.ts";

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Named<E, N extends string> = N extends keyof E ? Parsed<E[N]> : undefined;

/** What a handler is given: who calls, and what was asked, parsed. Writes get a transaction and nothing else. */
export type Asked<E extends Endpoint> = {
  context: Context;
  actor: E["scope"] extends null ? null : Actor;
  params: Named<E, "params">;
  query: Named<E, "query">;
  body: Named<E, "body">;
  tx: E["method"] extends "GET" ? null : Tx;
};

/** What a handler gives back, in wire shape. */
export type Reply<E extends Endpoint> = E extends { paginated: true }
  ? { data: z.output<E["data"]>; pagination: Pagination }
  : { data: z.output<E["data"]> };

/** A request on its way, once its route is known. */
export type Arrived = {
  request: Request;
  params: Record<string, string>;
  search: string;
  /** Filled in as soon as it is known, for the log line. */
  actor: Actor | null;
  /** Taken once its body is here, so that a slow sender holds none; given back when the answer has left. */
  turn: Turn | null;
};

/**
 * An answer that is text already: made by the database, where rows that become objects would cost more than the rest, or
 * written piece by piece, where it is too long to be in memory whole.
 */
type Written = { text: string } | { stream: AsyncIterable<string> };

export type Route = { endpoint: Endpoint; answer: (kit: Kit, arrived: Arrived) => Promise<Answer> };

/** A route: key → scope → parse → transaction (writes) → command → present. The handler is the last two. */
export function on<const E extends Endpoint>(
  endpoint: E,
  handle: (asked: Asked<E>) => Promise<Reply<E> | Written>,
): Route {
  return {
    endpoint,
    answer: (kit, arrived) =>
      asKnown(kit, endpoint, arrived, async (actor) => {
        const parsed = await parseRequest(endpoint, arrived);
        await takeTurn(kit, arrived, "requests");
        const ask = (tx: Tx | null) => {
          const asked = { context: kit.context, actor, ...parsed, tx };
          // The types of one endpoint meet those of all here, and nowhere else.
          return handle(asked as unknown as Asked<E>);
        };
        if (endpoint.method === "GET") return answerOf(endpoint, await ask(null));
        const run = async (tx: Tx) => {
          const { status, body: text } = answerOf(endpoint, await ask(tx));
          if (endpoint.grants && actor) await requireLiveKey(tx, actor.keyId);
          if (typeof text !== "string") throw new Error("only a read may be a stream");
          return { status, body: text };
        };
        const key = endpoint.repeatSafe && actor ? readRepeatKey(arrived.request.headers) : null;
        if (key === null || !actor) return thenForget(kit, endpoint, await inTransaction(kit.context.pool, run));
        const repeatable: Repeatable = {
          memberId: actor.memberId,
          endpoint: `${endpoint.method} ${endpoint.path}`,
          key,
          requestHash: hashRequest(parsed),
        };
        return withReplayHeader(
          await inTransaction(kit.context.pool, (tx) => answerOnce(tx, repeatable, kit.context.clock, () => run(tx))),
        );
      }),
  };
}

function answerOf<E extends Endpoint>({ status }: E, reply: Reply<E> | Written): Answer {
  if (!("stream" in reply)) return { status, body: "text" in reply ? reply.text : JSON.stringify(reply) };
  return { status, headers: { "content-type": "application/json" }, body: null, stream: reply.stream };
}

/** Waits until the caller may have one more under way. */
export async function takeTurn(kit: Kit, arrived: Arrived, kind: TurnKind): Promise<void> {
  const { actor, request } = arrived;
  const name = actor ? `${actor.memberId} ${request.headers.has(sessionHeader) ? "dashboard" : "keys"}` : anonymous;
  arrived.turn = await kit.turns.take(name, kind);
}

/** What changes keys or members is forgotten here before it is answered; other processes hear of it by themselves. */
function thenForget<T>(kit: Kit, { scope }: Endpoint, done: T): T {
  if (scope === "keys:manage" || scope === "members:manage") kit.keys.flush();
  return done;
}

/**
 * A route that asks another service while it writes: key → scope → parse → command → present. It holds no transaction, so
 * that nothing of ours waits for a platform; the command saves each step in one of its own.
 */
export function onOutside<const E extends Endpoint>(
  endpoint: E,
  handle: (asked: Asked<E>) => Promise<Reply<E>>,
): Route {
  return {
    endpoint,
    answer: (kit, arrived) =>
      asKnown(kit, endpoint, arrived, async (actor) => {
        const parsed = await parseRequest(endpoint, arrived);
        await takeTurn(kit, arrived, "requests");
        // It may wait for long, and meanwhile for nothing of ours.
        arrived.turn?.endWork();
        const asked = { context: kit.context, actor, ...parsed, tx: null };
        const reply = await handle(asked as unknown as Asked<E>);
        return { status: endpoint.status, body: JSON.stringify(reply) };
      }),
  };
}

/**
 * What a stream's handler gives back: its type, and the text piece by piece. `name` makes a browser save it. The stream
 * begins nothing before it is read: for HEAD it never is.
 */
export type Streamed = {
  type: string;
  name?: string;
  headers?: Record<string, string>;
  stream: AsyncIterable<string>;
};

/**
 * A route whose answer is a stream: key → scope → parse → what to read. It holds no transaction: a slow reader would hold
 * it too. The handler refuses before it gives the stream back; afterwards the answer has begun. For a stream without an
 * end it is also given whether its caller may still have it; such a one takes no turn and bounds its readers itself.
 */
export function onStream<const E extends Endpoint>(
  endpoint: E,
  handle: (asked: Asked<E>, kit: Kit, isStillAllowed: () => Promise<boolean>) => Promise<Streamed>,
  { isEndless = false } = {},
): Route {
  return {
    endpoint,
    answer: (kit, arrived) =>
      asKnown(kit, endpoint, arrived, async (actor) => {
        const parsed = await parseRequest(endpoint, arrived);
        if (!isEndless) await takeTurn(kit, arrived, "exports");
        const asked = { context: kit.context, actor, ...parsed, tx: null };
        const isStillAllowed = async () => actor === null || isStillKnown(arrived.request, actor, kit.keys);
        const { type, name, stream, ...more } = await handle(asked as unknown as Asked<E>, kit, isStillAllowed);
        const headers: Record<string, string> = { ...more.headers, "content-type": type };
        if (name !== undefined) headers["content-disposition"] = `attachment; filename="${name}"`;
        return { status: endpoint.status, headers, body: null, stream };
      }),
  };
}

/** Key and scope, then `work`. What the minute's limit leaves is told on every answer. */
export async function asKnown(
  kit: Kit,
  endpoint: Endpoint,
  arrived: Arrived,
  work: (actor: Actor | null) => Promise<Answer>,
): Promise<Answer> {
  if (endpoint.scope === null) return (await refuseAnonymous(arrived.request, kit.limits)) ?? (await work(null));
  const use = { isWrite: endpoint.method !== "GET", route: `${endpoint.method} ${endpoint.path}` };
  const caller = await authenticate(arrived.request, use, kit.keys, kit.limits);
  if (caller.refused) {
    if (caller.wrongKeyFrom) writeWrongKey(kit.context.pool, caller.wrongKeyFrom);
    return caller.refused;
  }
  arrived.actor = caller.actor;
  if (endpoint.scope !== "any" && !caller.actor.scopes.has(endpoint.scope)) {
    writeMissingScope(kit.context.pool, caller.actor);
    const answer = errorAnswer("forbidden", `This key does not have the scope ${endpoint.scope}.`);
    return { ...answer, headers: caller.headers };
  }
  try {
    const answer = await work(caller.actor);
    return { ...answer, headers: { ...caller.headers, ...answer.headers } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const answer = refusalAnswer(error);
    return { ...answer, headers: { ...caller.headers, ...answer.headers } };
  }
}
