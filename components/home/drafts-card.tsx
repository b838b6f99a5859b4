import { PenLine } from "lucide-react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { Card } from "#components/ui/layout/card.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import type { Channel, DraftSummary } from "#lib/contract/types.ts";
import { type DraftPage, draftQueries, getDraftPath } from "#lib/queries/drafts/draft-queries.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";
import { getDraftTitle } from "#lib/text/post-title.ts";
import { formatClockTime } from "#lib/time/format-short.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { formatRelativeDay, type HomeTimeOptions } from "./home-overview.ts";

type DraftsCardProps = {
  first: DraftPage;
  nowMs: number;
  channels: readonly Channel[];
  reader: HomeTimeOptions;
  now: Date;
};

/** Number of drafts shown; the total links to the rest. */
const newest = draftQueries.newest(3);

/** Leads back to the draft that changed last, and lists the next two. */
export function DraftsCard({ first, nowMs, channels, reader, now }: DraftsCardProps) {
  const { drafts, total } = useLiveQuery(newest, first, nowMs).data;
  const [latest, ...others] = drafts;
  const formatTime = (draft: DraftSummary) => {
    const at = new Date(draft.updated_at);
    const day = formatRelativeDay(at, reader.zone, now);
    return day === "today" ? formatClockTime(toWallTime(at, reader.zone).time, reader.clock) : day;
  };
  return (
    <Card
      title={latest ? "Continue writing" : "Drafts"}
      aside={
        total > 0 ? (
          <PrefetchLink
            href="/drafts"
            className="hover:text-ink hover:underline pointer-coarse:px-3 pointer-coarse:py-3"
          >
            {total === 1 ? "1 draft" : `All ${formatNumber(total)} drafts`}
          </PrefetchLink>
        ) : null
      }
    >
      {latest ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
          <div className="min-w-0 flex-1 basis-48">
            <p className="line-clamp-2 text-15 font-medium wrap-anywhere">
              <PrefetchLink href={getDraftPath(latest)} className="hover:underline pointer-coarse:py-2">
                {getDraftTitle(latest)}
              </PrefetchLink>
            </p>
            <p className="mt-1 flex flex-wrap items-center gap-2 text-13 text-ink-3">
              {isUnapplied(latest) ? <span className="font-medium text-publishing">Changes not applied</span> : null}
              <DraftChannels draft={latest} channels={channels} />
              <time dateTime={latest.updated_at}>{formatTime(latest)}</time>
            </p>
          </div>
          <ButtonLink href={getDraftPath(latest)} icon={<PenLine className="size-4" />}>
            Continue
          </ButtonLink>
        </div>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-14 text-ink-3">Drafts appear here.</p>
          <ButtonLink href="/compose?new" size="small">
            Write a post
          </ButtonLink>
        </div>
      )}
      {others.length > 0 ? (
        <ul className="-mx-2 mt-3 border-t pt-2">
          {others.map((draft) => (
            <li key={draft.id}>
              <PrefetchLink
                href={getDraftPath(draft)}
                className="flex min-h-9 items-center gap-2.5 rounded-chip px-2 py-1.5 text-14 hover:bg-sunk pointer-coarse:min-h-11"
              >
                <span className="min-w-0 flex-1 truncate">{getDraftTitle(draft)}</span>
                {isUnapplied(draft) ? (
                  <span className="shrink-0 text-13 text-publishing">Changes not applied</span>
                ) : null}
                <DraftChannels draft={draft} channels={channels} />
                <time dateTime={draft.updated_at} className="shrink-0 text-13 text-ink-3">
                  {formatTime(draft)}
                </time>
              </PrefetchLink>
            </li>
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

/** True for changes of a post that is scheduled or published: the post is as it was until they are applied. */
const isUnapplied = ({ post, posts }: DraftSummary) => post !== null && posts.length === 0;

function DraftChannels({ draft, channels }: { draft: DraftSummary; channels: readonly Channel[] }) {
  const chosen = channels.filter(({ id }) => draft.channels.includes(id));
  if (chosen.length === 0) return null;
  return (
    <span className="flex shrink-0 gap-1">
      {chosen.slice(0, 5).map(({ id, platform, name }) => (
        <PlatformIcon key={id} size="small" platform={platform} label={name} />
      ))}
    </span>
  );
}
