import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { LogView } from "#components/organization/audit-log.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { auditLogAbilities, listAuditLog } from "#lib/gateway/audit-log.ts";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/service-client.ts";
import { listNames, withChosen } from "#lib/gateway/leaderboard.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { addDays } from "#lib/time/days.ts";
import { startOfDay } from "#lib/time/zoned-day-range.ts";
import { logPageSize, logQuery, logSearch, parseLogFilter } from "#components/organization/audit-log-filter.ts";
import { Failed } from "../../../failure-state.tsx";

export const metadata: Metadata = { title: "Audit log" };

const back = { href: "/organization", label: "Organization" };

type LogPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LogPage({ searchParams }: LogPageProps) {
  const filter = parseLogFilter(await searchParams);
  const me = await orSignIn(getIdentity());
  const may = await auditLogAbilities();
  if (me.error || !may.read) {
    return (
      <Page title="Audit log" back={back}>
        {me.error ? (
          <Failed failure={me.error} again="/organization/log" />
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
  const [client, { zone }] = await Promise.all([gateway(), readPreferences()]);
  const query = logQuery(
    filter,
    (day) => startOfDay(day, zone),
    (day) => addDays(day, 1),
  );
  const [page, names] = await Promise.all([
    listAuditLog(client, { ...query, limit: logPageSize, ...(filter.before !== null && { before: filter.before }) }),
    listNames(client),
  ]);
  if (page.error) {
    return (
      <Page title="Audit log" back={back}>
        <Failed failure={page.error} again="/organization/log" />
      </Page>
    );
  }
  const people = page.ok.events.map(({ member }) => member);
  return (
    <LogView
      key={logSearch(filter)}
      filter={filter}
      page={page.ok}
      members={withChosen(names, filter.member, people)}
      mayExport={may.exportLog}
    />
  );
}
