import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { AuditLog } from "#components/organization/audit-log.tsx";
import {
  auditLogPageSize,
  parseAuditLogFilter,
  toAuditLogQuery,
} from "#components/organization/audit-log-filter-params.ts";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { getAuditLogPermissions, listAuditLog } from "#lib/gateway/audit-log.ts";
import { includeSelectedMember, listMemberNames } from "#lib/gateway/leaderboard.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { addDays } from "#lib/time/days.ts";
import { startOfDay } from "#lib/time/zoned-day-range.ts";
import { FailureState } from "../../../failure-state.tsx";

export const metadata: Metadata = { title: "Audit log" };

const back = { href: "/organization", label: "Organization" };

type AuditLogRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AuditLogRoute({ searchParams }: AuditLogRouteProps) {
  const filter = parseAuditLogFilter(await searchParams);
  const me = await redirectIfSignedOut(getIdentity());
  const may = await getAuditLogPermissions();
  if (me.error || !may.read) {
    return (
      <Page title="Audit log" back={back}>
        {me.error ? (
          <FailureState failure={me.error} again="/organization/log" />
        ) : (
          <EmptyState
            icon={<ScrollText />}
            title={may.offered ? "Only owners can see the audit log" : "This service has no audit log"}
          >
            {may.offered ? "Ask an owner of your organization." : null}
          </EmptyState>
        )}
      </Page>
    );
  }
  const [client, { zone }] = await Promise.all([getServiceClient(), readPreferences()]);
  const query = toAuditLogQuery(
    filter,
    (day) => startOfDay(day, zone),
    (day) => addDays(day, 1),
  );
  const [page, names] = await Promise.all([
    listAuditLog(client, {
      ...query,
      limit: auditLogPageSize,
      ...(filter.before !== null && { before: filter.before }),
    }),
    listMemberNames(client),
  ]);
  if (page.error) {
    return (
      <Page title="Audit log" back={back}>
        <FailureState failure={page.error} again="/organization/log" />
      </Page>
    );
  }
  const people = page.ok.events.map(({ member }) => member);
  return (
    <AuditLog
      filter={filter}
      page={page.ok}
      members={includeSelectedMember(names, filter.member, people)}
      mayExport={may.exportLog}
    />
  );
}
