import type * as z from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Scope } from "./scopes.ts";

/** A result of an endpoint that gives its holder new powers. */
export type EndpointGrant = "key" | "invitation" | "reset-link" | "role" | "feed" | "push" | "webhook";

/**
 * One operation of the API as data: the server's parser, the client's method and the OpenAPI description derive from
 * it.
 */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path relative to the base address that ends in /v1; parameters in braces. */
  path: string;
  /** `null` needs no key; `"any"` needs a key but no particular scope. */
  scope: Scope | "any" | null;
  /**
   * True for a write that a drafts-only key may call. A write without it refuses such a key, whatever its scopes; where
   * the answer depends on the post, its command decides too (`requireDraftsAllowed`).
   */
  forDraftsOnly?: true;
  summary: string;
  description?: string;
  /** True for the endpoints of the document; a dashboard uses the others if the service's `openapi.json` lists them. */
  documented: boolean;
  /** The power that the endpoint gives; the service checks it with `requireNoGreaterPower`. */
  grants?: EndpointGrant;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Name of the single file part of a multipart body. */
  file?: string;
  status: 200 | 201;
  data: z.ZodType;
  paginated?: boolean;
  /** Media types of a stream in place of an envelope; `data` describes the stream in text. */
  stream?: readonly string[];
  /** True if the endpoint accepts an `Idempotency-Key`. */
  repeatSafe?: boolean;
  errors: readonly ErrorCode[];
};

/** Checks the shape of one endpoint and preserves its exact types. */
export function defineEndpoint<const E extends Endpoint>(described: E): E {
  return described;
}
