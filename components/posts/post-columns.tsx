import type { ReactNode } from "react";
import { PlatformMark } from "#components/ui/layout/platform-icon.tsx";
import { PointsChip } from "#components/ui/feedback/points-badge.tsx";
import { StatusPill } from "#components/ui/feedback/status-badge.tsx";
import { TwoLines } from "#components/ui/layout/table.tsx";
import type { Post } from "#lib/contract/types.ts";
import { type ColumnName, columnNames, type PostTime } from "./posts-view.ts";
import { halfNote } from "./published-parts.ts";
import { channelWord, shortInstant, type Times, whenWords } from "./post-labels.ts";

/** What a cell needs to know beside its post. */
export type RowContext = {
  times: Times;
  now: Date;
  /** The names of accounts by channel id, for the marks. */
  accounts: Readonly<Record<string, string>>;
};

export type PostColumn = {
  name: ColumnName;
  head: string;
  /** The time that the list is ordered by when its head is pressed. */
  sort?: PostTime;
  align?: "end";
  /** Where it stands at phone width; the presets of the table there are two lines. */
  place: "second" | "rest" | "wide";
  cell: (post: Post, context: RowContext) => ReactNode;
};

const timeColumn = (name: PostTime, head: string, of: (post: Post) => string | null | undefined): PostColumn => ({
  name,
  head,
  sort: name,
  place: "wide",
  cell: (post, { times, now }) => {
    const at = of(post);
    return at ? (
      <time dateTime={at} className="whitespace-nowrap">
        {shortInstant(new Date(at), times, now)}
      </time>
    ) : (
      <None />
    );
  },
});

const all: Record<ColumnName, PostColumn> = {
  author: { name: "author", head: "Author", place: "wide", cell: (post) => <Author post={post} /> },
  channel: { name: "channel", head: "Channel", place: "second", cell: (post, context) => channelCell(post, context) },
  status: {
    name: "status",
    head: "Status",
    place: "second",
    cell: (post) => <StatusPill status={post.status} />,
  },
  when: { name: "when", head: "When", place: "rest", cell: (post, context) => whenCell(post, context) },
  created: timeColumn("created", "Created", (post) => post.created_at),
  scheduled: timeColumn("scheduled", "Scheduled", (post) => post.scheduled_for),
  published: timeColumn("published", "Published", (post) => post.published_at),
  attempts: {
    name: "attempts",
    head: "Attempts",
    align: "end",
    place: "wide",
    cell: (post) => <span className="tabular-nums">{post.attempts ?? "—"}</span>,
  },
  claim: { name: "claim", head: "Claim", align: "end", place: "wide", cell: (post) => claimCell(post) },
};

/** The columns of these names, in the order of the table. */
export function columnsOf(names: readonly ColumnName[]): PostColumn[] {
  return columnNames.filter((name) => names.includes(name)).map((name) => all[name]);
}

/** What the columns are called where they are chosen. */
export const columnHeads: readonly { name: ColumnName; head: string }[] = columnNames.map((name) => all[name]);

function Author({ post }: { post: Post }) {
  if (post.member === null) return <span className="text-ink-3">Hidden</span>;
  return post.member ? <span className="block max-w-[16ch] truncate">{post.member.name}</span> : <None />;
}

function None() {
  return <span className="text-ink-3">—</span>;
}

function channelCell(post: Post, { accounts }: RowContext) {
  const account = post.channel_id ? accounts[post.channel_id] : undefined;
  const label = account ? `${channelWord(post)}, ${account}` : channelWord(post);
  return <PlatformMark platform={post.channel ?? "?"} label={label} />;
}

function whenCell(post: Post, { times, now }: RowContext) {
  const when = whenWords(post, times, now);
  return (
    <TwoLines
      first={when.iso ? <time dateTime={when.iso}>{when.at}</time> : (when.at ?? "—")}
      second={
        <span
          title={when.tone === "failed" ? (post.error ?? undefined) : when.tone === "late" ? when.note : undefined}
          className={noteClass[when.tone]}
        >
          {halfNote(post) ?? when.note}
        </span>
      }
    />
  );
}

const noteClass = {
  plain: undefined,
  failed: "block max-w-[40ch] truncate text-failed max-sm:max-w-full",
  late: "block max-w-[40ch] truncate text-publishing max-sm:max-w-full",
};

/** Points in gold once approved, plain while they are only asked for. */
function claimCell(post: Post) {
  const claim = post.claim;
  if (claim?.status === "approved") return <PointsChip points={claim.awarded ?? claim.points} />;
  if (claim?.status === "lapsed" || claim?.status === "rejected") return <None />;
  const points = claim?.points ?? post.points;
  return points === undefined ? <None /> : <PointsChip points={points} waiting />;
}
