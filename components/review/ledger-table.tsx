import { IntentLink } from "#components/ui/controls/prefetch-link.tsx";
import { HeadCell, Table, TableBody, TableCell, TableHead, TableRow } from "#components/ui/layout/table.tsx";
import type { LedgerLine } from "#lib/contract/types.ts";
import { instantWords, type Times } from "./claim-labels.ts";
import { changeWords, detailWords, kindName } from "./ledger/ledger-labels.ts";

/** The lines of the ledger, newest first; two lines each on a phone. */
export function LedgerTable({ lines, times, now }: { lines: readonly LedgerLine[]; times: Times; now: Date }) {
  return (
    <Table label="Steps" dense>
      <TableHead>
        <HeadCell>When</HeadCell>
        <HeadCell>Member</HeadCell>
        <HeadCell>Step</HeadCell>
        <HeadCell>By</HeadCell>
        <HeadCell align="end">Points</HeadCell>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <TableRow key={line.id}>
            <TableCell className="whitespace-nowrap">
              <time dateTime={line.at} className="text-13 text-ink-3">
                {instantWords(line.at, times, now)}
              </time>
            </TableCell>
            <TableCell place="main">
              <span className="font-medium">{line.member?.name ?? "Hidden"}</span>
            </TableCell>
            <TableCell className="sm:min-w-40">
              {line.post_id ? (
                <IntentLink
                  href={`/posts/${encodeURIComponent(line.post_id)}`}
                  className="underline-offset-2 hover:underline pointer-coarse:py-2"
                >
                  {kindName(line.kind)}
                </IntentLink>
              ) : (
                kindName(line.kind)
              )}
              <span className="text-13 text-ink-3 [overflow-wrap:anywhere]"> {detailWords(line)}</span>
            </TableCell>
            <TableCell className="sm:min-w-32">{line.by?.name ?? "Postwright"}</TableCell>
            <TableCell place="end" align="end">
              <span className="font-mono text-13 text-gold-text tabular-nums">{changeWords(line.points)}</span>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
