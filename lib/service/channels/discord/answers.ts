import type { PublishOutcome, PlatformResult, PublishError } from "#lib/service/channels/core/connector.ts";
import { getJsonText, quotePlatformReason } from "#lib/service/channels/core/platform-response.ts";

type DiscordResponse = Extract<PlatformResult, { is: "answer" }>;

/** Codes of Discord's reference, Opcodes and Status Codes, "JSON". */
const codes = { unknownWebhook: 10_015, invalidToken: 50_027, tooLarge: 40_005, blocked: [200_000, 200_001] } as const;

export function getErrorCode(json: unknown): number {
  return typeof json === "object" && json !== null && "code" in json && typeof json.code === "number" ? json.code : 0;
}

/** What a refused send means. Nothing was published unless it is `unknown`. */
export function toPublishOutcome(answer: DiscordResponse, now: Date): PublishOutcome {
  const { status, json } = answer;
  if (status >= 500 || status === 408 || status < 400) return { is: "unknown" };
  if (status === 429) return { is: "wait", until: new Date(now.getTime() + waitMs(answer)), of: "account" };
  const code = getErrorCode(json);
  if (status === 401 || status === 404 || code === codes.unknownWebhook || code === codes.invalidToken) {
    const message = "The webhook was deleted on Discord. Make a new one there.";
    return { is: "reconnect", error: { reason: "gone", message } };
  }
  if (status === 413 || code === codes.tooLarge) {
    return rejected("media", "The images are larger than this Discord server takes.");
  }
  if (codes.blocked.some((one) => one === code)) {
    return rejected("forbidden", "The Discord server's own rules (AutoMod) block this text.");
  }
  if (status === 403) return rejected("forbidden", "Discord does not let this webhook post here.");
  const reason = quotePlatformReason(getJsonText(json, "message"));
  return rejected("invalid", `Something in the post does not suit it.${reason}`);
}

const rejected = (reason: PublishError["reason"], message: string): PublishOutcome => ({
  is: "rejected",
  error: { reason, message },
});

const unsaidWaitMs = 30_000;

/** Discord, "Rate Limits": `retry_after` is seconds as a float; the header the same in whole ones. Rounded up, never down. */
function waitMs({ headers, json }: DiscordResponse): number {
  const said = typeof json === "object" && json !== null && "retry_after" in json ? json.retry_after : null;
  const seconds = Math.max(typeof said === "number" ? said : 0, Number(headers["retry-after"] ?? 0) || 0);
  return seconds > 0 ? Math.ceil(seconds * 1_000) : unsaidWaitMs;
}

/** With none left of this bucket: when there is again; "Rate Limits", `X-RateLimit-Reset-After` is seconds as a float. */
export function getRateLimitReset({ headers }: DiscordResponse, now: Date): Date | null {
  const after = Number(headers["x-ratelimit-reset-after"]);
  if (headers["x-ratelimit-remaining"] !== "0" || !(after > 0)) return null;
  return new Date(now.getTime() + Math.ceil(after * 1_000));
}

/** When a snowflake was made; Discord, Reference, "Snowflakes". */
export function getSnowflakeTime(snowflake: string): Date {
  return new Date(Number((BigInt(snowflake) >> 22n) + 1_420_070_400_000n));
}
