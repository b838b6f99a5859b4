import { api } from "#lib/contract/api.ts";
import { exportAuditLog, listAuditLog } from "#lib/service/audit/audit-log.ts";
import { recordedExport } from "#lib/service/audit/audit-export.ts";
import { on, onStream } from "#lib/service/http/define-route.ts";

export const auditRoutes = [
  on(api.listAuditLog, async ({ context, actor, query }) => ({ data: await listAuditLog(context, actor, query) })),

  onStream(api.exportAuditLog, async ({ context, actor, query }) =>
    recordedExport(context, actor, "audit_log.export", exportAuditLog(context, actor, query)),
  ),
];
