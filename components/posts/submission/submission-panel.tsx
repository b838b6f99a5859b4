"use client";
import { Ban, CalendarClock, ExternalLink, EyeOff, PenLine, RefreshCw, Send, Trash2, Undo2 } from "lucide-react";
import { type ComponentType, type ReactNode, Suspense, useState } from "react";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { isPostEditable } from "#components/posts/post-next-steps.ts";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import type { Post } from "#lib/contract/types.ts";
import { formatChannels, getChannelName } from "./channel-names.ts";
import { getSubmissionActionLabel, getSubmissionActions, type SubmissionActionName } from "./submission-actions.ts";
import { useSubmissionActions } from "./use-submission-actions.ts";

const RescheduleDialog = lazyComponent(() =>
  import("#components/posts/list/reschedule-dialog.tsx").then((file) => file.RescheduleDialog),
);

const icons: Record<SubmissionActionName, ComponentType<{ className?: string }>> = {
  take_down: EyeOff,
  retry: RefreshCw,
  publish: Send,
  schedule: CalendarClock,
  draft: PenLine,
  cancel: Ban,
  restore: Undo2,
  delete: Trash2,
};

export type SubmissionActionsProps = {
  posts: readonly Post[];
  title: string;
  accounts: Readonly<Record<string, string>>;
  abilities: PostAbilities;
};

type SubmissionPanelProps = SubmissionActionsProps & {
  /** True while an action runs. */
  isPending: boolean;
  onPending: () => void;
  onClose: () => void;
};

/** The actions on a whole submission, each with the channels it touches; below, one channel alone. */
export function SubmissionPanel(props: SubmissionPanelProps) {
  const { posts, title, accounts, abilities, isPending, onPending, onClose } = props;
  const [moved, setMoved] = useState<Post[] | null>(null);
  const { run } = useSubmissionActions(posts, accounts);

  async function act(action: SubmissionActionName, some: readonly Post[], start?: string) {
    onPending();
    try {
      await run(action, some, start);
    } finally {
      onClose();
    }
  }

  if (moved) {
    return (
      <Suspense>
        <RescheduleDialog
          count={moved.length}
          posts={moved}
          pending={isPending}
          onStart={(start) => void act("schedule", moved, start)}
          // The button stays busy while an action runs.
          onClose={() => (isPending ? setMoved(null) : onClose())}
        />
      </Suspense>
    );
  }
  const offers = getSubmissionActions(posts, abilities);
  // One action is marked as the one that can't be undone.
  const dangerous = offers.some(({ action }) => action === "take_down") ? "take_down" : "delete";
  return isPending ? null : (
    <Popover label={`Actions for “${title}”`} open onClose={onClose}>
      <div className="grid gap-0.5">
        {offers.map((offer) => {
          const { action, posts: some } = offer;
          const Icon = icons[action];
          return (
            <MenuButton
              key={action}
              isDanger={action === dangerous}
              icon={<Icon className="size-4 shrink-0" />}
              onClick={() => (action === "schedule" ? setMoved(some) : void act(action, some))}
            >
              {getSubmissionActionLabel(offer)}
              <span className="text-ink-3"> on {formatChannels(some, posts, accounts)}</span>
            </MenuButton>
          );
        })}
      </div>
      <ul aria-label="One channel" className="mt-2 grid gap-0.5 border-t pt-2">
        {posts.map((post) => (
          <ChannelLine key={post.id} post={post} accounts={accounts} canEdit={abilities.change} />
        ))}
      </ul>
    </Popover>
  );
}

const lineClass = "flex min-h-9 items-center gap-2.5 rounded-control px-2 text-left text-14 hover:bg-sunk";

type MenuButtonProps = { icon: ReactNode; isDanger: boolean; onClick: () => void; children: ReactNode };

function MenuButton({ icon, isDanger, onClick, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`${lineClass} pointer-coarse:min-h-11 ${isDanger ? "text-failed" : ""}`}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}

type ChannelLineProps = {
  post: Post;
  accounts: Readonly<Record<string, string>>;
  canEdit: boolean;
};

/** One channel: its page, its status, and its address on the platform or its editor. */
function ChannelLine({ post, accounts, canEdit }: ChannelLineProps) {
  const name = getChannelName(post, accounts);
  const link = post.taken_down_at ? null : post.published_urls.map(toSafeHref).find((href) => href !== null);
  return (
    <li className={lineClass}>
      <PlatformIcon platform={post.channel ?? "?"} />
      {post.deleted_at ? (
        <span className="mr-auto min-w-0 truncate">{name}</span>
      ) : (
        <PrefetchLink
          href={`/posts/${encodeURIComponent(post.id)}?one=1`}
          className="mr-auto min-w-0 truncate hover:underline"
        >
          {name}
        </PrefetchLink>
      )}
      {link ? (
        <a
          href={link}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open on ${name} in a new tab`}
          className="text-ink-3 hover:text-ink"
        >
          <ExternalLink className="size-4" />
        </a>
      ) : null}
      {canEdit && isPostEditable(post) && !post.deleted_at ? (
        <PrefetchLink
          href={`/compose?post=${encodeURIComponent(post.id)}&one=1`}
          aria-label={`Edit only on ${name}`}
          className="text-ink-3 hover:text-ink"
        >
          <PenLine className="size-4" />
        </PrefetchLink>
      ) : null}
      <StatusBadge status={getShownStatus(post)} />
    </li>
  );
}
