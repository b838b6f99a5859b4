import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { LogView } from "#components/organization/log-view";
import { EmptyState } from "#components/ui/empty-state";
import { Page } from "#components/ui/page";
import { auditLogAbilities, listAuditLog } from "#lib/gateway/audit-log";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/gateway";
import { listNames, withChosen } from "#lib/gateway/leaderboard";
import { readPreferences } from "#lib/gateway/preferences";
import { addDays } from "#lib/time/days";
import { startOfDay } from "#lib/time/zone-range";
import { logPageSize, logQuery, logSearch, parseLogFilter } from "../../../../components/organization/log-filter.ts";
import { Failed } from "../../../failed.tsx";

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
