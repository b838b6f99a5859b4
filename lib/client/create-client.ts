import * as z from "zod";
import { type Api, api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { type ErrorCode, errorStatus, type Failure, type Result } from "#lib/contract/errors.ts";
import type { Pagination } from "#lib/contract/resources/posts.ts";
import type { ClientOptions, RequestOptions, UploadBody } from "./client-options.ts";
import { createLenientResponseSchema } from "./lenient-response-schema.ts";
import { parseRetryAfter } from "./retry-after.ts";
import { sendWithRetry } from "./send-with-retry.ts";

const Envelope = z.looseObject({
  error: z.looseObject({
    code: z.string(),
    message: z.string().catch(""),
    field: z.string().optional().catch(undefined),
  }),
});

/** Parses an answer with `schema`: its payload, or its failure. Never throws. */
async function parseResponse<T>(response: Response, schema: z.ZodType<T>): Promise<Result<T>> {
  const told = {
    status: response.status,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: parseRetryAfter(response.headers.get("retry-after")),
  };
  const json = await response.json().catch(() => undefined);
  if (response.ok) {
    const payload = schema.safeParse(json);
    if (payload.success) return { ok: payload.data };
    return { error: { ...told, code: "unreadable", message: "The response has an unexpected format." } };
  }
  const envelope = Envelope.safeParse(json);
  if (envelope.success) {
    const fields = toFailureFields(envelope.data.error);
    // The status says it, whatever the service calls it.
    return { error: { ...told, ...fields, ...(response.status === 429 && { code: "rate_limited" }) } };
  }
  return {
    error: {
      ...told,
      code: getErrorCode(response.status),
      message: `The service responded with status ${response.status}.`,
    },
  };
}

function toFailureFields(error: z.output<typeof Envelope>["error"]): Pick<Failure, "code" | "message" | "field"> {
  return { code: error.code, message: error.message, field: error.field };
}

const byStatus = new Map<number, ErrorCode>(
  Object.entries(errorStatus).map(([code, status]) => [status, code as ErrorCode]),
);
/** Statuses of a proxy in front of an unavailable service. */
const away = new Set([502, 503, 504]);

/** Returns the error code for an answer without an envelope, such as a proxy's own page. */
function getErrorCode(status: number): Failure["code"] {
  if (away.has(status)) return "unavailable";
  return byStatus.get(status) ?? "unreadable";
}

type FieldsOf<E, N extends "params" | "query" | "body"> = N extends keyof E
  ? E[N] extends z.ZodType
    ? N extends "body"
      ? z.input<E[N]>
      : N extends "query"
        ? Partial<z.output<E[N]>>
        : z.output<E[N]>
    : unknown
  : unknown;
/** Path, query and body fields of an endpoint in one object. */
type EndpointInput<N extends EndpointName> = Api[N] extends { file: string }
  ? UploadBody
  : FieldsOf<Api[N], "params"> & FieldsOf<Api[N], "query"> & FieldsOf<Api[N], "body">;

/**
 * The answer of an endpoint, without its envelope. `omitted` counts rows of another service that can't be read. On another service than ours, an enum value may be any text, so code
 * that maps a status or cause to a label needs a label for unknown values.
 */
type EndpointOutput<N extends EndpointName> = Api[N] extends { paginated: true }
  ? { data: z.output<Api[N]["data"]>; pagination: z.output<typeof Pagination>; omitted?: number }
  : z.output<Api[N]["data"]>;

type ClientMethod<N extends EndpointName> =
  Record<never, never> extends EndpointInput<N>
    ? (input?: EndpointInput<N>, options?: RequestOptions) => Promise<Result<EndpointOutput<N>>>
    : (input: EndpointInput<N>, options?: RequestOptions) => Promise<Result<EndpointOutput<N>>>;
/** The endpoints that answer with a stream of text instead of one envelope. */
type StreamEndpointName = {
  [N in EndpointName]: Api[N] extends { stream: readonly string[] } ? N : never;
}[EndpointName];
export type ServiceClient = { [N in Exclude<EndpointName, StreamEndpointName>]: ClientMethod<N> } & {
  /**
   * Opens a stream and passes its body on unread; an answer that is no stream is a Failure, as everywhere. There is no
   * timeout: the stream ends when the service or `signal` ends it.
   */
  open: <N extends StreamEndpointName>(
    name: N,
    input: EndpointInput<N>,
    signal?: AbortSignal,
  ) => Promise<Result<Response>>;
};

const responseSchemas = new Map<string, z.ZodType>();

/** The envelope alone, for answers whose content is trusted. */
const TrustedList = z.looseObject({ data: z.unknown() });
const TrustedData = TrustedList.transform(({ data }) => data);

/** Returns the response schema of an endpoint, created at the first call. */
function getResponseSchema({ trustsAnswers }: ClientOptions, name: string, endpoint: Endpoint): z.ZodType {
  if (trustsAnswers) return endpoint.paginated ? TrustedList : TrustedData;
  const made = responseSchemas.get(name);
  if (made) return made;
  const reader = createLenientResponseSchema(endpoint);
  responseSchemas.set(name, reader);
  return reader;
}

/** Creates a client with a method for each endpoint of the contract. No method throws: an error is a Failure. */
export function createClient(at: ClientOptions): ServiceClient {
  const endpoints = Object.entries(api as Record<string, Endpoint>);
  const methods = endpoints.map(([name, endpoint]) => {
    const isDeletion = endpoint === api.deletePost;
    const call = async (input: Record<string, unknown> = {}, options: RequestOptions = {}) => {
      const isRead = endpoint.method === "GET";
      const isKept = at.keepsRepeats && options.repeatKey !== undefined && endpoint.repeatSafe === true;
      let sent = 0;
      const result = await sendWithRetry({
        make: (signal) => {
          sent += 1;
          return createRequest(at, endpoint, input, { ...options, signal });
        },
        fetch: at.fetch,
        read: (response) => parseResponse(response, getResponseSchema(at, name, endpoint)),
        timeoutMs: options.timeoutMs ?? at.timeoutMs,
        signal: options.signal,
        triesMax: (isRead || isKept || isDeletion) && !("body" in input && endpoint.file) ? 2 : 1,
        isRead,
        // An image that arrives twice does no harm, because an upload alone creates nothing else. A deletion that is
        // repeated deletes nothing more.
        isRisky: !isRead && !isKept && !isDeletion && endpoint.file === undefined,
      });
      // The first attempt deleted it, and its answer was lost.
      if (isDeletion && sent > 1 && result.error?.code === "not_found")
        return { ok: { id: String(input["id"]), deleted: true } };
      if (endpoint === api.listPosts && at.listParams && !at.trustsAnswers) return checkListAnswer(result, input);
      return result.error && isRead ? { error: { ...result.error, isRead } } : result;
    };
    return [name, call];
  });
  const open = (name: EndpointName, input: Record<string, unknown>, signal?: AbortSignal) =>
    openStream(at, api[name], input, signal);
  return { ...Object.fromEntries(methods), open } as ServiceClient;
}

type PostsOfPage = EndpointOutput<"listPosts">;

/**
 * Compares another service's list of posts with the question: the names of its three parameters are not documented, and
 * a service that ignores a wrong name answers with posts of any status or with the first page again. A few rows of
 * another status, which just changed it, are left out.
 */
function checkListAnswer(result: Result<unknown>, input: Record<string, unknown>): Result<unknown> {
  const isUnknown = {
    error: {
      code: "list_parameters",
      message: "The service does not know the names of the list's parameters.",
      status: result.error?.status ?? 200,
      isRead: true,
    },
  };
  // Its values are within the document's limits, so a refusal is about the names.
  if (result.error) return result.error.status === 400 ? isUnknown : { error: { ...result.error, isRead: true } };
  const page = result.ok as PostsOfPage;
  const { limit, offset, status } = input;
  if (typeof limit === "number" && page.pagination.limit > limit) return isUnknown;
  if (typeof offset === "number" && offset > 0 && page.pagination.offset !== offset) return isUnknown;
  const asked = status === undefined || status === null ? [] : [status].flat();
  if (asked.length === 0) return result;
  const data = page.data.filter((post) => asked.includes(post.status));
  if (data.length < page.data.length / 2) return isUnknown;
  return { ok: { ...page, data } };
}

/**
 * Opens a stream of the service and returns its answer unread; an answer that is no stream is a Failure. Never throws.
 */
async function openStream(
  at: ClientOptions,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Result<Response>> {
  try {
    const answer = await at.fetch(createRequest(at, endpoint, input, { signal }));
    const type = answer.headers.get("content-type")?.split(";", 1)[0] ?? "";
    if (answer.ok && endpoint.stream?.includes(type)) return { ok: answer };
    const failed = await parseResponse(answer, z.never());
    return {
      error: failed.error ?? { code: "unreadable", message: "The response is not a stream.", status: answer.status },
    };
  } catch {
    const code = signal.aborted ? "aborted" : "unreachable";
    return { error: { code, message: "The service can't be reached.", status: null } };
  }
}

/** Creates the request for one attempt. Each attempt needs a new one, because sending consumes the body. */
function createRequest(
  at: ClientOptions,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  options: RequestOptions & { signal: AbortSignal },
): Request {
  const headers = new Headers({ ...at.headers, accept: "application/json", authorization: `Bearer ${at.key}` });
  if (options.repeatKey !== undefined) headers.set("idempotency-key", options.repeatKey);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const url = `${at.baseUrl}${path}${buildQuery(at, endpoint, input)}`;
  const body = buildBody(endpoint, input, headers);
  // Redirects are never followed: one would carry the key to another address, or turn a write into a read.
  const common = { method: endpoint.method, headers, signal: options.signal, redirect: "manual" } as const;
  if (body === null) return new Request(url, common);
  // `fetch` accepts a stream only with `duplex`, which the browser's types lack.
  return new Request(url, { ...common, body, duplex: "half" } as RequestInit);
}

function buildQuery(at: ClientOptions, endpoint: Endpoint, input: Record<string, unknown>): string {
  if (!endpoint.query) return "";
  const query = new URLSearchParams();
  const isList = endpoint.path === "/posts";
  for (const name of Object.keys(endpoint.query.shape)) {
    const value = input[name];
    if (value === undefined || value === null) continue;
    const sent = (isList && (at.listParams as Record<string, string> | undefined)?.[name]) || name;
    for (const one of Array.isArray(value) ? value : [value]) query.append(sent, String(one));
  }
  return query.size === 0 ? "" : `?${query}`;
}

function buildBody(endpoint: Endpoint, input: Record<string, unknown>, headers: Headers): BodyInit | null {
  if (endpoint.file !== undefined) return buildFileBody(endpoint.file, input as UploadBody, headers);
  if (!endpoint.body) return null;
  const elsewhere = new Set([
    ...Object.keys(endpoint.params?.shape ?? {}),
    ...Object.keys(endpoint.query?.shape ?? {}),
  ]);
  const fields = Object.entries(input).filter(([name]) => !elsewhere.has(name));
  headers.set("content-type", "application/json");
  return JSON.stringify(Object.fromEntries(fields));
}

function buildFileBody(part: string, input: UploadBody, headers: Headers): BodyInit {
  if ("body" in input) {
    headers.set("content-type", input.contentType);
    if (input.contentLength !== undefined) headers.set("content-length", input.contentLength);
    return input.body;
  }
  const form = new FormData();
  form.set(part, input.file, input.name);
  return form;
}
