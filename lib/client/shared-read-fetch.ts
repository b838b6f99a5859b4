import { createHash } from "node:crypto";
import { parseRetryAfter } from "./retry-after.ts";

type Fetch = (request: Request) => Promise<Response>;
type StoredAnswer = { status: number; headers: [string, string][]; body: ArrayBuffer };
type Reading = { answer: Promise<StoredAnswer>; untilMs: number };

type SharedReadFetchOptions = {
  /** Ends in /v1, without a slash. */
  baseUrl: string;
  fetch: Fetch;
  /** Name of the service's parameter for the page size. */
  limitParam: string;
  /** Limit in ms for a read that several callers share. */
  timeoutMs: number;
  nowMs?: () => number;
};

/**
 * Reads that several callers share while one is in flight, with the ms for which its answer stays current afterwards.
 * These answers change rarely, and every page needs them.
 */
const sharedReads: ReadonlyMap<string, number> = new Map([
  ["/me", 30_000],
  ["/channels", 30_000],
  ["/leaderboard", 60_000],
  ["/posts", 0],
]);
/** Ms for which the total of a list counts as current; it is requested as a page of one post. */
const totalMs = 60_000;
/** Longest wait in s that an answer can impose. */
const waitMaxSeconds = 300;
/** Entries above which outdated ones are removed. */
const entriesMax = 500;

/**
 * Wraps the fetch for a service on another host, which this dashboard must not burden: it introduces itself, equal reads of
 * one key share one request, and after a 429 with `Retry-After` nothing is sent under that key until the time is over.
 * Such a request is answered with a 429 here. Never repeats a request.
 */
export function createSharedReadFetch(options: SharedReadFetchOptions): Fetch {
  const { baseUrl, fetch, limitParam, timeoutMs, nowMs = Date.now } = options;
  const waits = new Map<string, number>();
  const reads = new Map<string, Reading>();

  async function ask(request: Request, caller: string): Promise<Response> {
    request.headers.set("user-agent", "Postwright");
    const answer = await fetch(request);
    const seconds = answer.status === 429 ? parseRetryAfter(answer.headers.get("retry-after")) : undefined;
    if (seconds !== undefined) waits.set(caller, nowMs() + Math.min(seconds, waitMaxSeconds) * 1000);
    return answer;
  }

  async function readStored(request: Request, caller: string): Promise<StoredAnswer> {
    // The callers have time limits of their own, so one that gives up ends no other's read.
    const answer = await ask(new Request(request, { signal: AbortSignal.timeout(timeoutMs) }), caller);
    return { status: answer.status, headers: [...answer.headers], body: await answer.arrayBuffer() };
  }

  function share(request: Request, caller: string, currentMs: number): Promise<StoredAnswer> {
    const name = `${caller} ${request.url}`;
    const known = reads.get(name);
    if (known && known.untilMs > nowMs()) return known.answer;
    const reading: Reading = { answer: readStored(request, caller), untilMs: Number.POSITIVE_INFINITY };
    reads.set(name, reading);
    const end = (untilMs: number) => {
      reading.untilMs = untilMs;
      if (untilMs <= nowMs() && reads.get(name) === reading) reads.delete(name);
    };
    reading.answer.then(
      (answer) => end(isReadable(answer) ? nowMs() + currentMs : 0),
      () => end(0),
    );
    return reading.answer;
  }

  /** Forgets what this caller read, because a write may change it. */
  function forget(caller: string): void {
    for (const name of reads.keys()) if (name.startsWith(`${caller} `)) reads.delete(name);
  }

  function sweep(): void {
    if (reads.size > entriesMax) for (const [name, { untilMs }] of reads) if (untilMs <= nowMs()) reads.delete(name);
    if (waits.size > entriesMax) for (const [name, untilMs] of waits) if (untilMs <= nowMs()) waits.delete(name);
  }

  return async (request) => {
    sweep();
    const caller = createHash("sha256")
      .update(request.headers.get("authorization") ?? "")
      .digest("base64");
    const waitMs = (waits.get(caller) ?? 0) - nowMs();
    if (waitMs > 0) return createWaitAnswer(Math.ceil(waitMs / 1000));
    const { pathname, searchParams } = new URL(request.url);
    const sharedMs = sharedReads.get(pathname.slice(new URL(baseUrl).pathname.length));
    const currentMs = sharedMs === 0 && searchParams.get(limitParam) === "1" ? totalMs : sharedMs;
    if (request.method !== "GET" || currentMs === undefined) {
      if (request.method !== "GET") forget(caller);
      return await ask(request, caller);
    }
    const { status, headers, body } = await share(request, caller, currentMs);
    // 204 and 304 can't have a body.
    return new Response(body.byteLength > 0 ? body : null, { status, headers });
  };
}

/** True for an answer of the service itself, and not of a proxy or of the page of a network that wants a sign-in. */
function isReadable({ status, body }: StoredAnswer): boolean {
  if (status !== 200) return false;
  try {
    const answer: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof answer === "object" && answer !== null && "data" in answer;
  } catch {
    return false;
  }
}

function createWaitAnswer(seconds: number): Response {
  const error = { code: "rate_limited", message: `The publishing service asked to wait ${seconds} s.` };
  return Response.json({ error }, { status: 429, headers: { "retry-after": String(seconds) } });
}
