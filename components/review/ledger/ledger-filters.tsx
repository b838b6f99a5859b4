"use client";
import { type LedgerFilter, ledgerKindNames } from "#components/review/review-filters.ts";
import { ChoiceFilter, DayFilter, Filters, PersonFilter } from "#components/ui/layout/filters.tsx";
import { searchMemberNames } from "#lib/queries/members.ts";
import { useMemberSearch } from "#lib/queries/use-member-search.ts";
import { getLedgerKindLabel } from "./ledger-labels.ts";

const steps = ledgerKindNames.map((value) => ({ value, label: getLedgerKindLabel(value) }));
const none = { member: null, by: null, kind: null, from: null, to: null };

type LedgerFiltersProps = {
  filter: LedgerFilter;
  members: readonly { id: string; name: string }[];
  onFilter: (change: Partial<LedgerFilter>) => void;
};

/** Filters ledger lines by member, reviewer, kind and days. */
export function LedgerFilters({ filter, members, onFilter }: LedgerFiltersProps) {
  const owners = useMemberSearch(members, searchMemberNames);
  const reviewers = useMemberSearch(members, searchMemberNames);
  const { member, by, kind, from, to } = filter;
  const isFiltered = [member, by, kind, from, to].some((value) => value !== null);
  return (
    <Filters onClear={isFiltered ? () => onFilter(none) : null}>
      <PersonFilter
        label="Member"
        all="Everyone"
        searchLabel="Find a member"
        people={owners}
        value={member}
        onChange={(value) => onFilter({ member: value })}
      />
      <PersonFilter
        label="Done by"
        all="Anyone"
        searchLabel="Find a person"
        people={reviewers}
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
      <DayFilter label="From" value={from} onChange={(value) => onFilter({ from: value })} />
      <DayFilter label="To" value={to} onChange={(value) => onFilter({ to: value })} />
    </Filters>
  );
}
