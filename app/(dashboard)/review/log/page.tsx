import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { PointsLedgerPage } from "#components/review/ledger/points-ledger-page.tsx";
import { ledgerPageSize, parseLedgerFilter, toLedgerQuery } from "#components/review/review-filter-params.ts";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { getClaimPermissions, getLedgerCheck, listLedger } from "#lib/gateway/claims.ts";
import { includeSelectedMember, listMemberNames } from "#lib/gateway/leaderboard.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { addDays } from "#lib/time/days.ts";
import { startOfDay } from "#lib/time/zoned-day-range.ts";
import { FailureState } from "../../../failure-state.tsx";

export const metadata: Metadata = { title: "Points log" };

type LedgerRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LedgerRoute({ searchParams }: LedgerRouteProps) {
  const filter = parseLedgerFilter(await searchParams);
  const client = await getServiceClient();
  const me = await redirectIfSignedOut(getIdentity());
  const may = await getClaimPermissions();
  const back = { href: "/review", label: "Review" };
  if (me.error || !may.ledger) {
    return (
      <Page title="Log" back={back}>
        {me.error ? (
          <FailureState failure={me.error} again="/review/log" />
        ) : (
          <EmptyState
            icon={<ScrollText />}
            title={may.offered ? "Only reviewers can see the log" : "This service has no log"}
          >
            {may.offered ? "Ask an administrator. Your own claims are on your posts' pages." : null}
          </EmptyState>
        )}
      </Page>
    );
  }
  const { zone } = await readPreferences();
  const query = toLedgerQuery(
    filter,
    (day) => startOfDay(day, zone),
    (day) => addDays(day, 1),
  );
  const [lines, check, members] = await Promise.all([
    listLedger(client, { ...query, limit: ledgerPageSize, offset: (filter.page - 1) * ledgerPageSize }),
    getLedgerCheck(client),
    listMemberNames(client),
  ]);
  if (lines.error) {
    return (
      <Page title="Log" back={back}>
        <FailureState failure={lines.error} again="/review/log" />
      </Page>
    );
  }
  const people = lines.ok.lines.flatMap(({ member, by }) => [member, by]);
  return (
    <PointsLedgerPage
      filter={filter}
      lines={lines.ok.lines}
      total={lines.ok.total}
      check={check.ok ?? null}
      members={includeSelectedMember(includeSelectedMember(members, filter.member, people), filter.by, people)}
      may={may}
      nowMs={Date.now()}
    />
  );
}
