import "server-only";
import { cache } from "react";
import type { ServiceClient } from "#lib/client/create-client.ts";
import type { Result } from "#lib/contract/errors.ts";
import type { AuditLogPage, AuditLogQuery } from "#lib/contract/types.ts";
import { getServiceCapabilities } from "./service-capabilities.ts";
import { getIdentity } from "./service-client.ts";

/** Returns whether the service has an audit log, and whether this member may read it: only owners may. */
export const getAuditLogPermissions = cache(async () => {
  const [offered, me] = await Promise.all([getServiceCapabilities(), getIdentity()]);
  const isOwner = me.ok?.membership.role === "owner" && me.ok.scopes.includes("members:manage");
  return {
    offered: offered.has("listAuditLog"),
    read: isOwner && offered.has("listAuditLog"),
    exportLog: isOwner && offered.has("exportAuditLog"),
  };
});

/** Lists a page of the audit log, newest first. */
export async function listAuditLog(client: ServiceClient, query: AuditLogQuery): Promise<Result<AuditLogPage>> {
  return client.listAuditLog(query);
}
