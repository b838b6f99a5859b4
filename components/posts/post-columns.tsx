import { lazy, type ReactNode, Suspense } from "react";
import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { AccountIcon } from "#components/ui/layout/account-icon.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { TwoLineCell } from "#components/ui/layout/table.tsx";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Post } from "#lib/contract/types.ts";
import type { DelayedWhenProps } from "./delayed-when.tsx";
import type { ListedPost } from "./listed-post.ts";
import {
  formatFailedChannels,
  formatShortInstant,
  formatWhen,
  getPlatformLabel,
  isDelayed,
  type PostTimeOptions,
  type WhenLabel,
} from "./post-labels.ts";
import { type PostColumnName, type PostDateField, postColumnNames } from "./posts-view.ts";
import { formatPublishedParts } from "./published-parts.ts";

// A text on one channel needs none of it.
const SubmissionCell = lazyComponent(() =>
  import("./submission/submission-cell.tsx").then((file) => file.SubmissionCell),
);

// The reasons of a delay are many. Where they can't be loaded, the cell has the time alone.
const DelayedWhen = lazy(() =>
  import("./delayed-when.tsx").then(
    (file) => ({ default: file.DelayedWhen }),
    () => ({ default: PlainWhen }),
  ),
);
const HeldNote = lazy(() =>
  import("./delayed-when.tsx").then(
    (file) => ({ default: file.HeldNote }),
    () => ({ default: () => null }),
  ),
);
const PlainWhen = ({ post, times, now, children }: DelayedWhenProps) => children(formatWhen(post, times, now));

/** Data that a cell needs besides its post. */
export type PostCellContext = {
  times: PostTimeOptions;
  now: Date;
  /** Account names by channel id, for the icons. */
  accounts: Readonly<Record<string, string>>;
  /** Addresses of the accounts' pictures by channel id, of those that have one. */
  pictures: Readonly<Record<string, string>>;
};

export type PostColumnDefinition = {
  name: PostColumnName;
  head: string;
  /** The time that sorts the list when the heading is pressed. */
  sort?: PostDateField;
  align?: "end";
  /** The column's place at phone width, where the table has two lines per row. */
  place: "second" | "rest" | "wide";
  /** True for a column that a tablet leaves out: the texts need the space. */
  isLeftOut?: true;
  cell: (post: ListedPost, context: PostCellContext) => ReactNode;
};

const createTimeColumn = (
  name: PostDateField,
  head: string,
  getTime: (post: Post) => string | null | undefined,
): PostColumnDefinition => ({
  name,
  head,
  sort: name,
  place: "wide",
  cell: (post, { times, now }) => {
    const at = getTime(post);
    return at ? (
      <time dateTime={at} className="whitespace-nowrap">
        {formatShortInstant(new Date(at), times, now)}
      </time>
    ) : (
      <EmptyCell />
    );
  },
});

const definitions: Record<PostColumnName, PostColumnDefinition> = {
  author: {
    name: "author",
    head: "Author",
    place: "second",
    isLeftOut: true,
    cell: (post) => <Author post={post} />,
  },
  channel: {
    name: "channel",
    head: "Channel",
    place: "second",
    cell: (post, context) =>
      post.channels ? (
        <Suspense>
          <SubmissionCell posts={post.channels} accounts={context.accounts} />
        </Suspense>
      ) : (
        channelCell(post, context)
      ),
  },
  status: {
    name: "status",
    head: "Status",
    place: "second",
    cell: ({ channels = [], ...post }) =>
      channels.some((other) => getShownStatus(other) !== getShownStatus(post)) ? (
        <Suspense>
          <SubmissionCell posts={channels} />
        </Suspense>
      ) : (
        <StatusBadge status={getShownStatus(post)} />
      ),
  },
  when: { name: "when", head: "When", place: "rest", cell: (post, context) => whenCell(post, context) },
  created: createTimeColumn("created", "Created", (post) => post.created_at),
  scheduled: createTimeColumn("scheduled", "Scheduled", (post) => post.scheduled_for),
  published: createTimeColumn("published", "Published", (post) => post.published_at),
  attempts: {
    name: "attempts",
    head: "Attempts",
    align: "end",
    place: "wide",
    cell: (post) => <span className="tabular-nums">{post.attempts ?? "—"}</span>,
  },
  claim: {
    name: "claim",
    head: "Claim",
    align: "end",
    place: "wide",
    isLeftOut: true,
    cell: (post) => claimCell(post),
  },
};

