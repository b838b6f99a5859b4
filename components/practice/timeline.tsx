import { MessageSquareDashed } from "lucide-react";
import { highlightText } from "#components/preview/highlight-text.ts";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Paper } from "#components/ui/layout/card.tsx";
import { InitialsAvatar } from "#components/ui/layout/initials-avatar.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { practiceHashtags } from "#lib/contract/platforms/practice-hashtags.ts";
import type { PracticeItem, PracticeTimeline } from "#lib/contract/types.ts";
import type { DisplayPreferences } from "#lib/time/display-preferences.ts";
import { formatInstant, formatRelativeTime } from "#lib/time/format.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { groupIntoThreads, type PracticeThread } from "./group-into-threads.ts";

type TimelineProps = {
  timeline: PracticeTimeline;
  zone: string;
  clock: DisplayPreferences["clock"];
  now: Date;
  /** The item in the address; the page shows only its thread and highlights the item. */
  itemId: string | null;
};

/** Shows a practice channel's posts in the form of its imitated platform. */
export function Timeline({ timeline, zone, clock, now, itemId }: TimelineProps) {
  const { channel, items, next } = timeline;
  const home = `/practice/${encodeURIComponent(channel.username)}`;
  return (
    <div className="mx-auto grid max-w-[616px] gap-4">
      <header className="flex flex-wrap items-center gap-3.5 pt-2">
        <PlatformIcon platform={channel.platform} size="large" />
        <div className="min-w-0 flex-1 basis-48">
          <h1 className="truncate text-17 font-semibold">{channel.name}</h1>
          <p className="text-13 text-ink-3">
            @{channel.username} · practice channel with the limits of {formatPlatformName(channel.platform)}. Visible
            only to your organization.
          </p>
        </div>
        {itemId === null ? null : <ButtonLink href={home}>Full timeline</ButtonLink>}
      </header>
      {channel.connected ? (
        <PracticeKeywords />
      ) : (
        <Banner role="note" title="This channel was disconnected.">
          Published posts stay so links keep working. Nothing new is published here.
        </Banner>
      )}
      {items.length === 0 ? (
        <EmptyState icon={<MessageSquareDashed />} title="Nothing published yet">
          {channel.connected
            ? "Published posts appear here."
            : "Nothing was published here before it was disconnected."}
        </EmptyState>
      ) : (
        <ol aria-label="Published, newest first" className="grid gap-4">
          {groupIntoThreads(items).map((thread) => (
            <li key={thread.id}>
              <ThreadPaper channel={channel} thread={thread} zone={zone} clock={clock} now={now} itemId={itemId} />
            </li>
          ))}
        </ol>
      )}
      {next === null ? null : (
        <ButtonLink href={`${home}?before=${encodeURIComponent(next)}`} className="justify-self-center">
          Older
        </ButtonLink>
      )}
      <p className="text-13 text-ink-3">Times in {getTimeZoneCity(zone)}</p>
    </div>
  );
}

function ThreadPaper({
  thread,
  ...shown
}: Pick<ItemProps, "channel" | "zone" | "clock" | "now"> & { itemId: string | null; thread: PracticeThread }) {
  const { itemId, ...item } = shown;
  return (
    <Paper className="px-5 py-4">
      {thread.items.map((one, at) => (
        <Item
          key={one.id}
          {...item}
          item={one}
          isLast={at === thread.items.length - 1}
          isAsked={one.id === itemId && thread.items.length > 1}
        />
      ))}
    </Paper>
  );
}

type ItemProps = Pick<TimelineProps, "zone" | "clock" | "now"> & {
  channel: PracticeTimeline["channel"];
  item: PracticeItem;
  isLast: boolean;
  isAsked: boolean;
};

/** One item as the preview showed it; a line leads to the next part of its thread. */
function Item({ channel, item, zone, clock, now, isLast, isAsked }: ItemProps) {
  const at = new Date(item.published_at);
  return (
    <article
      id={item.id}
      aria-current={isAsked ? "true" : undefined}
      className={`grid scroll-mt-6 grid-cols-[30px_minmax(0,1fr)] gap-x-3 ${isAsked ? "-mx-3 rounded-control bg-accent-wash px-3 pt-3" : ""}`}
    >
      <div aria-hidden="true" className="flex flex-col items-center">
        <InitialsAvatar name={channel.name} tone="ink" />
        {isLast ? null : <span className="mt-1.5 mb-0.5 w-px flex-1 bg-line-strong" />}
      </div>
      <div className={isLast ? "" : "pb-5"}>
        <p className="text-13 text-ink-3 wrap-anywhere">
          <strong className="font-semibold text-ink">{channel.name}</strong> @{channel.username} ·{" "}
          <a href={item.url} className="underline-offset-2 hover:underline pointer-coarse:py-3">
            <time dateTime={item.published_at} title={formatInstant(at, zone, { clock })}>
              {formatRelativeTime(at, now)}
            </time>
          </a>
        </p>
        <p className="whitespace-pre-wrap text-15 wrap-anywhere">
          {highlightText(item.text, channel.platform).map(({ text, type }, place) =>
            type === "plain" ? (
              text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: segments of one text in their order
              <span key={place} className="text-accent">
                {text}
              </span>
            ),
          )}
        </p>
        <ItemImages images={item.images} />
      </div>
    </article>
  );
}

/** Shows one image whole up to a height, and several cropped in a grid. */
function ItemImages({ images }: Pick<PracticeItem, "images">) {
  const count = images.length;
  if (count === 0) return null;
  return (
    <ul className={`mt-2 grid gap-0.5 overflow-hidden rounded-control border ${count > 1 ? "h-64 grid-cols-2" : ""}`}>
      {images.map((image, place) => (
        <li key={image.url} className={`min-h-0 ${count === 3 && place === 0 ? "row-span-2" : ""}`}>
          <img
            src={image.url}
            width={image.width}
            height={image.height}
            loading="lazy"
            alt={image.alt || `Attachment ${place + 1} of ${count}`}
            className={`w-full object-cover ${count > 1 ? "h-full" : "max-h-80"}`}
          />
        </li>
      ))}
    </ul>
  );
}

/** Lists the keywords that produce every outcome without a real platform. */
function PracticeKeywords() {
  return (
    <details className="rounded-card border bg-paper px-[18px] py-3">
      <summary className="text-14 font-medium pointer-coarse:py-2.5">Try out failures</summary>
      <p className="mt-2 text-14 text-ink-2">Add one of these hashtags to a post</p>
      <dl className="mt-2.5 grid gap-x-4 gap-y-1.5 text-14 sm:grid-cols-[auto_minmax(0,1fr)]">
        {Object.entries(practiceHashtags).map(([word, meaning]) => (
          <div key={word} className="contents">
            <dt>
              <code className="font-mono text-13">{word}</code>
            </dt>
            <dd className="text-ink-2 max-sm:mb-1.5">{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
