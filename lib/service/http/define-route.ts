import type pg from "pg";
import type * as z from "zod";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Pagination } from "#lib/contract/types.ts";
import { requireLiveKey } from "#lib/service/api-keys/require-live-key.ts";
import { writeSecurityLogLine } from "#lib/service/audit/security-log.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { draftsOnlyMessage, isDraftsOnly } from "#lib/service/core/drafts-only.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import { inTransaction, type Tx } from "#lib/service/db/transaction.ts";
import {
  getStoredResponse,
  type IdempotentRequest,
  type IdempotentResponse,
  runIdempotently,
} from "#lib/service/idempotency/run-idempotently.ts";
import { authenticate, clientAddressHeader, isStillAuthenticated, limitAnonymous } from "./access/authenticate.ts";
import { toRefusalResponse } from "./error-response.ts";
import { type FairQueueTurn, getMemberName, getStrangerName, type TurnKind } from "./fair-queue.ts";
import { createErrorResponse, type HttpResponse } from "./http-response.ts";
import { getIdempotencyKey, hashRequest, withReplayedHeader } from "./request/idempotency-key.ts";
import { type ParsedRequest, parseRequest } from "./request/parse-request.ts";
import { readBody } from "./request/read-json-body.ts";
import type { RouteDeps } from "./route-deps.ts";

const nobody = { organizationId: null, memberId: null, accountId: null, sessionId: null, keyId: null };

/**
 * Logs an unknown, revoked or expired key, or a key used from a wrong address. The limit for wrong keys bounds the
 * number of lines.
 */
function logWrongKey(pool: pg.Pool, address: string): void {
  writeSecurityLogLine(pool, {
    security: "key.use",
    outcome: "refused",
    address,
    method: "key",
    reason: "wrong_key",
    ...nobody,
  });
}

/**
 * Logs a valid key that may not call an endpoint. Only a log line: a program that retries again and again must not fill a table.
 */
