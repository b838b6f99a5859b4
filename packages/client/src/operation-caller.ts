import type { CallOptions, PostwrightOptions } from "./client-options.ts";
import type { Operations } from "./generated/contract-types.d.ts";
import { type OperationRequest, operations } from "./generated/operations.ts";
import { canStreamBodies, createMultipartStream, type UploadProgress } from "./multipart-upload.ts";
import { PostwrightError } from "./postwright-error.ts";
import { createResponseError, type Envelope, isRecord, readEnvelope } from "./read-response.ts";
import { type RepeatEffect, type SendRequestOptions, sendRequest } from "./send-request.ts";

export type OperationName = keyof Operations;
type Input = Record<string, unknown>;

/** An upload's own options, beside those of any call. */
export type FileOptions = {
  fileName?: string | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
};

/** Sends any operation and returns its whole answer. */
export type OperationCaller = {
  call: (name: OperationName, input?: object, options?: CallOptions & FileOptions) => Promise<Envelope>;
  open: (name: OperationName, input?: object, options?: CallOptions) => Promise<Response>;
  keepsKeys: () => Promise<boolean>;
};

const defaults = { timeoutMs: 30_000, uploadTimeoutMs: 120_000, retries: 4, retryAfterMaxSeconds: 60 };

/** A random key. `crypto.randomUUID` is missing in browsers on plain http, so the bytes are drawn here. */
function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @throws TypeError if `url` is no http address or the key is missing */
export function createOperationCaller(options: PostwrightOptions): OperationCaller {
  const base = parseBaseUrl(options.url);
  if (typeof options.key !== "string" || options.key === "") throw new TypeError("Postwright needs an API key.");
  const keepsKeys = createKeyDetection(base, options);
  const send = <T>(
    name: OperationName,
    input: Input,
    own: CallOptions & FileOptions,
    read: (response: Response) => Promise<T>,
  ) => {
    const operation: OperationRequest = operations[name];
    const effect = getRepeatEffect(operation);
    const idempotencyKey = own.idempotencyKey ?? (operation.repeatSafe ? createIdempotencyKey() : undefined);
    const headers: Record<string, string> = {
      ...options.headers,
      accept: operation.stream ? "*/*" : "application/json",
      authorization: `Bearer ${options.key}`,
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    };
    return sendRequest({
      ...getPatience(options),
      timeoutMs: own.timeoutMs ?? options.timeoutMs ?? (operation.file ? defaults.uploadTimeoutMs : defaults.timeoutMs),
      url: `${base}${createPath(operation, input)}${createQuery(name, operation, input, options)}`,
      createInit: () => createInit(operation, input, headers, own),
      read,
      effect,
      keepsKeys,
      signal: own.signal,
      idempotencyKey,
    });
  };
  return {
    call: (name, input = {}, own = {}) => send(name, input as Input, own, readEnvelope),
    open: (name, input = {}, own = {}) => send(name, input as Input, own, openResponse),
    keepsKeys,
  };
}

const getPatience = (options: PostwrightOptions) => ({
  fetch: options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init)),
  retries: options.retries ?? defaults.retries,
  retryAfterMaxSeconds: options.retryAfterMaxSeconds ?? defaults.retryAfterMaxSeconds,
});

async function openResponse(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw createResponseError(response, await response.json().catch(() => undefined));
}

function parseBaseUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new TypeError("`url` must be the address of the API, such as https://posts.example.org/v1.");
  }
  const path = parsed.pathname.replace(/(?<!\/)\/+$/, "");
  return `${parsed.origin}${/\/v\d+$/.test(path) ? path : `${path}/v1`}`;
}

/** An image that arrives twice does no harm: an upload alone publishes nothing. A deletion is the same when repeated. */
function getRepeatEffect(operation: OperationRequest): RepeatEffect {
  if (operation.method === "GET") return "none";
  if (operation.method === "DELETE" || operation.file !== undefined) return "same";
  return operation.repeatSafe ? "keyed" : "harm";
}

