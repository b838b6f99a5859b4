import type { AuditType } from "#lib/contract/audit-types";
import type { Actor } from "#lib/service/actor";
import type { Context } from "#lib/service/context";
import { recordAudit } from "./record-audit.ts";

/** The same export, which writes an event before its first piece. An export that nobody reads, as for HEAD, is none. */
export function recordedExport<T extends { stream: AsyncIterable<string> }>(
  { pool }: Pick<Context, "pool">,
  by: Actor,
  type: AuditType,
  exported: T,
): T {
  return { ...exported, stream: recorded() };

  async function* recorded(): AsyncGenerator<string, void, void> {
    await recordAudit(pool, { type, by });
    yield* exported.stream;
  }
}
