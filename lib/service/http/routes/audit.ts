import { api } from "#lib/contract/api";
import { exportAuditLog, listAuditLog } from "#lib/service/audit/read-audit-log";
import { recordedExport } from "#lib/service/audit/recorded-export";
import { on, onStream } from "../on.ts";

export const auditRoutes = [
  on(api.listAuditLog, async ({ context, actor, query }) => ({ data: await listAuditLog(context, actor, query) })),

  onStream(api.exportAuditLog, async ({ context, actor, query }) =>
    recordedExport(context, actor, "audit_log.export", exportAuditLog(context, actor, query)),
  ),
];
