"use client";
import { Download, ScrollText } from "lucide-react";
import { useRouter } from "next/navigation";
import { DateField } from "#components/date-time/date-field.tsx";
import { buttonClass } from "#components/ui/controls/button-class.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { ChoiceFilter, Filters, PersonFilter } from "#components/ui/layout/filters.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from "#components/ui/layout/table.tsx";
import { TablePersonName } from "#components/ui/layout/table-person-name.tsx";
import { useOptimisticParams } from "#components/ui/use-optimistic-params.tsx";
import { auditEventTypes, auditRetentionDays } from "#lib/contract/resources/audit-event-types.ts";
import type { AuditLogEvent, AuditLogPage } from "#lib/contract/types.ts";
import { searchMemberNames } from "#lib/queries/member-search/search-members.ts";
import { useMemberSearch } from "#lib/queries/member-search/use-member-search.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { formatInstant } from "#lib/time/format.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { type AuditLogFilter, serializeAuditLogFilter } from "./audit-log-filter-params.ts";
import { formatAuditDetails, getAuditTypeLabel } from "./audit-log-labels.ts";

const types = auditEventTypes
  .map((value) => ({ value, label: getAuditTypeLabel(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, "en"));
const none = { type: null, member: null, from: null, to: null };

type AuditLogFiltersProps = {
  filter: AuditLogFilter;
  members: readonly { id: string; name: string }[];
  onFilter: (change: Partial<AuditLogFilter>) => void;
};

function AuditLogFilters({ filter, members, onFilter }: AuditLogFiltersProps) {
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
        memberSearch={people}
        value={member}
        onChange={(value) => onFilter({ member: value })}
      />
      <DateField isFilter label="From" value={from ?? ""} onChange={(day) => onFilter({ from: day || null })} />
      <DateField isFilter label="To" value={to ?? ""} onChange={(day) => onFilter({ to: day || null })} />
    </Filters>
  );
}

type AuditLogProps = {
  filter: AuditLogFilter;
  page: AuditLogPage;
  members: readonly { id: string; name: string }[];
  mayExport: boolean;
};

const withSearch = (path: string, filter: AuditLogFilter) => {
  const search = serializeAuditLogFilter(filter);
  return search === "" ? path : `${path}?${search}`;
};
const getAuditLogPath = (filter: AuditLogFilter) => withSearch("/organization/log", filter);

/** The audit log: sign-ins and changes of access. */
export function AuditLog({ filter, page, members, mayExport }: AuditLogProps) {
  const router = useRouter();
  const times = usePreferences();
  const { requestedParams, request } = useOptimisticParams(filter, (next) =>
    router.replace(getAuditLogPath(next), { scroll: false }),
  );
  return (
    <Page
      title="Audit log"
      back={{ href: "/organization", label: "Organization" }}
      note={`Times in ${getTimeZoneCity(times.zone)} · stored for ${auditRetentionDays} days`}
      actions={
        mayExport ? (
          <a href={withSearch("/audit-log", { ...filter, before: null })} download className={buttonClass("quiet")}>
            <Download className="size-4" />
            CSV
          </a>
        ) : null
      }
    >
      <div className="grid gap-3.5">
        <AuditLogFilters
          filter={requestedParams}
          members={members}
          onFilter={(change) => request({ before: null, ...change })}
        />
        {page.events.length > 0 ? (
          <AuditLogTable events={page.events} times={times} />
        ) : (
          <EmptyState icon={<ScrollText />} title="No events match">
            Sign-ins, exports and changes to members, keys, channels and webhooks appear here.
          </EmptyState>
        )}
        {filter.before !== null || page.next !== null ? (
          <nav aria-label="Pages" className="flex items-center justify-between gap-3">
            {filter.before === null ? (
              <span />
            ) : (
              <ButtonLink href={getAuditLogPath({ ...filter, before: null })}>Newest</ButtonLink>
            )}
            {page.next === null ? null : (
              <ButtonLink href={getAuditLogPath({ ...filter, before: page.next })}>Older</ButtonLink>
            )}
          </nav>
        ) : null}
      </div>
    </Page>
  );
}

type AuditLogTableProps = { events: readonly AuditLogEvent[]; times: { zone: string; clock: "12" | "24" } };

/** Lists events, newest first; phones show two lines per event. */
function AuditLogTable({ events, times: { zone, clock } }: AuditLogTableProps) {
  return (
    <Table label="Events" dense>
      <TableHead>
        <TableHeadCell>When</TableHeadCell>
        <TableHeadCell>Person</TableHeadCell>
        <TableHeadCell>Event</TableHeadCell>
        <TableHeadCell>Address</TableHeadCell>
      </TableHead>
      <TableBody>
        {events.map((event) => (
          <TableRow key={event.id}>
            <TableCell className="sm:whitespace-nowrap">
              <time dateTime={event.at} className="text-13 text-ink-3">
                {formatInstant(new Date(event.at), zone, { clock })}
              </time>
            </TableCell>
            <TableCell>
              <TablePersonName>{event.member?.name || "Unknown"}</TablePersonName>
            </TableCell>
            <TableCell place="main" className="sm:w-full">
              <span className="font-medium">{getAuditTypeLabel(event.type)}</span>{" "}
              {event.outcome === "refused" ? <Badge tone="failed">Refused</Badge> : null}{" "}
              <span className="wrap-anywhere">{event.target?.name}</span>{" "}
              <span className="text-13 text-ink-3 wrap-anywhere">{formatAuditDetails(event)}</span>
            </TableCell>
            <TableCell className="sm:min-w-40">
              <span className="font-mono text-13 text-ink-3 wrap-anywhere">{event.address ?? ""}</span>
              {event.via?.type === "key" ? <span className="text-13 text-ink-3"> · API key</span> : null}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
