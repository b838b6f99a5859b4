"use client";
import { Award, Download, ScrollText } from "lucide-react";
import { useRouter } from "next/navigation";
import { Suspense, useState } from "react";
import { DateField } from "#components/date-time/date-field.tsx";
import { formatClaimInstant, type ReviewTimeOptions } from "#components/review/claim-labels.ts";
import {
  type LedgerFilter,
  ledgerKindNames,
  ledgerPageSize,
  serializeLedgerFilter,
} from "#components/review/review-filter-params.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { Pager } from "#components/ui/controls/pager.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { ChoiceFilter, Filters, PersonFilter } from "#components/ui/layout/filters.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from "#components/ui/layout/table.tsx";
import { useNow } from "#components/ui/use-now.ts";
import { useOptimisticParams } from "#components/ui/use-optimistic-params.tsx";
import type { LedgerCheck, LedgerLine } from "#lib/contract/types.ts";
import { searchMemberNames } from "#lib/queries/member-search/search-members.ts";
import { useMemberSearch } from "#lib/queries/member-search/use-member-search.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { LedgerCheckStatus } from "./ledger-check-status.tsx";
import { formatPointsChange, getLedgerKindLabel } from "./ledger-labels.ts";
import { LedgerSubject } from "./ledger-subject.tsx";

const steps = ledgerKindNames.map((value) => ({ value, label: getLedgerKindLabel(value) }));
const noFilter = { member: null, by: null, kind: null, from: null, to: null };

type LedgerFiltersProps = {
  filter: LedgerFilter;
  members: readonly { id: string; name: string }[];
  onFilter: (change: Partial<LedgerFilter>) => void;
};

/** Filters ledger lines by member, reviewer, kind and days. */
function LedgerFilters({ filter, members, onFilter }: LedgerFiltersProps) {
  const owners = useMemberSearch(members, searchMemberNames);
  const reviewers = useMemberSearch(members, searchMemberNames);
  const { member, by, kind, from, to } = filter;
  const isFiltered = [member, by, kind, from, to].some((value) => value !== null);
  return (
    <Filters onClear={isFiltered ? () => onFilter(noFilter) : null}>
      <PersonFilter
        label="Member"
        all="Everyone"
        searchLabel="Find a member"
        memberSearch={owners}
        value={member}
        onChange={(value) => onFilter({ member: value })}
      />
      <PersonFilter
        label="Done by"
        all="Anyone"
        searchLabel="Find a person"
        memberSearch={reviewers}
        value={by}
        onChange={(value) => onFilter({ by: value })}
      />
      <ChoiceFilter
        label="Action"
        all="All actions"
        choices={steps}
        value={kind}
        onChange={(value) => onFilter({ kind: value })}
      />
      <DateField isFilter label="From" value={from ?? ""} onChange={(day) => onFilter({ from: day || null })} />
      <DateField isFilter label="To" value={to ?? ""} onChange={(day) => onFilter({ to: day || null })} />
    </Filters>
  );
}

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

/** Lists every change of points: who, what, when, why. */
export function PointsLedgerPage({ filter, lines, total, check, members, may, nowMs }: PointsLedgerPageProps) {
  const router = useRouter();
  const now = useNow(nowMs);
  const times = usePreferences();
  const [isAwarding, setAwarding] = useState(false);
  const { requestedParams, request } = useOptimisticParams(filter, (next) =>
    router.replace(getLedgerPath(next), { scroll: false }),
  );
  const exportSearch = serializeLedgerFilter({ ...filter, page: 1 });
  return (
    <Page
      title="Log"
      back={{ href: "/review", label: "Review" }}
      note={`${formatCount(total, "entry", "entries")} · Times in ${getTimeZoneCity(times.zone)}`}
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
        <LedgerFilters
          filter={requestedParams}
          members={members}
          onFilter={(change) => request({ page: 1, ...change })}
        />
        {lines.length > 0 ? (
          <LedgerTable lines={lines} times={times} now={now} />
        ) : (
          <EmptyState icon={<ScrollText />} title="No entries">
            Claims, decisions, changes and awards appear here. Entries never change.
          </EmptyState>
        )}
        <Pager
          getPath={(page) => getLedgerPath({ ...filter, page })}
          page={filter.page}
          pageSize={ledgerPageSize}
          visibleCount={lines.length}
          total={total}
        />
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

/** A name breaks anywhere rather than taking the space of what it is for. */
const personClass = "wrap-anywhere sm:min-w-34 lg:min-w-40";

/** Lists ledger lines, newest first; phones show two lines each. */
function LedgerTable({ lines, times, now }: { lines: readonly LedgerLine[]; times: ReviewTimeOptions; now: Date }) {
  return (
    <Table label="Entries">
      <TableHead>
        <TableHeadCell>When</TableHeadCell>
        <TableHeadCell>Member</TableHeadCell>
        <TableHeadCell>For</TableHeadCell>
        <TableHeadCell>By</TableHeadCell>
        <TableHeadCell align="end">Points</TableHeadCell>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <TableRow key={line.id}>
            <TableCell className="sm:whitespace-nowrap">
              <time dateTime={line.at} className="text-13 text-ink-3">
                {formatClaimInstant(line.at, times, now)}
              </time>
            </TableCell>
            <TableCell className={personClass}>{line.member?.name ?? "Hidden"}</TableCell>
            <TableCell place="main" className="sm:w-full">
              <LedgerSubject line={line} />
            </TableCell>
            <TableCell className={personClass}>
              <span className="sm:hidden">by </span>
              {line.by?.name ?? "Postwright"}
            </TableCell>
            <TableCell place="end" align="end">
              <span className="font-mono text-13 text-gold-text tabular-nums">{formatPointsChange(line.points)}</span>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
