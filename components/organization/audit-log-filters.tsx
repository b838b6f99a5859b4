"use client";
import { ChoiceFilter, DayFilter, Filters, PersonFilter } from "#components/ui/layout/filters.tsx";
import { auditEventTypes } from "#lib/contract/resources/audit-event-types.ts";
import { searchMemberNames } from "#lib/queries/members.ts";
import { useMemberSearch } from "#lib/queries/use-member-search.ts";
import type { AuditLogFilter } from "./audit-log-filter.ts";
import { getAuditTypeLabel } from "./audit-log-labels.ts";

const types = auditEventTypes
  .map((value) => ({ value, label: getAuditTypeLabel(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, "en"));
const none = { type: null, member: null, from: null, to: null };

type AuditLogFiltersProps = {
  filter: AuditLogFilter;
  members: readonly { id: string; name: string }[];
  onFilter: (change: Partial<AuditLogFilter>) => void;
};

export function AuditLogFilters({ filter, members, onFilter }: AuditLogFiltersProps) {
  const people = useMemberSearch(members, searchMemberNames);
  const { type, member, from, to } = filter;
  const isFiltered = [type, member, from, to].some((value) => value !== null);
  return (
    <Filters onClear={isFiltered ? () => onFilter(none) : null}>
      <ChoiceFilter
        label="Event"
        all="All events"
        choices={types}
        value={type}
        onChange={(value) => onFilter({ type: auditEventTypes.find((known) => known === value) ?? null })}
      />
      <PersonFilter
        label="Person"
        all="Everyone"
        searchLabel="Find a person"
        people={people}
        value={member}
        onChange={(value) => onFilter({ member: value })}
      />
      <DayFilter label="From" value={from} onChange={(value) => onFilter({ from: value })} />
      <DayFilter label="To" value={to} onChange={(value) => onFilter({ to: value })} />
    </Filters>
  );
}
