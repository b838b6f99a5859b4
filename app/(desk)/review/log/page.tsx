import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { LedgerDesk } from "#components/review/ledger-desk";
import { EmptyState } from "#components/ui/empty-state";
import { Page } from "#components/ui/page";
import { claimAbilities, getLedgerCheck, listLedger } from "#lib/gateway/claims";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/gateway";
import { listNames, withChosen } from "#lib/gateway/leaderboard";
import { readPreferences } from "#lib/gateway/preferences";
import { addDays } from "#lib/time/days";
import { startOfDay } from "#lib/time/zone-range";
import {
  ledgerPageSize,
  ledgerQuery,
  ledgerSearch,
  parseLedgerFilter,
} from "../../../../components/review/claim-filter.ts";
import { Failed } from "../../../failed.tsx";

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
