"use client";
import { useState } from "react";
import { useCalendarContext } from "#components/calendar/calendar-context.tsx";
import {
  type EntryPost,
  hasTextVariants,
  type TimedEntry,
  type UnscheduledDraft,
} from "#components/calendar/calendar-entries.ts";
import { getReplacePath } from "#components/calendar/calendar-params.ts";
import {
  canChangeEntry,
  formatEntrySize,
  getAuthorName,
  getChannelLabel,
  isOwnEntry,
} from "#components/calendar/entry-labels.ts";
import { formatInstantInZone } from "#components/calendar/use-entry-moves.ts";
import { getDeletionLabel } from "#components/post-actions/action-messages.ts";
import { HoldNote } from "#components/post-actions/hold-note.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { StatusBadge } from "#components/ui/feedback/status-badge.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { getShownStatus } from "#lib/contract/resources/post-statuses.ts";
import { formatRelativeTime } from "#lib/time/format.ts";
import { type EntryAction, getEntryActions, isEntryPostEditable } from "./calendar-menu-items.tsx";

export type CalendarSubject = { type: "entry"; entry: TimedEntry } | { type: "draft"; draft: UnscheduledDraft };

type EntryDialogProps = {
  subject: CalendarSubject;
  /** The post that the actions are for at first; null for all. */
  firstPostId: string | null;
  onAction: (action: EntryAction, posts: readonly EntryPost[]) => void;
  onClose: () => void;
};

const actionLabels: Partial<Record<Exclude<EntryAction, "delete">, string>> = {
  publish: "Publish now",
  retry: "Retry",
  draft: "Move to drafts",
  cancel: "Cancel post",
  duplicate: "Duplicate",
};

/** Shows one submission: its text, its time here and in the second zone, and each channel's post with its actions. */
export function EntryDialog({ subject, firstPostId, onAction, onClose }: EntryDialogProps) {
  const { preferences, me, now, abilities, channels } = useCalendarContext();
  const [chosenId, setChosenId] = useState(firstPostId ?? "all");
  const isDraft = subject.type === "draft";
  const entry = subject.type === "draft" ? subject.draft : subject.entry;
  const canChange = canChangeEntry(entry, me, abilities);
  const one = entry.posts.filter(({ id }) => id === chosenId);
  const chosen = one.length > 0 ? one : entry.posts;
  const actions = getEntryActions({ posts: chosen, canChange, isDraft, abilities });
  const labels: Partial<Record<EntryAction, string>> = { ...actionLabels, delete: getDeletionLabel(chosen) };
  const at = new Date(entry.at);
  const size = formatEntrySize(entry);
  const hasVariants = hasTextVariants(entry);
  const edited =
    canChange && abilities.move && !abilities.replaces && chosen.length > 1
      ? entry.posts.find(({ status }) => status === "scheduled" || status === "draft")
      : undefined;
  // One reason for all channels is said once.
  const [firstHold, ...otherHolds] = new Map(entry.posts.map(({ hold }) => [hold?.resolve.target_id, hold])).values();
  const commonHold = otherHolds.length === 0 && entry.posts.length > 1 ? firstHold : undefined;
  const bulkActions = actions.filter((action) => labels[action] !== undefined);
  return (
    <Dialog
      open
      onClose={onClose}
      takesFocus
      size="medium"
      title={isDraft ? "Draft" : formatInstantInZone(at, preferences.zone, preferences.clock)}
      description={
        isDraft ? (
          "Not scheduled yet."
        ) : (
          <>
            {formatRelativeTime(at, now)}
            {preferences.secondZone ? ` · ${formatInstantInZone(at, preferences.secondZone, preferences.clock)}` : ""}
            {isOwnEntry(entry, me) ? "" : ` · by ${getAuthorName(entry)}`}
          </>
        )
      }
      actions={
        actions.includes("move") ? (
          <Button variant="filled" onClick={() => onAction("move", chosen)}>
            {isDraft ? "Schedule…" : "Reschedule…"}
          </Button>
        ) : undefined
      }
    >
      {hasVariants ? (
        <p className="text-13 text-ink-3">Some channels have custom text.</p>
      ) : (
        <p className="max-h-40 overflow-y-auto whitespace-pre-wrap text-15">{entry.text || "No text yet"}</p>
      )}
      {size ? <p className="mt-1 text-13 text-ink-3">{size}</p> : null}
      <ul aria-label="Channels" className="mt-4 divide-y border-y last:border-b-0">
        {entry.posts.map((post) => (
          <PostLine
            key={post.id}
            post={post}
            variantText={hasVariants ? (post.text ?? entry.text) : null}
            author={entry.member}
            isHoldShown={!commonHold}
            canEdit={canChange && abilities.move}
            isOneOfMany={entry.posts.length > 1}
          />
        ))}
      </ul>
      {commonHold ? (
        <div className="mt-3">
          <HoldNote
            hold={commonHold}
            channel={entry.posts
              .slice(0, 1)
              .map((post) => getChannelLabel(post, channels))
              .join()}
            author={entry.member}
          />
        </div>
      ) : null}
      {bulkActions.length > 0 || edited ? (
        // biome-ignore lint/a11y/useSemanticElements: these buttons act at once, and a fieldset would announce a form to fill in
        <div
          role="group"
          aria-label={one.length > 0 ? "One channel" : "All channels"}
          className="mt-4 flex flex-wrap gap-2"
        >
          {entry.posts.length > 1 ? (
            <Select
              aria-label="Channels to change"
              value={one[0]?.id ?? "all"}
              onChange={({ target: { value } }) => setChosenId(value)}
            >
              <option value="all">{entry.posts.length === 2 ? "Both" : `All ${entry.posts.length}`} channels</option>
              {entry.posts.map((post) => (
                <option key={post.id} value={post.id}>
                  Only {getChannelLabel(post, channels)}
                </option>
              ))}
            </Select>
          ) : null}
          {edited ? (
            <ButtonLink size="small" href={`/compose?post=${encodeURIComponent(edited.id)}`}>
              Edit
            </ButtonLink>
          ) : null}
          {bulkActions.map((action) => (
            <Button
              key={action}
              size="small"
              variant={action !== "delete" ? "outline" : labels.delete === "Delete" ? "danger" : "quiet"}
              onClick={() => onAction(action, chosen)}
            >
              {labels[action]}
            </Button>
          ))}
        </div>
      ) : null}
    </Dialog>
  );
}