/** Returns the columns with these names, in the table's order. */
export function getPostColumns(names: readonly PostColumnName[]): PostColumnDefinition[] {
  return postColumnNames.filter((name) => names.includes(name)).map((name) => definitions[name]);
}

function Author({ post }: { post: Post }) {
  if (post.member === null) return <span className="text-ink-3">Hidden</span>;
  return post.member ? (
    <span className="block max-w-[16ch] truncate max-lg:max-w-[12ch]">{post.member.name}</span>
  ) : (
    <EmptyCell />
  );
}

function EmptyCell() {
  return <span className="text-ink-3">—</span>;
}

function channelCell(post: Post, { accounts, pictures }: PostCellContext) {
  const account = post.channel_id ? accounts[post.channel_id] : undefined;
  const label = account ? `${getPlatformLabel(post)}, ${account}` : getPlatformLabel(post);
  return <AccountIcon platform={post.channel ?? "?"} label={label} picture={pictures[post.channel_id ?? ""]} />;
}

function whenCell(post: ListedPost, { times, now, accounts }: PostCellContext) {
  const when = formatWhen(post, times, now);
  const plain = drawWhen(post, when);
  const held = post.hold ? post : post.channels?.find(({ hold }) => hold);
  if (held)
    return (
      <TwoLineCell
        first={when.iso ? <time dateTime={when.iso}>{when.at}</time> : "waits"}
        second={
          <Suspense>
            <span className="block max-w-[44ch] max-sm:max-w-full">
              <HeldNote post={held} account={held.channel_id ? accounts[held.channel_id] : undefined} />
            </span>
          </Suspense>
        }
      />
    );
  if (!isDelayed(post)) return plain;
  return (
    <Suspense fallback={plain}>
      <DelayedWhen post={post} times={times} now={now}>
        {(when) => drawWhen(post, when)}
      </DelayedWhen>
    </Suspense>
  );
}

function drawWhen(post: ListedPost, when: WhenLabel) {
  const note = formatFailedChannels(post.channels ?? []) ?? formatPublishedParts(post) ?? when.note;
  return (
    <TwoLineCell
      first={
        when.iso ? (
          <time dateTime={when.iso}>{when.at}</time>
        ) : (
          (when.at ?? <span className="text-ink-3 inline-block first-letter:uppercase">{when.note}</span>)
        )
      }
      second={
        when.at === null ? null : when.tone === "plain" ? (
          note
        ) : (
          <span title={when.tone === "failed" ? (post.error ?? undefined) : when.note} className={noteClass[when.tone]}>
            {note}
          </span>
        )
      }
    />
  );
}

const noteClass = {
  failed: "block max-w-[40ch] truncate text-failed max-sm:max-w-full",
  late: "block max-w-[40ch] truncate text-publishing max-sm:max-w-full",
};

/** Shows a post's points, in gold once approved and plain while the claim is pending. */
function claimCell(post: Post) {
  const claim = post.claim;
  if (claim?.status === "approved") return <PointsBadge points={claim.awarded ?? claim.points} />;
  if (claim?.status === "lapsed" || claim?.status === "rejected") return <EmptyCell />;
  const points = claim?.points ?? post.points;
  return points === undefined ? <EmptyCell /> : <PointsBadge points={points} waiting />;
}
