import { Coins } from "lucide-react";
import { formatClaimInstant, type ReviewTimeOptions } from "#components/review/claim-labels.ts";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Pager } from "#components/ui/controls/pager.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { Page } from "#components/ui/layout/page.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from "#components/ui/layout/table.tsx";
import { TablePersonName } from "#components/ui/layout/table-person-name.tsx";
import type { LedgerLine } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { formatPointsChange } from "./ledger-labels.ts";
import { LedgerSubject } from "./ledger-subject.tsx";

export const statementPageSize = 50;
const getStatementPath = (page: number) => (page === 1 ? "/points" : `/points?page=${page}`);

type PointsStatementPageProps = {
  lines: readonly LedgerLine[];
  /** Number of entries on all pages. */
  total: number;
  page: number;
  /** The member's total; null if the service doesn't say. */
  points: number | null;
  pending: { points: number; claims: number } | null;
  times: ReviewTimeOptions;
  now: Date;
};

/** Lists what a member's points are made of: each decision and award with its post, reviewer and reason. */
export function PointsStatementPage({ lines, total, page, points, pending, times, now }: PointsStatementPageProps) {
  const waiting = pending && pending.claims > 0 ? pending : null;
  return (
    <Page
      title="Your points"
      back={{ href: "/leaderboard", label: "Leaderboard" }}
      note={points === null ? undefined : `${formatNumber(points)} approved`}
    >
      <div className="grid gap-3.5">
        {waiting ? (
          <p className="text-14 text-ink-2">
            {formatCount(waiting.points, "point")} in {formatCount(waiting.claims, "claim")} waiting for review.
          </p>
        ) : null}
        {lines.length > 0 ? (
          <Table label="Points">
            <TableHead>
              <TableHeadCell>When</TableHeadCell>
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
                  <TableCell place="main" className="sm:w-full">
                    <LedgerSubject line={line} />
                  </TableCell>
                  <TableCell>
                    <span className="sm:hidden">by </span>
                    <TablePersonName>{line.by?.name ?? "Postwright"}</TablePersonName>
                  </TableCell>
                  <TableCell place="end" align="end">
                    <span className="font-mono text-13 text-gold-text tabular-nums">
                      {formatPointsChange(line.points) || "0"}
                    </span>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        ) : (
          <EmptyState
            icon={<Coins />}
            title="No points yet"
            actions={<ButtonLink href="/compose?new">Write a post</ButtonLink>}
          >
            You earn points when an administrator approves a published post.
          </EmptyState>
        )}
        <Pager
          getPath={getStatementPath}
          page={page}
          pageSize={statementPageSize}
          visibleCount={lines.length}
          total={total}
        />
      </div>
    </Page>
  );
}
