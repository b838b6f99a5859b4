import { readFileSync } from "node:fs";
import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { api, type EndpointName } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { type ErrorCode, errorStatus } from "#lib/contract/errors.ts";
import { endpointExamples } from "#lib/contract/examples/endpoint-examples.ts";
import { Pagination } from "#lib/contract/resources/posts.ts";
import { webhookMessages } from "#lib/contract/resources/webhook-messages.ts";
import { serverOnlyLimits } from "#lib/contract/server-only-limits.ts";
import { components, errorResponseName, headerRef, responseRef } from "./openapi-components.ts";
import { getApiDescription } from "./openapi-description.ts";
import { tagDescriptions } from "./openapi-tags.ts";
import { webhookExamples, webhookSummaries } from "./openapi-webhooks.ts";
import { getParameterExample } from "./parameter-examples.ts";
import { describeDefaults, tidySchemas } from "./tidy-schema.ts";

/** A part of the description: the endpoints of one tag, or the eight of the published API document. */
export type OpenApiSubset = { tag?: string | undefined; isCore?: boolean | undefined };

const { version } = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

/** Creates the OpenAPI 3.1 description of `/v1` from the contract. `serverUrl` ends in /v1. */
export function createOpenApiDocument(serverUrl: string, subset: OpenApiSubset = {}): string {
  const { tag, isCore = false } = subset;
  const isWhole = tag === undefined && !isCore;
  const chosen = (Object.entries(api) as [EndpointName, Endpoint][]).filter(
    ([, endpoint]) => (tag === undefined || getTag(endpoint) === tag) && (!isCore || endpoint.documented),
  );
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, endpoint] of chosen) {
    const method = endpoint.method.toLowerCase();
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: toOperation(name, endpoint) };
  }
  const tags = new Set(chosen.map(([, endpoint]) => getTag(endpoint)));
  const codes = new Set(chosen.flatMap(([, endpoint]) => listEndpointErrors(endpoint)));
  const document: ZodOpenApiObject = {
    openapi: "3.1.0",
    info: {
      title: "Postwright",
      version,
      summary: "Publish posts on every channel of an organization, now or at a set time.",
      description: getApiDescription(isWhole ? "whole" : isCore || tag === "posts" ? "posts" : "basics"),
      contact: { name: "Postwright", url: serverUrl.replace(/\/v1$/, "/docs") },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    security: [{ BearerAuth: [] }, { ApiKeyAuth: [] }],
    tags: Object.entries(tagDescriptions)
      .filter(([name]) => tags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    ...((isWhole || tag === "webhooks") && { webhooks: toWebhooks() }),
    components: components(codes),
  };
  const described = createDocument(document, { override: closeBodies });
  tidySchemas(described);
  completeOperations(described);
  return JSON.stringify(described);
}

/** Returns the tag of an endpoint: the first segment of its path. */
function getTag({ path }: Endpoint): string {
  return path.split("/")[1] ?? "";
}

/**
 * Closes request bodies to fields that are not described. Response bodies and messages to webhooks may grow, so clients
 * must accept unknown fields.
 */
const closeBodies: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  const { def } = zodSchema._zod;
  if (def.type !== "object") return;
  if (io === "input" && !def.catchall) jsonSchema.additionalProperties = false;
  else delete jsonSchema.additionalProperties;
};

type Described = ReturnType<typeof createDocument>;

/** Gives each parameter an example, and moves defaults of bodies into descriptions, in place. */
function completeOperations({ paths, webhooks, components: parts }: Described): void {
  const all = [...Object.values(paths ?? {}), ...Object.values(webhooks ?? {})];
  for (const operation of all.flatMap((path) => Object.values(path ?? {}))) {
    for (const parameter of operation.parameters ?? []) {
      parameter.example ??= parameter.schema.example ?? getParameterExample(parameter.name, parameter.schema);
      // The schema repeats the description of its parameter.
      delete parameter.schema.description;
      delete parameter.schema.example;
    }
    describeDefaults(operation.requestBody);
  }
  describeDefaults(parts?.schemas);
}

