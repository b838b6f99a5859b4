import * as z from "zod";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { sendWithRetry } from "./send-with-retry.ts";

/** A field of a body, or a parameter of a query, that an endpoint did not have at first. */
export type CapabilityField = "NewPost.submission_id" | "TakeDown.by_hand" | "listPosts.text";
/** The endpoints a service offers. The documented ones always; the others, and fields, when its own description has them. */
export type ServiceCapabilities = ReadonlySet<EndpointName | CapabilityField>;

const fields: readonly (readonly [schema: string, field: string, CapabilityField])[] = [
  ["NewPost", "submission_id", "NewPost.submission_id"],
  ["TakeDown", "by_hand", "TakeDown.by_hand"],
];

const parameters: readonly (readonly [endpoint: EndpointName, parameter: string, CapabilityField])[] = [
  ["listPosts", "text", "listPosts.text"],
];

const anything = z.record(z.string(), z.unknown());
const Schemas = z.record(z.string(), z.looseObject({ properties: anything.catch({}) }).catch({ properties: {} }));
const OpenApiDescription = z.looseObject({
  paths: z.record(z.string(), anything),
  components: z.looseObject({ schemas: Schemas.catch({}) }).catch({ schemas: {} }),
});

/** Everything that this version can ask for. */
export const allCapabilities: ServiceCapabilities = new Set([
  ...(Object.keys(api) as EndpointName[]),
  ...[...fields, ...parameters].map(([, , name]) => name),
]);

const all = Object.entries(api as Record<string, Endpoint>) as [EndpointName, Endpoint][];
const documented = all.filter(([, endpoint]) => endpoint.documented).map(([name]) => name);

/** What every service of the document can do. */
export const documentedCapabilities: ServiceCapabilities = new Set(documented);

/**
 * Reads `openapi.json` of a service. Null when it can't be had right now, so that the caller may ask again; a service
 * without one (404), or with one that can't be read, has the documented endpoints alone. No key is sent.
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

/** Parameters may be called otherwise, and paths may carry the version. */
function getEndpointKey(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/^\/v1(?=\/)/, "").replace(/\{[^}]*\}/g, "{}")}`;
}
