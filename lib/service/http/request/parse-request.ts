import * as z from "zod";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { Refusal } from "#lib/service/core/refusal.ts";
import {
  checkFieldNames,
  createUnknownNameRefusal,
  formatSizeLimit,
  requireStorableText,
} from "./check-field-names.ts";
import { findNearestName } from "./nearest-name.ts";
import { parseJsonBody } from "./read-json-body.ts";

/** Formats a parse issue as a sentence that names the field as the client wrote it: `thread.2 must be text.` */
function formatIssue(issue: z.core.$ZodIssue): string {
  const field = issue.path.length === 0 ? "The body" : issue.path.join(".");
  return `${field} ${formatExpectation(issue)}.`;
}

const typeNames: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function formatExpectation(issue: z.core.$ZodIssue): string {
  const isType = issue.code === "invalid_type" || issue.code === "invalid_value";
  if (isType && issue.input === undefined) return "is missing";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeNames[issue.expected] ?? `a value of type ${issue.expected}`}`;
    case "invalid_value":
      return `must be ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must ${formatSizeLimit(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `must ${formatSizeLimit(issue.origin, "at most", issue.maximum)}`;
    case "invalid_format":
      return formatFormat(issue);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_union":
    case "invalid_element":
    case "invalid_key":
      return "has a value that is not accepted here";
    default:
      return issue.message || "is not valid";
  }
}

/** The form of each format of the contract, for sentences. */
const formats: Readonly<Record<string, string>> = {
  datetime: "a date-time such as 2027-01-14T09:00:00Z",
  date: "a date such as 2027-01-14",
  time: "a time such as 09:00",
  uuid: "an id (UUID)",
  guid: "an id (UUID)",
  email: "an e-mail address",
  url: "an address such as https://example.org",
};

function formatFormat({ format, message, input }: z.core.$ZodIssueInvalidStringFormat): string {
  const named = Object.hasOwn(formats, format) ? formats[format] : undefined;
  // A pattern with a sentence of its own keeps it.
  if (named === undefined)
    return message.startsWith("Invalid") ? "has another form than its description says" : message;
  // In a query, "+01:00" arrives as " 01:00".
  const isLostPlus = format === "datetime" && /\d \d\d:?\d\d$/u.test(String(input));
  return `must be ${named}${isLostPlus ? "; in an address, write + as %2B" : ""}`;
}

/** The parts of a request, checked by the contract; undefined where the endpoint takes nothing. */
export type ParsedRequest = { params: unknown; query: unknown; body: unknown };

/**
 * Checks path, query and body of a request; every endpoint uses this, in the caller's turn. Unknown names are refused: a misspelled
 * `scheduled_for` would publish at once, and a misspelled filter would list everything.
 * @throws Refusal `invalid_request` with the first wrong field; `not_found` for a malformed id.
 */
export function parseRequest(
  endpoint: Endpoint,
  { request, params, search }: { request: Request; params: Record<string, string>; search: string },
  body: Uint8Array | null,
): ParsedRequest {
  const parsed = { params: parseParams(endpoint, params), query: parseQuery(endpoint, search), body: undefined };
  return body === null ? parsed : { ...parsed, body: parseBody(endpoint, parseJsonBody(request, body)) };
}

function parseParams(endpoint: Endpoint, params: Record<string, string>): unknown {
  for (const value of Object.values(params)) {
    if (value.includes("\0")) throw new Refusal("not_found", "There is nothing at this address.");
  }
  if (!endpoint.params) return params;
  const parsed = endpoint.params.safeParse(params);
  if (parsed.success) return parsed.data;
  throw new Refusal("not_found", parsed.error.issues[0]?.message ?? "There is nothing at this address.");
}

const noFields = z.object({});

/** Parses a body. An endpoint without a body accepts an empty body or `{}`, because some clients always send JSON. */
function parseBody(endpoint: Endpoint, body: unknown): unknown {
  const sent = body === undefined ? {} : body;
  if (endpoint.body) return parseFields(endpoint.body, sent);
  if (sent !== null) parseFields(noFields, sent);
  return undefined;
}

/**
 * Parses a JSON value by a schema that knows all its names.
 * @throws Refusal `invalid_request` with the first wrong field.
 */
export function parseFields(schema: z.ZodType, value: unknown): unknown {
  return requireValid(schema, checkFieldNames(schema, value));
}

/**
 * Parses the query of an endpoint. A list may be written as `status=a&status=b`, `status=a,b` and `status[]=a`; any
 * other parameter may occur only once.
 */
export function parseQuery(endpoint: Endpoint, search: string): unknown {
  const shape = endpoint.query?.shape ?? {};
  const given: Record<string, string | string[]> = {};
  for (const [written, value] of new URLSearchParams(search)) {
    const name = resolveParameterName(shape, written);
    const schema = name === null ? undefined : shape[name];
    if (name === null || !schema) throw createUnknownParameterRefusal(written, Object.keys(shape));
    requireStorableText(value, [name]);
    const before = given[name];
    if (isListParameter(schema)) given[name] = [...(before ?? []), ...value.split(",")];
    else if (before === undefined) given[name] = value;
    else throw new Refusal("invalid_request", `${name} can be given only once.`, name);
  }
  return endpoint.query ? requireValid(endpoint.query, given) : undefined;
}

/**
 * Returns the parameter that a written name means: the same name, or a list with brackets as PHP, Rails and axios write
 * it.
 */
function resolveParameterName(shape: Record<string, z.core.$ZodType>, written: string): string | null {
  if (Object.hasOwn(shape, written)) return written;
  const name = /^(.+)\[\d{0,3}\]$/.exec(written)?.[1];
  if (name === undefined || !Object.hasOwn(shape, name)) return null;
  const schema = shape[name];
  return schema && isListParameter(schema) ? name : null;
}

function createUnknownParameterRefusal(written: string, known: readonly string[]): Refusal {
  return createUnknownNameRefusal("parameter", written, findNearestName(written, known), known);
}

function isListParameter(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  if (def.type === "array") return true;
  // The union accepts one value or a list of values.
  if (def.type === "union") return (def as z.core.$ZodUnionDef).options.some(isListParameter);
  return "innerType" in def && isListParameter(def.innerType as z.core.$ZodType);
}

function requireValid(schema: z.ZodType, value: unknown): unknown {
  // The issue needs its input to tell a missing value from a wrong one.
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (!issue) throw new Refusal("invalid_request", "The request is invalid.");
  throw new Refusal("invalid_request", formatIssue(issue), issue.path.join(".") || undefined);
}
