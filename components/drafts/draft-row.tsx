import { BookmarkPlus, CopyPlus, PenLine, Trash2, UserRoundX, UsersRound } from "lucide-react";
import { type ComponentType, useState } from "react";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import type { Channel, DraftSummary } from "#lib/contract/types.ts";
import { getDraftPath } from "#lib/queries/drafts/draft-queries.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { getDraftTitle } from "#lib/text/post-title.ts";
import { isDay } from "#lib/time/days.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant, formatRelativeDate } from "#lib/time/format.ts";
import { formatClockTime, formatShortDay } from "#lib/time/format-short.ts";

export type DraftAction = "use" | "rename" | "duplicate" | "template" | "share" | "delete";

/** The member's rights on others' shared templates; null if the service shares none. */
export type TemplateSharing = { canManage: boolean } | null;

/** Returns true if the member may rename, share and delete it. */
export const canChangeDraft = ({ author }: Pick<DraftSummary, "author">, sharing: TemplateSharing): boolean =>
  !author || sharing?.canManage === true;

type DraftRowProps = {
  draft: DraftSummary;
  channels: readonly Channel[];
  now: Date;
  reader: Pick<DisplayPreferences, "zone" | "clock">;
  sharing: TemplateSharing;
  selected: boolean;
  /** `extend`: Shift was held, so the range from the last pressed row is meant. */
  onSelect: (isSelected: boolean, extend: boolean) => void;
  onAction: (action: DraftAction) => Promise<void>;
};

const maxTitleInLabel = 60;

/** One draft or template: its title, its content in short, and its actions. */
export function DraftRow({ draft, channels, now, reader, sharing, selected, onSelect, onAction }: DraftRowProps) {
  const [pending, setPending] = useState<DraftAction | null>(null);
  const title = getDraftTitle(draft);
  const isTemplate = draft.kind === "template";
  const chosen = channels.filter(({ id }) => draft.channels.includes(id));
  const changedAt = new Date(draft.updated_at);
  // Posts that a program saved have no name and are no text of this composer yet.
  const isText = draft.version > 0;
  const canChange = canChangeDraft(draft, sharing);

  async function run(action: DraftAction) {
    setPending(action);
    await onAction(action);
    setPending(null);
  }
  const button = (action: DraftAction, label: string, Icon: ComponentType<{ className?: string }>) => (
    <IconButton
      size="small"
      label={`${label}: ${title.slice(0, maxTitleInLabel)}`}
      pending={pending === action}
      onClick={() => void run(action)}
    >
      <Icon className="size-4" />
    </IconButton>
  );
  return (
    <li
      className={joinClassNames(
        "group flex items-start gap-x-2 py-2.5 max-sm:flex-wrap",
        selected && "bg-accent-wash outline-4 outline-accent-wash",
      )}
    >
      {canChange ? (
        <Checkbox
          aria-label={`Select “${title}”`}
          checked={selected}
          onChange={(event) =>
            onSelect(event.target.checked, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
          }
        />
      ) : (
        <span className="w-7 shrink-0 pointer-coarse:w-11" />
      )}
      <div className="min-w-0 flex-1 basis-48">
        {isTemplate ? (
          <p className="truncate text-15 font-medium">{title}</p>
        ) : (
          <PrefetchLink
            href={getDraftPath(draft)}
            data-line={draft.id}
            className="block truncate rounded-chip text-15 font-medium hover:text-accent pointer-coarse:py-2"
          >
            {title}
          </PrefetchLink>
        )}
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-ink-3">
          {isTemplate && sharing ? <span>{getSharingLabel(draft)}</span> : null}
          {draft.post !== null && draft.posts.length === 0 ? (
            <span className="font-medium text-publishing">Changes not applied</span>
          ) : null}
          {chosen.map(({ id, platform, name }) => (
            <PlatformIcon key={id} size="small" platform={platform} label={name} />
          ))}
          <time dateTime={draft.updated_at} title={formatInstant(changedAt, reader.zone, { clock: reader.clock })}>
            Edited {formatRelativeDate(changedAt, now, reader.zone)}
          </time>
          {listDraftFacts(draft, chosen.length, reader).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <div className="flex gap-0.5 max-sm:ml-auto max-sm:flex-wrap max-sm:justify-end pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100">
        {isTemplate ? (
          <Button
            size="small"
            aria-label={`Use template: ${title.slice(0, maxTitleInLabel)}`}
            pending={pending === "use"}
            onClick={() => void run("use")}
          >
            Use template
          </Button>
        ) : null}
        {isTemplate && sharing && canChange
          ? draft.shared
            ? button("share", "Stop sharing", UserRoundX)
            : button("share", "Share with organization", UsersRound)
          : null}
        {isText && canChange ? button("rename", "Rename", PenLine) : null}
        {isText ? button("duplicate", "Duplicate", CopyPlus) : null}
        {isText && !isTemplate ? button("template", "Save as template", BookmarkPlus) : null}
        {canChange ? button("delete", "Delete", Trash2) : null}
      </div>
    </li>
  );
}

/** Says who sees a template, and whose it is. */
export function getSharingLabel({ shared, author }: Pick<DraftSummary, "shared" | "author">): string {
  if (author) return `Shared by ${author.name}`;
  return shared ? "Shared with your organization" : "Only you";
}

function listDraftFacts(draft: DraftSummary, chosen: number, { clock }: Pick<DisplayPreferences, "clock">): string[] {
  const { parts, images, when, channels, author } = draft;
  // Another member's channel may be there, but not for the reader.
  const gone = author ? 0 : channels.length - chosen;
  return [
    ...(gone > 0 ? [formatCount(gone, "removed channel")] : []),
    ...(parts > 1 ? [formatCount(parts, "part")] : []),
    ...(images > 0 ? [formatCount(images, "image")] : []),
    ...(when && isDay(when.date)
      ? [`for ${formatShortDay(when.date)}${when.time === "" ? "" : `, ${formatClockTime(when.time, clock)}`}`]
      : []),
  ];
}
