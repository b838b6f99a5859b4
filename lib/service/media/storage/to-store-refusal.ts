import type { Log } from "#lib/service/core/log.ts";
import { Refusal } from "#lib/service/core/refusal.ts";

const fullCodes = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/**
 * Turns a fault of the media store into a refusal that tells the caller to try again. The log has the cause's code
 * only, because a message could have a path or an address.
 */
export function toStoreRefusal(log: Log, action: "receive" | "store" | "read", error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code, name } = error as NodeJS.ErrnoException;
  log.error({ code: code ?? name, doing: action }, "media store error");
  if (code && fullCodes.has(code)) {
    return new Refusal("unavailable", "The server has no space left for images. Nothing was stored.");
  }
  if (action === "read") return new Refusal("unavailable", "The image can't be read right now.");
  return new Refusal("unavailable", "The image store can't be reached right now. Nothing was stored.");
}
