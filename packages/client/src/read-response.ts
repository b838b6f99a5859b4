import { PostwrightError, type PostwrightErrorDetails } from "./postwright-error.ts";

/** The whole body of an answer: its payload, and the page of a list. */
export type Envelope = { data: unknown; pagination?: unknown };

/**
 * Reads the payload of an answer.
 * @throws PostwrightError for any answer that is no success of this API
 */
export async function readEnvelope(response: Response): Promise<Envelope> {
  const json = parseJson(await response.text());
  if (!response.ok) throw createResponseError(response, json);
  if (isRecord(json) && "data" in json) return json as Envelope;
  throw new PostwrightError({
    ...describeResponse(response),
    code: "unreadable",
    message: "The answer has no data. Is this the address of the API?",
  });
}

/** Creates the error of an answer that is no success, with the service's own sentence where it has one. */
export function createResponseError(response: Response, json: unknown): PostwrightError {
  const error = isRecord(json) && isRecord(json["error"]) ? json["error"] : {};
  const text = (name: string) => (typeof error[name] === "string" && error[name] !== "" ? error[name] : undefined);
  return new PostwrightError({
    ...describeResponse(response),
    code: text("code") ?? defaultCode(response.status),
    message: text("message") ?? `The service answered ${response.status}.`,
    field: text("field"),
  });
}

function describeResponse(response: Response): Omit<PostwrightErrorDetails, "code" | "message"> {
  return {
    status: response.status,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: parseRetryAfter(response.headers.get("retry-after")),
  };
}

/** The code for an answer without the API's envelope, such as one of a proxy. */
function defaultCode(status: number): string {
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  if (status === 404) return "not_found";
  if (status === 429) return "rate_limited";
  if (status >= 500) return "unavailable";
  return status >= 400 ? "invalid_request" : "unreadable";
}

/** Seconds from now; both forms of RFC 9110 are read: seconds and a date. */
function parseRetryAfter(value: string | null): number | undefined {
  if (value === null || value.trim() === "") return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
