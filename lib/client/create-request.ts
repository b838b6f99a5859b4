import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { ClientOptions, RequestOptions, UploadInput } from "./client-options.ts";

/** The request for one try; made anew for each, because a body is used up by sending it. */
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
  // Never followed: a redirect would carry the key to wherever it points, or turn a write into a read.
  const common = { method: endpoint.method, headers, signal: options.signal, redirect: "manual" } as const;
  if (body === null) return new Request(url, common);
  // A stream is only taken with this word, which the types of the browser do not know.
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
