import * as z from "zod";
import { type ErrorCode, errorStatus, type Failure, type Result } from "#lib/contract/errors.ts";

const Envelope = z.looseObject({
  error: z.looseObject({
    code: z.string(),
    message: z.string().catch(""),
    field: z.string().optional().catch(undefined),
  }),
});

/** Parses an answer with `schema`: its payload, or its failure. Never throws. */
export async function parseResponse<T>(response: Response, schema: z.ZodType<T>): Promise<Result<T>> {
  const told = {
    status: response.status,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterSeconds: parseRetryAfter(response.headers.get("retry-after")),
  };
  const json = await response.json().catch(() => undefined);
  if (response.ok) {
    const payload = schema.safeParse(json);
    if (payload.success) return { ok: payload.data };
    return { error: { ...told, code: "unreadable", message: "The response has an unexpected format." } };
  }
  const envelope = Envelope.safeParse(json);
  if (envelope.success) return { error: { ...told, ...toFailureFields(envelope.data.error) } };
  return {
    error: {
      ...told,
      code: getErrorCode(response.status),
      message: `The service responded with status ${response.status}.`,
    },
  };
}

function toFailureFields(error: z.output<typeof Envelope>["error"]): Pick<Failure, "code" | "message" | "field"> {
  return { code: error.code, message: error.message, field: error.field };
}

const byStatus = new Map<number, ErrorCode>(
  Object.entries(errorStatus).map(([code, status]) => [status, code as ErrorCode]),
);
/** Statuses of a proxy in front of an unavailable service. */
const away = new Set([502, 503, 504]);

/** Returns the error code for an answer without an envelope, such as a proxy's own page. */
function getErrorCode(status: number): Failure["code"] {
  if (away.has(status)) return "unavailable";
  return byStatus.get(status) ?? "unreadable";
}

/** Returns the seconds of a Retry-After header in either form; undefined if missing or unreadable. */
function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}
