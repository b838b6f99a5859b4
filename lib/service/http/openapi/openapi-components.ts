import * as z from "zod";
import type { ZodOpenApiComponentsObject, ZodOpenApiResponseObject } from "zod-openapi";
import { type ErrorCode, errorStatus } from "#lib/contract/errors.ts";
import { getErrorDescription } from "./openapi-description.ts";

const ErrorBody = z
  .object({
    error: z
      .object({
        code: z
          .enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]])
          .describe("The machine-readable reason. More values may be added."),
        message: z.string().describe("A sentence for people: what is wrong and what to do."),
        field: z.string().optional().describe("Path of the first invalid field, such as `thread.2`."),
      })
      .describe("Why the request failed. A refusal (4xx, 507) changed nothing; after another 5xx this is not known."),
  })
  .meta({ id: "Error" });

const headers = {
  RequestId: { schema: { type: "string" as const }, description: "Identifies this request in the service's log." },
  RateLimitLimit: {
    schema: { type: "integer" as const },
    description: "Requests per minute. Absent if unlimited.",
  },
  RateLimitRemaining: {
    schema: { type: "integer" as const },
    description: "Requests left until the minute ends. Absent if unlimited.",
  },
  RateLimitReset: {
    schema: { type: "integer" as const },
    description: "Seconds until the minute ends. Absent if unlimited.",
  },
  RetryAfter: { schema: { type: "integer" as const }, description: "Seconds to wait." },
};

const refTo = (name: keyof typeof headers) => ({ $ref: `#/components/headers/${name}` });
const plain = { "x-request-id": refTo("RequestId") };
const sets = {
  plain,
  limited: {
    ...plain,
    "RateLimit-Limit": refTo("RateLimitLimit"),
    "RateLimit-Remaining": refTo("RateLimitRemaining"),
    "RateLimit-Reset": refTo("RateLimitReset"),
  },
  retry: { ...plain, "Retry-After": refTo("RetryAfter") },
};
type ResponseHeaders = NonNullable<ZodOpenApiResponseObject["headers"]>;

/** Returns the headers of a response, as references. */
export function headerRef(set: keyof typeof sets): ResponseHeaders {
  return sets[set] as unknown as ResponseHeaders;
}

/** Returns the component name of an error's response: `invalid_request` is `InvalidRequest`. */
export function errorResponseName(code: ErrorCode): string {
  return code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export const responseRef = (name: string) => ({ $ref: `#/components/responses/${name}` });

function toErrorResponse(code: ErrorCode): ZodOpenApiResponseObject {
  const waits = code === "rate_limited" || code === "unavailable" || code === "conflict";
  const message = getErrorDescription(code);
  return {
    description: message,
    headers: headerRef(waits ? "retry" : "plain"),
    content: { "application/json": { schema: ErrorBody, example: { error: { code, message } } } },
  };
}

/** Returns the shared parts of the description, with the responses of these error codes. */
export function components(codes: ReadonlySet<ErrorCode>): ZodOpenApiComponentsObject {
  return {
    securitySchemes: {
      BearerAuth: { type: "http", scheme: "bearer", description: "`Authorization: Bearer KEY`" },
      ApiKeyAuth: { type: "apiKey", in: "header", name: "x-api-key", description: "`x-api-key: KEY`" },
    },
    headers,
    responses: Object.fromEntries([...codes].sort().map((code) => [errorResponseName(code), toErrorResponse(code)])),
  };
}
