"use client";
import { ChoiceFilter, DayFilter, Filters, PersonFilter } from "#components/ui/layout/filters.tsx";
import { auditTypes } from "#lib/contract/resources/audit-event-types.ts";
import { findNames } from "#lib/queries/members.ts";
import { useMembers } from "#lib/queries/use-member-search.ts";
import type { LogFilter } from "./audit-log-filter.ts";
import { typeLabel } from "./audit-log-labels.ts";

const types = auditTypes
  .map((value) => ({ value, label: typeLabel(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, "en"));
const none = { type: null, member: null, from: null, to: null };

type LogFiltersProps = {
  filter: LogFilter;
  members: readonly { id: string; name: string }[];
  onFilter: (change: Partial<LogFilter>) => void;
};

/** Filters events by type, person and days. */
export function LogFilters({ filter, members, onFilter }: LogFiltersProps) {
  const people = useMembers(members, findNames);
  const { type, member, from, to } = filter;
  const isFiltered = [type, member, from, to].some((value) => value !== null);
  return (
    <Filters onClear={isFiltered ? () => onFilter(none) : null}>
      <ChoiceFilter
        label="Event"
        all="All events"
        choices={types}
        value={type}
        onChange={(value) => onFilter({ type: auditTypes.find((known) => known === value) ?? null })}
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
