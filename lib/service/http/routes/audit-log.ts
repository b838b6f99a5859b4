import { api } from "#lib/contract/api.ts";
import { exportAuditLog, listAuditLog } from "#lib/service/audit/audit-log.ts";
import { withExportAudit } from "#lib/service/audit/with-export-audit.ts";
import { defineRoute, defineStreamRoute } from "#lib/service/http/define-route.ts";

export const auditLogRoutes = [
  defineRoute(api.listAuditLog, async ({ context, actor, query }) => ({
    data: await listAuditLog(context, actor, query),
  })),

  defineStreamRoute(api.exportAuditLog, async ({ context, actor, query }) =>
    withExportAudit(context, actor, "audit_log.export", exportAuditLog(context, actor, query)),
  ),
];
