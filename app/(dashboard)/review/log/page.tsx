import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { LedgerDesk } from "#components/review/ledger/points-ledger-page.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { claimAbilities, getLedgerCheck, listLedger } from "#lib/gateway/claims.ts";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/service-client.ts";
import { listNames, withChosen } from "#lib/gateway/leaderboard.ts";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { addDays } from "#lib/time/days.ts";
import { startOfDay } from "#lib/time/zoned-day-range.ts";
import {
  ledgerPageSize,
  ledgerQuery,
  ledgerSearch,
  parseLedgerFilter,
} from "#components/review/review-filters.ts";
import { Failed } from "../../../failure-state.tsx";

export const metadata: Metadata = { title: "Log of points" };

type LogPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LogPage({ searchParams }: LogPageProps) {
  const filter = parseLedgerFilter(await searchParams);
  const client = await gateway();
  const me = await orSignIn(getIdentity());
  const may = await claimAbilities();
  const back = { href: "/review", label: "Review" };
  if (me.error || !may.ledger) {
    return (
      <Page title="Log" back={back}>
        {me.error ? (
          <Failed failure={me.error} again="/review/log" />
        ) : (
          <EmptyState
            icon={<ScrollText />}
            title={may.offered ? "Only reviewers see the log" : "This service keeps no log"}
          >
            {may.offered
              ? "Ask an administrator. The steps of your own claims stand on the pages of your posts."
              : null}
          </EmptyState>
        )}
      </Page>
    );
  }
  const { zone } = await readPreferences();
  const query = ledgerQuery(
    filter,
    (day) => startOfDay(day, zone),
    (day) => addDays(day, 1),
  );
  const [lines, check, members] = await Promise.all([
    listLedger(client, { ...query, limit: ledgerPageSize, offset: (filter.page - 1) * ledgerPageSize }),
    getLedgerCheck(client),
    listNames(client),
  ]);
  if (lines.error) {
    return (
      <Page title="Log" back={back}>
        <Failed failure={lines.error} again="/review/log" />
      </Page>
    );
  }
  const people = lines.ok.lines.flatMap(({ member, by }) => [member, by]);
  return (
    <LedgerDesk
      key={ledgerSearch(filter)}
      filter={filter}
      lines={lines.ok.lines}
      total={lines.ok.total}
      check={check.ok ?? null}
      members={withChosen(withChosen(members, filter.member, people), filter.by, people)}
      may={may}
      nowMs={Date.now()}
    />
  );
}