function createPath({ path }: OperationRequest, input: Input): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input[name];
    // An empty id would turn the path into the one of the list.
    if (typeof value !== "string" || value === "") throw new TypeError(`\`${name}\` is missing.`);
    return encodeURIComponent(value);
  });
}

function createQuery(
  name: OperationName,
  { query: names = [] }: OperationRequest,
  input: Input,
  { listParams }: PostwrightOptions,
): string {
  const query = new URLSearchParams();
  for (const field of names) {
    const value = input[field];
    if (value === undefined || value === null) continue;
    const sent = (name === "listPosts" && (listParams as Record<string, string> | undefined)?.[field]) || field;
    for (const one of Array.isArray(value) ? value : [value]) {
      query.append(sent, one instanceof Date ? one.toISOString() : String(one));
    }
  }
  return query.size === 0 ? "" : `?${query}`;
}

function createInit(
  operation: OperationRequest,
  input: Input,
  headers: Record<string, string>,
  { fileName = "file", onProgress }: FileOptions,
): RequestInit {
  const { method, file: field } = operation;
  if (field !== undefined) {
    const file = input[field];
    if (!(file instanceof Blob)) throw new TypeError(`\`${field}\` must be a Blob or a File.`);
    if (onProgress && canStreamBodies()) {
      const { body, headers: types } = createMultipartStream(field, file, fileName, onProgress);
      // `duplex` is required for a stream, and missing in the types of `fetch`.
      return { method, headers: { ...headers, ...types }, body, duplex: "half" } as RequestInit;
    }
    const form = new FormData();
    form.set(field, file, fileName);
    return { method, headers, body: form };
  }
  if (!operation.body) return { method, headers };
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const body = Object.entries(input).filter(([name]) => !inPath.has(name) && !operation.query?.includes(name));
  return {
    method,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(body)),
  };
}

/**
 * Returns a function that says whether the service keeps idempotency keys: from the options, or from the service's own
 * description, which is read when the first create was lost. A service without a description promises nothing.
 */
function createKeyDetection(base: string, options: PostwrightOptions): () => Promise<boolean> {
  const promised = options.keepsIdempotencyKeys ?? "detect";
  if (promised !== "detect") return () => Promise.resolve(promised);
  let known: Promise<boolean> | null = null;
  const detection: SendRequestOptions<boolean> = {
    ...getPatience(options),
    url: `${base}/openapi.json`,
    createInit: () => ({ method: "GET", headers: { ...options.headers, accept: "application/json" } }),
    read: readKeyPromise,
    effect: "none",
    keepsKeys: () => Promise.resolve(false),
    timeoutMs: options.timeoutMs ?? defaults.timeoutMs,
    signal: undefined,
    idempotencyKey: undefined,
  };
  return () => {
    known ??= sendRequest(detection).catch(() => {
      known = null;
      return false;
    });
    return known;
  };
}

/** True if the description lists the header `Idempotency-Key` for `POST /posts`, in place or by reference. */
async function readKeyPromise(response: Response): Promise<boolean> {
  if (response.status >= 500 || response.status === 429) {
    throw new PostwrightError({ code: "unavailable", message: "No description.", status: response.status });
  }
  const description: unknown = response.ok ? await response.json().catch(() => null) : null;
  if (!isRecord(description) || !isRecord(description["paths"])) return false;
  const path = Object.entries(description["paths"]).find(([name]) => /^(\/v\d+)?\/posts\/?$/.test(name))?.[1];
  const post = isRecord(path) ? path["post"] : undefined;
  const parameters = isRecord(post) && Array.isArray(post["parameters"]) ? post["parameters"] : [];
  return parameters.some((one) => {
    const parameter = resolveReference(description, one);
    return isRecord(parameter) && String(parameter["name"]).toLowerCase() === "idempotency-key";
  });
}

function resolveReference(description: Record<string, unknown>, value: unknown): unknown {
  if (!isRecord(value) || typeof value["$ref"] !== "string") return value;
  const steps = value["$ref"].replace(/^#\//, "").split("/");
  return steps.reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), description);
}
