import type { ErrorCode } from "#lib/contract/errors.ts";
import type { McpTool, ToolFailure } from "./mcp-tool.ts";

const nothingChanged = "Nothing was changed.";

/** The advice for a refusal, which changed nothing. */
const nextSteps: Partial<Record<ErrorCode, (failure: ToolFailure) => string>> = {
  invalid_request: ({ field }) => `Correct ${field ? `\`${field}\`` : "the arguments"} and call the tool again.`,
  unauthorized: () => "Ask the user for an API key that works.",
  forbidden: () => "Don't try again. Tell the user what is missing.",
  confirmation_required: () => "Don't try again. Ask the user to do it in the dashboard.",
  not_found: () => "List the posts or claims again to get an id that exists.",
  conflict: () => "Read it again, then decide whether the change is still right.",
  sending_paused: () => "Don't try again. Offer to schedule the post or to save it as a draft.",
  payload_too_large: () => "Send less.",
  quota_exceeded: () => "Ask the user to remove images that nobody needs.",
};

/**
 * Formats a failed call for a model: the event, what is safe, and the next step. The last line has the code, the field
 * and the request id for people.
 */
export function formatToolFailure(tool: Pick<McpTool, "annotations">, failure: ToolFailure): string {
  const { code, field, requestId, message } = failure;
  const facts = [code, field && `field ${field}`, requestId && `request ${requestId}`].filter(Boolean);
  return `${message} ${failure.safe ?? getSafety(tool, failure)} ${failure.next ?? getNextStep(tool, failure)}\n(${facts.join(", ")})`;
}

function getSafety({ annotations }: Pick<McpTool, "annotations">, failure: ToolFailure): string {
  if (annotations.readOnlyHint || failure.neverSent || isRefusal(failure)) return nothingChanged;
  return "It is not known whether the change was made.";
}

function getNextStep({ annotations }: Pick<McpTool, "annotations">, failure: ToolFailure): string {
  const { code, neverSent, retryAfterSeconds } = failure;
  const wait = retryAfterSeconds ? `Wait ${retryAfterSeconds} s` : "Wait a moment";
  const isRepeatable = annotations.readOnlyHint || annotations.idempotentHint;
  // Unavailable is also a database that was lost during the commit: the change may have been made.
  if (code === "rate_limited" || neverSent || (code === "unavailable" && isRepeatable))
    return `${wait}, then repeat the same call.`;
  if (isRefusal(failure)) {
    const advise = Object.hasOwn(nextSteps, code) ? nextSteps[code as ErrorCode] : undefined;
    return advise ? advise(failure) : "Don't repeat the same call.";
  }
  if (isRepeatable) return "Repeat the same call once: it has no second effect.";
  return "Read the post or claim before you repeat the call.";
}

function isRefusal({ code, status }: ToolFailure): boolean {
  return code === "quota_exceeded" || (status !== null && status >= 400 && status < 500);
}
