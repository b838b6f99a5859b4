import type { ServerResponse } from "node:http";
import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { createApiKeyCache } from "#lib/service/api-keys/api-key-cache.ts";
import type { Context } from "#lib/service/core/context.ts";
import type { ProcessConnection } from "#lib/service/db/listen/process-connection.ts";
import type { RealtimeHub } from "#lib/service/realtime/realtime-hub.ts";
import { createRequestLimits } from "./access/request-limits.ts";
import type { IncomingRequest, Route } from "./define-route.ts";
import { toErrorResponse } from "./error-response.ts";
import { createFairQueue, type FairQueue, type FairQueueTurn } from "./fair-queue.ts";
import { createErrorResponse, type HttpResponse, toFetchResponse, writeResponse } from "./http-response.ts";
import type { RouteDeps } from "./route-deps.ts";
import { routes } from "./routes.ts";

const base = "/v1";
/** Requests in progress per member: API keys and the dashboard each have this many. */
const limitsPerMember = { requests: 3, exports: 1, uploads: 1, messages: 3 };
/**
 * Waiting requests per member. More than this is nothing that a person or an orderly program sends. A waiting export
 * waits until a whole earlier export ends.
 */
const waitingMax = { requests: 60, exports: 2, uploads: 60, messages: 60 };
/** Database connections that requests leave free for the health check and for responses that are being sent. */
const spareConnections = 2;

/**
 * The public API as a function, with the functions its owner needs. With `outgoing`, the function writes the response
 * to that socket and the returned Response only reports this (see `writeResponse`).
 */
export type HttpApp = ((request: Request, outgoing?: ServerResponse) => Promise<Response>) & {
  /** Resolves once this process receives key changes from other processes. */
  listening: () => Promise<void>;
  /** The turns of all callers of this process, for what is answered beside `/v1`. */
  turns: FairQueue;
  /** Empties the key cache; call it after a change of keys or sessions in this process. */
  flushKeys: () => void;
  /** Ends open streams and forgets all keys; call it before the pool ends. */
  close: () => Promise<void>;
};

/** Creates the handler of all paths below `/v1`. The handler never throws. */
export function createHttpApp(context: Context, live: RealtimeHub, processConnection: ProcessConnection): HttpApp {
  const keys = createApiKeyCache({ ...context, processConnection, onChange: live.recheck });
  const atOnce = Math.max(limitsPerMember.requests, (context.pool.options.max ?? 10) - spareConnections);
  const turns = createFairQueue({ atOnce, perName: limitsPerMember, waitingMax });
  const kit: RouteDeps = { context, keys, limits: createRequestLimits(context.settings.rateLimit), live, turns };
  const findRoute = createRouteFinder(routes);

  const handle = async (request: Request, outgoing?: ServerResponse): Promise<Response> => {
    const startedAt = performance.now();
    const requestId = context.clock.newId();
    const { path, search } = splitUrl(request.url);
    const found = path.startsWith(`${base}/`) ? findRoute(path.slice(base.length)) : null;
    const arrived: IncomingRequest = { request, params: found?.params ?? {}, search, actor: null, turn: null };
    let answer: HttpResponse;
    try {
      answer = await answerRoute(kit, found?.place ?? null, arrived);
    } catch (error) {
      answer = toErrorResponse(error, requestId, context.log);
    }
    arrived.turn?.endWork();
    if (answer.stream && arrived.turn) answer = { ...answer, stream: byTurns(answer.stream, arrived.turn) };
    const onSent = () => arrived.turn?.release();
    context.log.info(
      {
        requestId,
        method: request.method,
        route: found?.place.path ?? null,
        status: answer.status,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        keyId: arrived.actor?.keyId,
      },
      "request",
    );
    if (outgoing) return writeResponse(answer, requestId, outgoing, onSent);
    return toFetchResponse(answer, requestId, request.method !== "HEAD", onSent, request);
  };
  const close = async () => {
    await live.close();
    await keys.close();
  };
  return Object.assign(handle, { listening: keys.listening, turns, flushKeys: keys.flush, close });
}

