import { Button } from "#components/ui/controls/button.tsx";
import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { InitialsAvatar } from "#components/ui/layout/initials-avatar.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from "#components/ui/layout/table.tsx";
import type { Member } from "#lib/contract/types.ts";
import { findEqualNameHints } from "#lib/queries/member-search/equal-name-hints.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { formatRelativeDate } from "#lib/time/format.ts";
import { RoleBadge } from "./role-badge.tsx";

type MembersTableProps = { members: readonly Member[]; me: string; now: Date; onOpen: (id: string) => void };

/** Lists members by name; phones show two lines per row. */
export function MembersTable({ members, me, now, onOpen }: MembersTableProps) {
  const { zone } = usePreferences();
  const ago = (at: string | null) => (at === null ? "never" : formatRelativeDate(new Date(at), now, zone));
  const hints = findEqualNameHints(members);
  return (
    <Table label="Members">
      <TableHead>
        <TableHeadCell>Name</TableHeadCell>
        <TableHeadCell>Role</TableHeadCell>
        <TableHeadCell className="max-sm:hidden">Two-step</TableHeadCell>
        <TableHeadCell className="max-lg:hidden">Joined</TableHeadCell>
        <TableHeadCell>Last active</TableHeadCell>
        <TableHeadCell align="end">Points</TableHeadCell>
        <TableHeadCell align="end">Scheduled</TableHeadCell>
        <TableHeadCell>
          <span className="sr-only">Edit</span>
        </TableHeadCell>
      </TableHead>
      <TableBody>
        {members.map((member) => (
          <TableRow key={member.id} washed={member.id === me} faint={member.state === "removed"}>
            <TableCell place="main" className="sm:w-[34%]!">
              <span className="flex min-w-0 items-center gap-2.5">
                <InitialsAvatar name={member.name} />
                <span className="min-w-0 leading-4.5">
                  <span className="block truncate font-semibold">
                    {member.name}
                    {member.id === me ? <span className="font-normal text-ink-3"> · you</span> : null}
                  </span>
                  <span className="block truncate text-13 text-ink-3">{member.email}</span>
                </span>
              </span>
            </TableCell>
            <TableCell>
              <RoleBadge role={member.role} />
            </TableCell>
            <TableCell className="text-ink-2">
              <span className="sm:hidden">Two-step </span>
              {member.two_step ? "Yes" : "No"}
            </TableCell>
            <TableCell place="wide" className="text-ink-2 max-lg:hidden">
              {ago(member.joined_at)}
            </TableCell>
            <TableCell className="sm:whitespace-nowrap text-ink-2">
              <span className="sm:hidden">Active </span>
              {ago(member.last_active_at)}
            </TableCell>
            <TableCell align="end">
              <PointsBadge points={member.points} />
            </TableCell>
            <TableCell align="end" className="font-mono text-13 text-ink-2 tabular-nums">
              {member.planned}
              <span className="font-sans sm:sr-only"> scheduled</span>
            </TableCell>
            <TableCell place="end" align="end">
              <Button size="small" aria-haspopup="dialog" onClick={() => onOpen(member.id)}>
                Edit
                <span className="sr-only">
                  {" "}
                  {member.name} {hints.get(member.id)}
                </span>
              </Button>
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