function toOperation(name: EndpointName, endpoint: Endpoint): ZodOpenApiOperationObject {
  const example = endpointExamples[name];
  const result = endpoint.data.description ?? (endpoint.data instanceof z.ZodArray ? "The list." : "The result.");
  const data = endpoint.data.describe(result);
  const schema = endpoint.paginated
    ? z.object({ data, pagination: Pagination.describe("The page of this response, and the total.") })
    : z.object({ data });
  const responses: Record<string, unknown> = {
    [String(endpoint.status)]: {
      description: endpoint.status === 201 ? "Created." : "Done.",
      headers: endpoint.scope === null ? headerRef("plain") : headerRef("limited"),
      content: toContent(endpoint, schema, example.answer),
    },
  };
  for (const code of listEndpointErrors(endpoint)) {
    responses[String(errorStatus[code])] = responseRef(errorResponseName(code));
  }
  const body = toRequestBody(endpoint, example.body);
  return {
    operationId: name,
    summary: endpoint.summary,
    description: [endpoint.description, describeScope(endpoint)].filter(Boolean).join("\n\n"),
    tags: [getTag(endpoint)],
    ...(endpoint.scope === null ? { security: [] } : {}),
    ...({
      "x-scope": endpoint.scope,
      "x-documented": endpoint.documented,
      ...(endpoint.forDraftsOnly && { "x-for-drafts-only": true }),
    } as object),
    requestParams: {
      ...(endpoint.params && { path: endpoint.params }),
      ...(endpoint.query && { query: endpoint.query }),
      ...(endpoint.repeatSafe && { header: IdempotencyKeyHeader }),
    },
    ...(body && { requestBody: body }),
    responses: responses as ZodOpenApiOperationObject["responses"],
  };
}

/** Returns the content of a response: one envelope, or one entry for each type that a stream can have. */
function toContent(
  endpoint: Endpoint,
  data: z.ZodType,
  example: unknown,
): NonNullable<ZodOpenApiResponseObject["content"]> {
  if (!endpoint.stream) return { "application/json": { schema: data, example } };
  return Object.fromEntries(endpoint.stream.map((type) => [type, { schema: endpoint.data }]));
}

const IdempotencyKeyHeader = z.object({
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(serverOnlyLimits.idempotencyKeyCharacters)
    .optional()
    .describe("A text of your choice, new for each intent. Makes this request safe to repeat for 24 h."),
});

function describeScope({ scope }: Endpoint): string {
  if (scope === null) return "Public: requires no key.";
  return scope === "any" ? "Requires a key with any scope." : `Requires the scope \`${scope}\`.`;
}

/** Lists the error codes of an endpoint; the contract does not repeat the codes that all endpoints share. */
export function listEndpointErrors(endpoint: Endpoint): readonly ErrorCode[] {
  const also: ErrorCode[] = ["invalid_request", "internal_error", "unavailable"];
  if (endpoint.scope !== null) also.unshift("rate_limited");
  if (endpoint.method !== "GET" && endpoint.file === undefined)
    also.unshift("payload_too_large", "unsupported_media_type");
  return [...new Set([...endpoint.errors, ...also])].sort((a, b) => errorStatus[a] - errorStatus[b]);
}

function toRequestBody(endpoint: Endpoint, example: unknown): ZodOpenApiOperationObject["requestBody"] {
  if (endpoint.file !== undefined) {
    const file = {
      type: "string" as const,
      contentMediaType: "image/*",
      format: "binary",
      description: "The image: JPEG, PNG, WebP or GIF, up to 10 MB.",
    };
    const properties = { [endpoint.file]: file };
    const schema = { type: "object" as const, properties, required: [endpoint.file], additionalProperties: false };
    return { required: true, content: { "multipart/form-data": { schema } } };
  }
  if (!endpoint.body) return undefined;
  const isNeeded = !endpoint.body.safeParse({}).success;
  return { required: isNeeded, content: { "application/json": { schema: endpoint.body, example } } };
}

const MessageHeaders = z.object({
  "webhook-id": z.string().meta({
    description: "The id of the message, the same for every attempt. Store it to recognize repeats.",
    example: "019a6f00-0000-7000-8000-0000000000a1",
  }),
  "webhook-timestamp": z
    .string()
    .meta({ description: "The time of this attempt in Unix seconds.", example: "1799916600" }),
  "webhook-signature": z.string().meta({
    description: "Signatures of `id.timestamp.body`, separated by a space, each `v1,` and base64.",
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  }),
});

/** The messages that the service sends, as operations of the receiver. */
function toWebhooks(): NonNullable<ZodOpenApiObject["webhooks"]> {
  const entries = Object.entries(webhookMessages) as [keyof typeof webhookMessages, z.ZodObject][];
  return Object.fromEntries(
    entries.map(([event, message]) => [
      event,
      {
        post: {
          operationId: `on_${event.replace(".", "_")}`,
          summary: webhookSummaries[event],
          description: "Sent as a signed POST. See *Webhooks* above for the signature and the retries.",
          tags: ["webhooks"],
          security: [],
          requestParams: { header: MessageHeaders },
          requestBody: {
            required: true,
            content: { "application/json": { schema: message, example: webhookExamples[event] } },
          },
          responses: {
            "2XX": { description: "Received. Answer within 15 s; any other answer is retried for 24 h." },
            "410": { description: "Disables the webhook." },
          },
        },
      },
    ]),
  );
}
