import * as z from "zod";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { ClientOptions } from "./client-options.ts";
import { createRequest } from "./create-request.ts";
import { parseResponse } from "./parse-response.ts";

/** Opens a stream of the service and gives its answer back unread; what is no stream is a Failure. Never throws. */
export async function openStream(
  at: ClientOptions,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  signal: AbortSignal = new AbortController().signal,
): Promise<Result<Response>> {
  try {
    const answer = await at.fetch(createRequest(at, endpoint, input, { signal }));
    const type = answer.headers.get("content-type")?.split(";", 1)[0] ?? "";
    if (answer.ok && endpoint.stream?.includes(type)) return { ok: answer };
    const failed = await parseResponse(answer, z.never());
    return {
      error: failed.error ?? { code: "unreadable", message: "The answer is no stream.", status: answer.status },
    };
  } catch {
    const code = signal.aborted ? "aborted" : "unreachable";
    return { error: { code, message: "The service can't be reached.", status: null } };
  }
}
