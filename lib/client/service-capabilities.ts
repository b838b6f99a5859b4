import * as z from "zod";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { sendWithin } from "./send-with-retry.ts";

/** A field of a body, or a parameter of a query, that an endpoint did not have at first. */
export type FieldName = "NewPost.submission_id" | "TakeDown.by_hand" | "listPosts.text";
/** The endpoints a service offers. The documented ones always; the others, and fields, when its own description has them. */
export type Abilities = ReadonlySet<EndpointName | FieldName>;

const fields: readonly (readonly [schema: string, field: string, FieldName])[] = [
  ["NewPost", "submission_id", "NewPost.submission_id"],
  ["TakeDown", "by_hand", "TakeDown.by_hand"],
];

const parameters: readonly (readonly [endpoint: EndpointName, parameter: string, FieldName])[] = [
  ["listPosts", "text", "listPosts.text"],
];

const anything = z.record(z.string(), z.unknown());
const Schemas = z.record(z.string(), z.looseObject({ properties: anything.catch({}) }).catch({ properties: {} }));
const Description = z.looseObject({
  paths: z.record(z.string(), anything),
  components: z.looseObject({ schemas: Schemas.catch({}) }).catch({ schemas: {} }),
});

/** Everything that this version can ask for. */
export const allAbilities: Abilities = new Set([
  ...(Object.keys(api) as EndpointName[]),
  ...[...fields, ...parameters].map(([, , name]) => name),
]);

const all = Object.entries(api as Record<string, Endpoint>) as [EndpointName, Endpoint][];
const documented = all.filter(([, endpoint]) => endpoint.documented).map(([name]) => name);

/** What every service of the document can do. */
export const documentedAbilities: Abilities = new Set(documented);

/**
 * Reads `openapi.json` of a service. Null when it can't be had right now, so that the caller may ask again; a service
 * without one (404), or with one that can't be read, has the documented endpoints alone. No key is sent.
 */
export async function getAbilities(at: {
  baseUrl: string;
  fetch: (request: Request) => Promise<Response>;
  timeoutMs: number;
}): Promise<Abilities | null> {
  const answer = await sendWithin<Abilities>({
    make: (signal) => new Request(`${at.baseUrl}/openapi.json`, { signal, redirect: "manual" }),
    fetch: at.fetch,
    read: async (response) => {
      if (response.status >= 500 || response.status === 429) {
        return { error: { code: "unavailable", message: "", status: response.status } };
      }
      const read = response.ok ? Description.safeParse(await response.json().catch(() => null)) : null;
      return { ok: read?.success ? abilitiesOf(read.data) : documentedAbilities };
    },
    timeoutMs: at.timeoutMs,
    signal: undefined,
    triesMax: 2,
    isRisky: false,
  });
  return answer.ok ?? null;
}

function abilitiesOf({ paths, components }: z.infer<typeof Description>): Abilities {
  const offered = new Map(
    Object.entries(paths).flatMap(([path, at]) =>
      Object.entries(at).map(([method, operation]) => [nameOf(method, path), operation] as const),
    ),
  );
  const operationOf = ({ method, path }: Endpoint) => offered.get(nameOf(method, path));
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
function nameOf(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/^\/v1(?=\/)/, "").replace(/\{[^}]*\}/g, "{}")}`;
}
