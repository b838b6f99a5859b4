"use client";
import { Award, Download, ScrollText } from "lucide-react";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { useOptimisticParams } from "#components/ui/use-optimistic-params.tsx";
import type { LedgerCheck, LedgerLine } from "#lib/contract/types.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { useNow } from "#components/ui/use-now.ts";
import { type LedgerFilter, ledgerPageSize, serializeLedgerFilter } from "#components/review/review-filters.ts";
import { LedgerCheckStatus } from "./ledger-check.tsx";
import { LedgerFilters } from "./ledger-filters.tsx";
import { LedgerTable } from "#components/review/ledger-table.tsx";

const AwardDialog = lazyComponent(() => import("./award-dialog.tsx").then((file) => file.AwardDialog));

type PointsLedgerPageProps = {
  filter: LedgerFilter;
  lines: readonly LedgerLine[];
  total: number;
  check: LedgerCheck | null;
  members: readonly { id: string; name: string }[];
  may: { exportLedger: boolean; seeCheck: boolean; check: boolean; award: boolean };
  nowMs: number;
};

const getLedgerPath = (filter: LedgerFilter) => {
  const search = serializeLedgerFilter(filter);
  return search === "" ? "/review/log" : `/review/log?${search}`;
};

/** Every step of every credit: who, what, when, why. */
export function PointsLedgerPage({ filter, lines, total, check, members, may, nowMs }: PointsLedgerPageProps) {
  const router = useRouter();
  const now = useNow(nowMs);
  const times = usePreferences();
  const [isAwarding, setAwarding] = useState(false);
  const { wanted, ask } = useOptimisticParams(filter, (next) => router.replace(getLedgerPath(next), { scroll: false }));
  const pages = Math.max(1, Math.ceil(total / ledgerPageSize));
  const exportSearch = serializeLedgerFilter({ ...filter, page: 1 });
  return (
    <Page
      title="Log"
      back={{ href: "/review", label: "Review" }}
      note={`${total.toLocaleString("en-GB")} ${total === 1 ? "step" : "steps"} · times in ${times.zone}`}
      actions={
        <>
          {may.exportLedger ? (
            <a href={exportSearch ? `/ledger?${exportSearch}` : "/ledger"} download className={buttonClass("quiet")}>
              <Download className="size-4" />
              CSV
            </a>
          ) : null}
          {may.award ? (
            <Button icon={<Award className="size-4" />} aria-haspopup="dialog" onClick={() => setAwarding(true)}>
              Award points
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid gap-3.5">
        {may.seeCheck ? (
          <LedgerCheckStatus first={check} mayCheck={may.check} nowMs={nowMs} now={now} times={times} />
        ) : null}
        <LedgerFilters filter={wanted} members={members} onFilter={(change) => ask({ page: 1, ...change })} />
        {lines.length > 0 ? (
          <LedgerTable lines={lines} times={times} now={now} />
        ) : (
          <EmptyState icon={<ScrollText />} title="No steps match">
            Each claim, decision, change and award leaves a line here, and no line is ever changed or removed.
          </EmptyState>
        )}
        {pages > 1 ? (
          <nav aria-label="Pages" className="flex items-center justify-between gap-3 text-13 text-ink-3">
            {filter.page > 1 ? (
              <ButtonLink href={getLedgerPath({ ...filter, page: filter.page - 1 })}>Newer</ButtonLink>
            ) : (
              <span />
            )}
            <span className="tabular-nums">
              Page {filter.page} of {pages.toLocaleString("en-GB")}
            </span>
            {filter.page < pages ? (
              <ButtonLink href={getLedgerPath({ ...filter, page: filter.page + 1 })}>Older</ButtonLink>
            ) : (
              <span />
            )}
          </nav>
        ) : null}
      </div>
      {isAwarding ? (
        <Suspense>
          <AwardDialog
            members={members}
            onClose={() => setAwarding(false)}
            onAwarded={() => {
              setAwarding(false);
              router.refresh();
            }}
          />
        </Suspense>
      ) : null}
    </Page>
  );
}
