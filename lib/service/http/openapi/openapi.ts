import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { api } from "#lib/contract/api.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { type ErrorCode, errorStatus } from "#lib/contract/errors.ts";
import { endpointExamples } from "#lib/contract/examples/endpoint-examples.ts";
import { Pagination } from "#lib/contract/resources/posts.ts";
import { serviceLimits } from "#lib/contract/service-limits.ts";
import { apiDescription, getErrorDescription } from "./openapi-description.ts";

const ErrorBody = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      field: z.string().optional().meta({ description: "Path of the first invalid field, such as `thread.2`." }),
    }),
  })
  .meta({ id: "Error" });

const headers = {
  "x-request-id": { schema: { type: "string" as const }, description: "Identifies this request in the service's log." },
};
const limitHeaders = {
  ...headers,
  "RateLimit-Limit": { schema: { type: "integer" as const }, description: "Requests per minute. Absent if unlimited." },
  "RateLimit-Remaining": { schema: { type: "integer" as const } },
  "RateLimit-Reset": { schema: { type: "integer" as const }, description: "Seconds until the minute ends." },
};
const retryHeaders = {
  ...headers,
  "Retry-After": { schema: { type: "integer" as const }, description: "Seconds to wait." },
};

/** Creates the OpenAPI 3.1 description of `/v1` from the contract. `serverUrl` ends in /v1. */
export function createOpenApiDocument(serverUrl: string): string {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, endpoint] of Object.entries(api) as [keyof typeof api, Endpoint][]) {
    const method = endpoint.method.toLowerCase();
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: toOperation(name, endpoint) };
  }
  const document: ZodOpenApiObject = {
    openapi: "3.1.0",
    info: {
      title: "Postwright",
      version: "1.0.0",
      description: apiDescription,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }, { header: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "`Authorization: Bearer KEY`" },
        header: { type: "apiKey", in: "header", name: "x-api-key" },
      },
    },
  };
  return JSON.stringify(createDocument(document, { override: closeBodies }));
}

/**
 * Closes request bodies to fields that are not described. Response bodies may grow, so clients must accept unknown
 * fields.
 */
const closeBodies: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  if (zodSchema._zod.def.type !== "object") return;
  if (io === "input") jsonSchema.additionalProperties = false;
  else delete jsonSchema.additionalProperties;
};

function toOperation(name: keyof typeof api, endpoint: Endpoint): ZodOpenApiOperationObject {
  const example = endpointExamples[name];
  const data = endpoint.paginated
    ? z.object({ data: endpoint.data, pagination: Pagination })
    : z.object({ data: endpoint.data });
  const responses: Record<string, ZodOpenApiResponseObject> = {
    [String(endpoint.status)]: {
      description: endpoint.status === 201 ? "Created." : "Done.",
      headers: endpoint.scope === null ? headers : limitHeaders,
      content: toContent(endpoint, data, example.answer),
    },
  };
  for (const code of listEndpointErrors(endpoint)) responses[String(errorStatus[code])] = errorResponse(code);
  const body = toRequestBody(endpoint, example.body);
  return {
    operationId: name,
    summary: endpoint.summary,
    description: [endpoint.description, describeScope(endpoint)].filter(Boolean).join("\n\n"),
    tags: [endpoint.path.split("/")[1] ?? ""],
    ...(endpoint.scope === null ? { security: [] } : {}),
    ...({ "x-scope": endpoint.scope, "x-documented": endpoint.documented } as object),
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
    .max(serviceLimits.idempotencyKeyCharacters)
    .optional()
    .meta({ description: "Makes this request safe to repeat for 24 h." }),
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

function errorResponse(code: ErrorCode): ZodOpenApiResponseObject {
  const waits = code === "rate_limited" || code === "unavailable" || code === "conflict";
  return {
    description: getErrorDescription(code),
    headers: waits ? retryHeaders : headers,
    content: {
      "application/json": { schema: ErrorBody, example: { error: { code, message: getErrorDescription(code) } } },
    },
  };
}

function toRequestBody(endpoint: Endpoint, example: unknown): ZodOpenApiOperationObject["requestBody"] {
  if (endpoint.file !== undefined) {
    const properties = { [endpoint.file]: { type: "string" as const, contentMediaType: "image/*", format: "binary" } };
    const schema = { type: "object" as const, properties, required: [endpoint.file], additionalProperties: false };
    return { required: true, content: { "multipart/form-data": { schema } } };
  }
  if (!endpoint.body) return undefined;
  const isNeeded = !endpoint.body.safeParse({}).success;
  return { required: isNeeded, content: { "application/json": { schema: endpoint.body, example } } };
}
