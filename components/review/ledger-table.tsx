import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { TableHeadCell, Table, TableBody, TableCell, TableHead, TableRow } from "#components/ui/layout/table.tsx";
import type { LedgerLine } from "#lib/contract/types.ts";
import { formatClaimInstant, type ReviewTimeOptions } from "./claim-labels.ts";
import { formatPointsChange, formatLedgerDetails, getLedgerKindLabel } from "./ledger/ledger-labels.ts";

/** The lines of the ledger, newest first; two lines each on a phone. */
export function LedgerTable({ lines, times, now }: { lines: readonly LedgerLine[]; times: ReviewTimeOptions; now: Date }) {
  return (
    <Table label="Steps" dense>
      <TableHead>
        <TableHeadCell>When</TableHeadCell>
        <TableHeadCell>Member</TableHeadCell>
        <TableHeadCell>Step</TableHeadCell>
        <TableHeadCell>By</TableHeadCell>
        <TableHeadCell align="end">Points</TableHeadCell>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <TableRow key={line.id}>
            <TableCell className="whitespace-nowrap">
              <time dateTime={line.at} className="text-13 text-ink-3">
                {formatClaimInstant(line.at, times, now)}
              </time>
            </TableCell>
            <TableCell place="main">
              <span className="font-medium">{line.member?.name ?? "Hidden"}</span>
            </TableCell>
            <TableCell className="sm:min-w-40">
              {line.post_id ? (
                <PrefetchLink
                  href={`/posts/${encodeURIComponent(line.post_id)}`}
                  className="underline-offset-2 hover:underline pointer-coarse:py-2"
                >
                  {getLedgerKindLabel(line.kind)}
                </PrefetchLink>
              ) : (
                getLedgerKindLabel(line.kind)
              )}
              <span className="text-13 text-ink-3 [overflow-wrap:anywhere]"> {formatLedgerDetails(line)}</span>
            </TableCell>
            <TableCell className="sm:min-w-32">{line.by?.name ?? "Postwright"}</TableCell>
            <TableCell place="end" align="end">
              <span className="font-mono text-13 text-gold-text tabular-nums">{formatPointsChange(line.points)}</span>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