/**
 * Yields a long response piece by piece. Each piece takes a turn of its own; while the reader receives a piece, other
 * requests may work.
 */
async function* byTurns(pieces: AsyncIterable<string>, turn: FairQueueTurn): AsyncGenerator<string, void, void> {
  const iterator = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      await turn.resume();
      const { done, value } = await iterator.next();
      turn.endWork();
      if (done) return;
      yield value;
    }
  } finally {
    turn.endWork();
    await iterator.return?.();
  }
}

type MatchedRoute = NonNullable<ReturnType<ReturnType<typeof createRouteFinder>>>["place"];

async function answerRoute(
  kit: RouteDeps,
  place: MatchedRoute | null,
  arrived: IncomingRequest,
): Promise<HttpResponse> {
  if (!place) return createErrorResponse("not_found", "There is nothing at this address.");
  const { method } = arrived.request;
  const headers = { allow: place.allow };
  if (method === "OPTIONS") return { status: 204, headers, body: null };
  const route = place.routes.get(method === "HEAD" ? "GET" : method);
  if (!route) return createErrorResponse("method_not_allowed", `This address accepts ${place.allow}.`, { headers });
  return route.answer(kit, arrived);
}

/** Returns path and query of an absolute URL without the cost of a full parse: this runs for every request. */
function splitUrl(url: string): { path: string; search: string } {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const hash = url.indexOf("#", start);
  const end = hash === -1 ? url.length : hash;
  const query = url.indexOf("?", start);
  if (query === -1 || query > end) return { path: url.slice(start, end), search: "" };
  return { path: url.slice(start, query), search: url.slice(query + 1, end) };
}

/** All routes of one path, by method. */
type RouteEntry = { path: string; routes: ReadonlyMap<string, Route>; allow: string };
type RouteMatch = { place: RouteEntry; params: Record<string, string> };

/** Finds the routes of a path below `/v1`. The method is checked afterwards, so that a wrong method gets a 405. */
function createRouteFinder(routes: readonly Route[]): (path: string) => RouteMatch | null {
  const byPath = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const { path, method } = route.endpoint;
    const at = byPath.get(path) ?? new Map<string, Route>();
    byPath.set(path, at.set(method, route));
  }
  const router = new SmartRouter<RouteEntry>({ routers: [new RegExpRouter(), new TrieRouter()] });
  const fixed = new Map<string, RouteMatch>();
  // Fixed paths come first, in whatever order the routes are listed: `/posts/counts` is not a post with the id
  // "counts".
  const fixedFirst = [...byPath].sort(([one], [other]) => wildcards(one) - wildcards(other));
  for (const [path, at] of fixedFirst) {
    const methods = [...at.keys(), ...(at.has("GET") ? ["HEAD"] : []), "OPTIONS"];
    const place = { path, routes: at, allow: methods.join(", ") };
    if (wildcards(path) === 0) fixed.set(path, { place, params: {} });
    // Our paths never have the router's wildcards, so each match holds one handler, or several of overlapping paths.
    router.add("GET", path.replace(/\{(\w+)\}/g, ":$1"), place);
  }
  return (path) => {
    const exact = fixed.get(path);
    if (exact) return exact;
    const [matches, stash] = router.match("GET", path);
    const match = matches[0];
    if (!match) return null;
    const [place, named] = match;
    const params: Record<string, string> = {};
    for (const [name, value] of Object.entries(named)) {
      const raw = typeof value === "number" ? stash?.[value] : value;
      const decoded = raw === undefined ? null : decode(raw);
      if (decoded === null) return null;
      params[name] = decoded;
    }
    return { place, params };
  };
}

function wildcards(path: string): number {
  return path.split("{").length - 1;
}

function decode(raw: string): string | null {
  if (!raw.includes("%")) return raw;
  try {
    return decodeURIComponent(raw);
  } catch {
    return null;
  }
}
