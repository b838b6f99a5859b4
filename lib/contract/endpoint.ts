import type * as z from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Scope } from "./scopes.ts";

/** What an endpoint can give somebody that lets them do something they could not do before. */
export type EndpointGrant = "key" | "invitation" | "reset-link" | "role" | "feed" | "push" | "webhook";

/** One operation of the API as data: the server's parser, the client's method and the description come from it. */
export type Endpoint = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the base address that ends in /v1; parameters in braces. */
  path: string;
  /** `null` needs no key at all; `"any"` needs a key but no particular scope. */
  scope: Scope | "any" | null;
  summary: string;
  description?: string;
  /** True for what the document itself describes; the rest lights up when `openapi.json` offers it. */
  documented: boolean;
  /** What it gives out: the service holds each of these to `requireNoGreaterPower`. */
  grants?: EndpointGrant;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** A multipart body with one file part of this name. */
  file?: string;
  status: 200 | 201;
  data: z.ZodType;
  paginated?: boolean;
  /** Not an envelope but a stream of one of these types; `data` describes it in words. */
  stream?: readonly string[];
  /** Takes an `Idempotency-Key`. */
  repeatSafe?: boolean;
  errors: readonly ErrorCode[];
};

/** Keeps the exact types of one endpoint while checking its shape. */
export function defineEndpoint<const E extends Endpoint>(described: E): E {
  return described;
}