function logRefusedKey(pool: pg.Pool, actor: Actor, reason: "missing_scope" | "drafts_only"): void {
  writeSecurityLogLine(pool, {
    security: "key.use",
    outcome: "refused",
    address: actor.address ?? null,
    reason,
    organizationId: actor.orgId,
    memberId: actor.memberId,
    accountId: null,
    sessionId: actor.sessionId ?? null,
    keyId: actor.keyId,
  });
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type ParsedPart<E, N extends string> = N extends keyof E ? Parsed<E[N]> : undefined;

/**
 * A handler's input: the caller and the parsed request. Writes get a transaction and no other access to the database.
 */
export type RouteInput<E extends Endpoint> = {
  context: Context;
  actor: E["scope"] extends null ? null : Actor;
  params: ParsedPart<E, "params">;
  query: ParsedPart<E, "query">;
  body: ParsedPart<E, "body">;
  tx: E["method"] extends "GET" ? null : Tx;
};

/** A handler's result, in wire shape. */
export type RouteReply<E extends Endpoint> = E extends { paginated: true }
  ? { data: z.output<E["data"]>; pagination: Pagination }
  : { data: z.output<E["data"]> };

/** A request in progress, once its route is known. */
export type IncomingRequest = {
  request: Request;
  params: Record<string, string>;
  search: string;
  /** Set as soon as the caller is known, for the log line. */
  actor: Actor | null;
  /** Taken once the body has arrived, so that a slow sender holds no turn, and before it is decoded; released when the response has left. */
  turn: FairQueueTurn | null;
};

/**
 * A response body that is text already: built by the database, where turning rows into objects would cost more than
 * everything else, or streamed, where the body is too long for memory.
 */
type WrittenReply = { text: string } | { stream: AsyncIterable<string> };

export type Route = { endpoint: Endpoint; answer: (kit: RouteDeps, arrived: IncomingRequest) => Promise<HttpResponse> };

/**
 * Slow work before the transaction of a write, such as downloads: no transaction waits for it, and a repeated request
 * gets its stored response without it. `discard` undoes it when nothing was written. While the work uses the processor
 * it has its turn: `beforeWork` waits for it.
 */
export type PreTransactionWork<E extends Endpoint, P> = {
  isNeeded: (body: ParsedPart<E, "body">) => boolean;
  prepare: (asked: Omit<RouteInput<E>, "tx">, beforeWork: () => Promise<void>) => Promise<P>;
  discard: (asked: Omit<RouteInput<E>, "tx">, prepared: P) => Promise<void>;
};

/** Defines a route: key → scope → bytes → turn → parse → transaction (writes) → command → present. The handler does the last two. */
export function defineRoute<const E extends Endpoint, P = never>(
  endpoint: E,
  handle: (asked: RouteInput<E> & { prepared: P | null }) => Promise<RouteReply<E> | WrittenReply>,
  preparation?: PreTransactionWork<E, P>,
): Route {
  return {
    endpoint,
    answer: (kit, arrived) =>
      withAuthentication(kit, endpoint, arrived, async (actor) => {
        const parsed = await readInTurn(kit, endpoint, arrived, "requests");
        const isPrepared = preparation?.isNeeded(parsed.body as ParsedPart<E, "body">) ?? false;
        if (isPrepared) await waitForTurn(kit, arrived, "uploads");
        const ask = (tx: Tx | null, prepared: P | null = null) => {
          const asked = { context: kit.context, actor, ...parsed, tx, prepared };
          // The only place that casts one endpoint's types to the types that all endpoints share.
          return handle(asked as unknown as RouteInput<E> & { prepared: P | null });
        };
        if (endpoint.method === "GET") return toRouteResponse(endpoint, await ask(null));
        const run = async (tx: Tx, prepared: P | null) => {
          const { status, body: text } = toRouteResponse(endpoint, await ask(tx, prepared));
          if (endpoint.grants && actor) await requireLiveKey(tx, actor.keyId);
          if (typeof text !== "string") throw new Error("only GET endpoints can stream");
          return { status, body: text };
        };
        const repeatable = toIdempotentRequest(endpoint, actor, arrived, parsed);
        const { pool, clock } = kit.context;
        const write = (prepared: P | null) =>
          inTransaction(pool, async (tx) =>
            repeatable
              ? runIdempotently(tx, repeatable, clock, () => run(tx, prepared))
              : { ...(await run(tx, prepared)), isReplay: false },
          );
        if (!preparation || !isPrepared) {
          return flushKeysAfterWrite(kit, endpoint, withReplayedHeader(await write(null)));
        }
        const stored = repeatable && (await inTransaction(pool, (tx) => getStoredResponse(tx, repeatable, clock)));
        if (stored) return withReplayedHeader(stored);
        const asked = { context: kit.context, actor, ...parsed } as unknown as Omit<RouteInput<E>, "tx">;
        return withReplayedHeader(await writePrepared(preparation, asked, write, arrived.turn));
      }),
  };
}

/** Returns what identifies a request that may be repeated; null without an `Idempotency-Key` or where none counts. */
function toIdempotentRequest(
  endpoint: Endpoint,
  actor: Actor | null,
  { request }: IncomingRequest,
  parsed: ParsedRequest,
): IdempotentRequest | null {
  const key = endpoint.repeatSafe && actor ? getIdempotencyKey(request.headers) : null;
  if (key === null || !actor) return null;
  const requestHash = hashRequest(parsed);
  return { memberId: actor.memberId, endpoint: `${endpoint.method} ${endpoint.path}`, key, requestHash };
}

async function writePrepared<E extends Endpoint, P>(
  { prepare, discard }: PreTransactionWork<E, P>,
  asked: Omit<RouteInput<E>, "tx">,
  write: (prepared: P) => Promise<IdempotentResponse>,
  turn: FairQueueTurn | null,
): Promise<IdempotentResponse> {
  turn?.endWork();
  const prepared = await prepare(asked, async () => turn?.resume());
  try {
    const answer = await write(prepared);
    if (answer.isReplay) await discard(asked, prepared);
    return answer;
  } catch (error) {
    // After any other fault the rows may exist.
    if (error instanceof Refusal) await discard(asked, prepared);
    throw error;
  }
}

function toRouteResponse<E extends Endpoint>({ status }: E, reply: RouteReply<E> | WrittenReply): HttpResponse {
  if (!("stream" in reply)) return { status, body: "text" in reply ? reply.text : JSON.stringify(reply) };
  return { status, headers: { "content-type": "application/json" }, body: null, stream: reply.stream };
}

/** Waits until the caller may have one more request in progress. A turn of another kind ends. */
export async function waitForTurn(kit: RouteDeps, arrived: IncomingRequest, kind: TurnKind): Promise<void> {
  const { actor, request } = arrived;
  const name = actor
    ? getMemberName(actor.memberId, actor.via === "dashboard" ? "dashboard" : "keys")
    : getStrangerName(request.headers.get(clientAddressHeader));
  arrived.turn?.release();
  arrived.turn = await kit.turns.take(name, kind);
}

/**
 * Reads a request in the order that keeps its work from the others: the bytes, the caller's turn, then decoding and
 * checking. So a refused request has had its turn, and its time counts for its caller.
 */
async function readInTurn(
  kit: RouteDeps,
  endpoint: Endpoint,
  arrived: IncomingRequest,
  kind: TurnKind,
): Promise<ParsedRequest> {
  const hasBody = endpoint.method !== "GET" && endpoint.file === undefined;
  const body = hasBody ? await readBody(arrived.request) : null;
  await waitForTurn(kit, arrived, kind);
  return parseRequest(endpoint, arrived, body);
}

/**
 * Empties this process's key cache before the response to a write of keys or members; other processes receive a
 * notification.
 */
function flushKeysAfterWrite<T>(kit: RouteDeps, { scope }: Endpoint, done: T): T {
  if (scope === "keys:manage" || scope === "members:manage") kit.keys.flush();
  return done;
}

/**
 * Defines a route that calls another service while it writes: key → scope → bytes → turn → parse → command → present. The route holds
 * no transaction, so that no transaction waits for a platform; the command saves each step in a transaction of its own.
 */
export function defineExternalRoute<const E extends Endpoint>(
  endpoint: E,
  handle: (asked: RouteInput<E>) => Promise<RouteReply<E>>,
): Route {
  return {
    endpoint,
    answer: (kit, arrived) =>
      withAuthentication(kit, endpoint, arrived, async (actor) => {
        const parsed = await readInTurn(kit, endpoint, arrived, "requests");
        // The external call may take long and needs none of this process's work meanwhile.
        arrived.turn?.endWork();
        const asked = { context: kit.context, actor, ...parsed, tx: null };
        const reply = await handle(asked as unknown as RouteInput<E>);
        return { status: endpoint.status, body: JSON.stringify(reply) };
      }),
  };
}

/**
 * A stream handler's result: its media type, and the text piece by piece. `name` makes a browser save the response as a
 * file. The stream starts no work before it is read: for HEAD it is never read.
 */
export type RouteStream = {
  type: string;
  name?: string;
  headers?: Record<string, string>;
  stream: AsyncIterable<string>;
};

/**
 * Defines a route with a streamed response: key → scope → turn → parse → stream. The route holds no transaction, because a
 * slow reader would hold it too. The handler refuses before it returns the stream; afterwards the response has begun.
 * The handler of an endless stream also gets a function that checks whether the caller is still authorized; such a
 * stream takes no turn and limits its readers itself.
 */
export function defineStreamRoute<const E extends Endpoint>(
  endpoint: E,
  handle: (asked: RouteInput<E>, kit: RouteDeps, isStillAllowed: () => Promise<boolean>) => Promise<RouteStream>,
  { isEndless = false } = {},
): Route {
  return {
    endpoint,
    answer: (kit, arrived) =>
      withAuthentication(kit, endpoint, arrived, async (actor) => {
        const parsed = isEndless
          ? parseRequest(endpoint, arrived, null)
          : await readInTurn(kit, endpoint, arrived, "exports");
        const asked = { context: kit.context, actor, ...parsed, tx: null };
        const isStillAllowed = async () => actor === null || isStillAuthenticated(arrived.request, actor, kit.keys);
        const { type, name, stream, ...more } = await handle(asked as unknown as RouteInput<E>, kit, isStillAllowed);
        const headers: Record<string, string> = { ...more.headers, "content-type": type };
        if (name !== undefined) headers["content-disposition"] = `attachment; filename="${name}"`;
        return { status: endpoint.status, headers, body: null, stream };
      }),
  };
}

/** Checks key, scope and the limit of drafts-only keys, then runs `work`. Every response has the headers of the per-minute limit. */
export async function withAuthentication(
  kit: RouteDeps,
  endpoint: Endpoint,
  arrived: IncomingRequest,
  work: (actor: Actor | null) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  if (endpoint.scope === null) return (await limitAnonymous(arrived.request, kit.limits)) ?? (await work(null));
  const use = { isWrite: endpoint.method !== "GET", route: `${endpoint.method} ${endpoint.path}` };
  const caller = await authenticate(arrived.request, use, kit.keys, kit.limits);
  if (caller.refused) {
    if (caller.wrongKeyFrom) logWrongKey(kit.context.pool, caller.wrongKeyFrom);
    return caller.refused;
  }
  arrived.actor = caller.actor;
  if (endpoint.scope !== "any" && !caller.actor.scopes.has(endpoint.scope)) {
    logRefusedKey(kit.context.pool, caller.actor, "missing_scope");
    const answer = createErrorResponse("forbidden", `This key does not have the scope ${endpoint.scope}.`);
    return { ...answer, headers: caller.headers };
  }
  if (use.isWrite && !endpoint.forDraftsOnly && isDraftsOnly(caller.actor.credential)) {
    logRefusedKey(kit.context.pool, caller.actor, "drafts_only");
    return { ...createErrorResponse("forbidden", draftsOnlyMessage), headers: caller.headers };
  }
  try {
    const answer = await work(caller.actor);
    return { ...answer, headers: { ...caller.headers, ...answer.headers } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const answer = toRefusalResponse(error);
    return { ...answer, headers: { ...caller.headers, ...answer.headers } };
  }
}
