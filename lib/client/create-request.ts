import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { ClientOptions, RequestOptions, UploadInput } from "./client-options.ts";

/** Creates the request for one attempt. Each attempt needs a new one, because sending consumes the body. */
export function createRequest(
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
  if (endpoint.file !== undefined) return buildFileBody(endpoint.file, input as UploadInput, headers);
  if (!endpoint.body) return null;
  const elsewhere = new Set([
    ...Object.keys(endpoint.params?.shape ?? {}),
    ...Object.keys(endpoint.query?.shape ?? {}),
  ]);
  const fields = Object.entries(input).filter(([name]) => !elsewhere.has(name));
  headers.set("content-type", "application/json");
  return JSON.stringify(Object.fromEntries(fields));
}

function buildFileBody(part: string, input: UploadInput, headers: Headers): BodyInit {
  if ("body" in input) {
    headers.set("content-type", input.contentType);
    if (input.contentLength !== undefined) headers.set("content-length", input.contentLength);
    return input.body;
  }
  const form = new FormData();
  form.set(part, input.file, input.name);
  return form;
}
