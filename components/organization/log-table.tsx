import { Badge } from "#components/ui/feedback/badge.tsx";
import { TableHeadCell, Table, TableBody, TableCell, TableHead, TableRow } from "#components/ui/layout/table.tsx";
import type { AuditLogEvent } from "#lib/contract/types.ts";
import { formatInstant } from "#lib/time/format.ts";
import { formatAuditDetails, getAuditTypeLabel } from "./audit-log-labels.ts";

type AuditLogTableProps = { events: readonly AuditLogEvent[]; times: { zone: string; clock: "12" | "24" } };

/** Events, newest first; two lines each on a phone. */
export function AuditLogTable({ events, times: { zone, clock } }: AuditLogTableProps) {
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
            <TableCell className="whitespace-nowrap">
              <time dateTime={event.at} className="text-13 text-ink-3">
                {formatInstant(new Date(event.at), zone, { clock })}
              </time>
            </TableCell>
            <TableCell className="sm:min-w-32">{event.member?.name || "Unknown"}</TableCell>
            <TableCell place="main">
              <span className="font-medium">{getAuditTypeLabel(event.type)}</span>{" "}
              {event.outcome === "refused" ? <Badge tone="failed">Refused</Badge> : null}{" "}
              <span className="[overflow-wrap:anywhere]">{event.target?.name}</span>{" "}
              <span className="text-13 text-ink-3 [overflow-wrap:anywhere]">{formatAuditDetails(event)}</span>
            </TableCell>
            <TableCell className="sm:min-w-40">
              <span className="font-mono text-13 text-ink-3 [overflow-wrap:anywhere]">{event.address ?? ""}</span>
              {event.via?.type === "key" ? <span className="text-13 text-ink-3"> · API key</span> : null}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
