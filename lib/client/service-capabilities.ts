import * as z from "zod";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { sendWithRetry } from "./send-with-retry.ts";

/** A body field or query parameter that an endpoint gained later. */
export type CapabilityField =
  | "NewPost.submission_id"
  | "NewPost.grace_seconds"
  | "TakeDown.by_hand"
  | "SubmissionChange.add"
  | "SubmissionChange.grace_seconds"
  | "Standing.credited"
  | "listPosts.text"
  | "listDrafts.with_posts"
  | "listDrafts.with_shared"
  | "listClaims.whole_texts";
/**
 * The endpoints that a service offers: always the documented ones, the others and the fields if its own description has
 * them.
 */
export type ServiceCapabilities = ReadonlySet<EndpointName | CapabilityField>;

const fields: readonly (readonly [schema: string, field: string, CapabilityField])[] = [
  ["NewPost", "submission_id", "NewPost.submission_id"],
  ["NewPost", "grace_seconds", "NewPost.grace_seconds"],
  ["TakeDown", "by_hand", "TakeDown.by_hand"],
  ["SubmissionChange", "add", "SubmissionChange.add"],
  ["SubmissionChange", "grace_seconds", "SubmissionChange.grace_seconds"],
  ["Standing", "credited", "Standing.credited"],
];

const parameters: readonly (readonly [endpoint: EndpointName, parameter: string, CapabilityField])[] = [
  ["listPosts", "text", "listPosts.text"],
  ["listDrafts", "with_posts", "listDrafts.with_posts"],
  ["listDrafts", "with_shared", "listDrafts.with_shared"],
  ["listClaims", "whole_texts", "listClaims.whole_texts"],
];

const anything = z.record(z.string(), z.unknown());
const Schemas = z.record(z.string(), z.looseObject({ properties: anything.catch({}) }).catch({ properties: {} }));
const OpenApiDescription = z.looseObject({
  paths: z.record(z.string(), anything),
  components: z.looseObject({ schemas: Schemas.catch({}) }).catch({ schemas: {} }),
});

/** Every capability that this version can use. */
export const allCapabilities: ServiceCapabilities = new Set([
  ...(Object.keys(api) as EndpointName[]),
  ...[...fields, ...parameters].map(([, , name]) => name),
]);

const all = Object.entries(api as Record<string, Endpoint>) as [EndpointName, Endpoint][];
const documented = all.filter(([, endpoint]) => endpoint.documented).map(([name]) => name);

/** The capabilities of every service that implements the document. */
export const documentedCapabilities: ServiceCapabilities = new Set(documented);

/**
 * Reads `openapi.json` of a service. Returns null if it is unavailable now, so that the caller may retry; a service
 * without a description (404), or with an unreadable one, has only the documented endpoints. No key is sent.
 */
export async function fetchCapabilities(at: {
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
  timeoutMs: number;
}): Promise<ServiceCapabilities | null> {
  const answer = await sendWithRetry<ServiceCapabilities>({
    make: (signal) => new Request(`${at.baseUrl}/openapi.json`, { signal, redirect: "manual" }),
    fetch: at.fetch,
    read: async (response) => {
      if (response.status >= 500 || response.status === 429) {
        return { error: { code: "unavailable", message: "", status: response.status } };
      }
      const read = response.ok ? OpenApiDescription.safeParse(await response.json().catch(() => null)) : null;
      return { ok: read?.success ? readCapabilities(read.data) : documentedCapabilities };
    },
    timeoutMs: at.timeoutMs,
    signal: undefined,
    triesMax: 2,
    isRead: true,
    isRisky: false,
  });
  return answer.ok ?? null;
}

function readCapabilities({ paths, components }: z.infer<typeof OpenApiDescription>): ServiceCapabilities {
  const offered = new Map(
    Object.entries(paths).flatMap(([path, at]) =>
      Object.entries(at).map(([method, operation]) => [getEndpointKey(method, path), operation] as const),
    ),
  );
  const operationOf = ({ method, path }: Endpoint) => offered.get(getEndpointKey(method, path));
  const found = all.filter(([, endpoint]) => operationOf(endpoint) !== undefined).map(([name]) => name);
  const known = [
    ...fields.filter(([schema, field]) => Object.hasOwn(components.schemas[schema]?.properties ?? {}, field)),
    ...parameters.filter(([endpoint, name]) => hasParameter(operationOf(api[endpoint]), name)),
  ];
  return new Set([...documented, ...found, ...known.map(([, , name]) => name)]);
}

const Operation = z.looseObject({ parameters: z.array(z.looseObject({ name: z.unknown() })) });

function hasParameter(operation: unknown, name: string): boolean {
  const read = Operation.safeParse(operation);
  return read.success && read.data.parameters.some((parameter) => parameter.name === name);
}

/** Normalises a path: parameters may have other names, and paths may include the version. */
function getEndpointKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/^\/v1(?=\/)/, "").replace(/\{[^{}]*\}/g, "{}")}`;
}