type PostLineProps = {
  post: EntryPost;
  /** The channel's own text; null when every channel has the same text. */
  variantText: string | null;
  author: TimedEntry["member"];
  /** False where one note below says it for all channels. */
  isHoldShown: boolean;
  canEdit: boolean;
  isOneOfMany: boolean;
};

function PostLine({ post, variantText, author, isHoldShown, canEdit, isOneOfMany }: PostLineProps) {
  const { channels, abilities } = useCalendarContext();
  const name = getChannelLabel(post, channels);
  const path = encodeURIComponent(post.id);
  const editPath = abilities.replaces
    ? getReplacePath(post.id, null)
    : `/compose?post=${path}${isOneOfMany || post.status === "failed" ? "&one=1" : ""}`;
  const isEditable = canEdit && isEntryPostEditable(post);
  return (
    <li className="flex flex-wrap items-center gap-2.5 py-2.5">
      <PlatformIcon platform={post.channel ?? ""} label={formatPlatformName(post.channel ?? "")} />
      <span className="min-w-0 flex-1 basis-24 truncate text-14 font-medium">{name}</span>
      <StatusBadge status={getShownStatus(post)} />
      <span className="ml-auto flex">
        {isEditable ? (
          <ButtonLink size="small" variant="quiet" href={editPath}>
            {isOneOfMany ? "Edit only here" : "Edit"}
            <span className="sr-only"> the post on {name}</span>
          </ButtonLink>
        ) : null}
        <ButtonLink size="small" variant="quiet" href={`/posts/${path}`}>
          Details<span className="sr-only"> of the post on {name}</span>
        </ButtonLink>
      </span>
      {post.hold && isHoldShown ? (
        <div className="w-full">
          <HoldNote hold={post.hold} channel={name} author={author} />
        </div>
      ) : null}
      {variantText === null ? null : <p className="w-full whitespace-pre-wrap text-14">{variantText}</p>}
    </li>
  );
}
