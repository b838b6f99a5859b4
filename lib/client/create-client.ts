import * as z from "zod";
import { type Api, api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Result } from "#lib/contract/errors.ts";
import { Pagination } from "#lib/contract/resources/posts.ts";
import type { CallOptions, FileInput, ServiceAddress } from "./client-options.ts";
import { loosen } from "./loosen.ts";
import { makeRequest } from "./create-request.ts";
import { openStream } from "./open-stream.ts";
import { readAnswer } from "./parse-response.ts";
import { sendWithin } from "./send-with-retry.ts";

type Wanted<E, N extends "params" | "query" | "body"> = N extends keyof E
  ? E[N] extends z.ZodType
    ? N extends "body"
      ? z.input<E[N]>
      : N extends "query"
        ? Partial<z.output<E[N]>>
        : z.output<E[N]>
    : unknown
  : unknown;
/** Path, query and body fields of an endpoint, in one object. */
type InputOf<N extends EndpointName> = Api[N] extends { file: string }
  ? FileInput
  : Wanted<Api[N], "params"> & Wanted<Api[N], "query"> & Wanted<Api[N], "body">;

/**
 * What an endpoint gives, without its envelope. Values that are enums here may be any text when the service is another
 * than ours, so whoever maps a status or a cause to words needs words for an unknown one.
 */
type DataOf<N extends EndpointName> = Api[N] extends { paginated: true }
  ? { data: z.output<Api[N]["data"]>; pagination: z.output<typeof Pagination> }
  : z.output<Api[N]["data"]>;

type Method<N extends EndpointName> =
  Record<never, never> extends InputOf<N>
    ? (input?: InputOf<N>, options?: CallOptions) => Promise<Result<DataOf<N>>>
    : (input: InputOf<N>, options?: CallOptions) => Promise<Result<DataOf<N>>>;
/** The endpoints whose answer is not one envelope but text that comes piece by piece. */
type StreamName = { [N in EndpointName]: Api[N] extends { stream: readonly string[] } ? N : never }[EndpointName];
export type Client = { [N in Exclude<EndpointName, StreamName>]: Method<N> } & {
  /**
   * Opens a stream. The answer's body is passed on unread; an answer that is none is a Failure, as everywhere. Without a
   * limit of time: it ends when the service or `signal` ends it.
   */
  open: <N extends StreamName>(name: N, input: InputOf<N>, signal?: AbortSignal) => Promise<Result<Response>>;
};

const readers = new Map<string, z.ZodType>();

/** One schema an endpoint, made when it is first needed. */
function readerOf(name: string, endpoint: Endpoint): z.ZodType {
  const made = readers.get(name);
  if (made) return made;
  const data = loosen(endpoint.data);
  const reader = endpoint.paginated
    ? z.looseObject({ data, pagination: loosen(Pagination) })
    : z.looseObject({ data }).transform((answer) => answer.data);
  readers.set(name, reader);
  return reader;
}

/** A client with a method for each endpoint of the contract. Nothing is thrown: what goes wrong is a Failure. */
export function makeClient(at: ServiceAddress): Client {
  const endpoints = Object.entries(api as Record<string, Endpoint>);
  const methods = endpoints.map(([name, endpoint]) => {
    const call = (input: Record<string, unknown> = {}, options: CallOptions = {}) => {
      const isRead = endpoint.method === "GET";
      const isKept = at.keepsRepeats && options.repeatKey !== undefined && endpoint.repeatSafe === true;
      return sendWithin({
        make: (signal) => makeRequest(at, endpoint, input, { ...options, signal }),
        fetch: at.fetch,
        read: (response) => readAnswer(response, readerOf(name, endpoint)),
        timeoutMs: options.timeoutMs ?? at.timeoutMs,
        signal: options.signal,
        triesMax: (isRead || isKept) && !("body" in input && endpoint.file) ? 2 : 1,
        // An image that arrives twice does no harm: nothing is made of it.
        isRisky: !isRead && !isKept && endpoint.file === undefined,
      });
    };
    return [name, call];
  });
  const open = (name: EndpointName, input: Record<string, unknown>, signal?: AbortSignal) =>
    openStream(at, api[name], input, signal);
  return { ...Object.fromEntries(methods), open } as Client;
}
