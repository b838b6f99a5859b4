import type { AuditEventType } from "#lib/contract/resources/audit-event-types.ts";
import type { Actor } from "#lib/service/core/actor.ts";
import type { Context } from "#lib/service/core/context.ts";
import { recordAuditEvent } from "./record-audit-event.ts";

/** The same export, which writes an event before its first piece. An export that nobody reads, as for HEAD, is none. */
export function withExportAudit<T extends { stream: AsyncIterable<string> }>(
  { pool }: Pick<Context, "pool">,
  by: Actor,
  type: AuditEventType,
  exported: T,
): T {
  return { ...exported, stream: recorded() };

  async function* recorded(): AsyncGenerator<string, void, void> {
    await recordAuditEvent(pool, { type, by });
    yield* exported.stream;
  }
}
