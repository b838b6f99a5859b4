"use client";
import { Moon, PenLine, Sun, Undo2 } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, Suspense, useId, useState } from "react";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { formatNumber } from "#components/ui/format-number.ts";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { getPlatformRules } from "#lib/contract/platforms/platform-rules.ts";
import { findTruncationIndex, getPreviewStyle } from "#lib/contract/platforms/preview-styles.ts";
import { formatImagesLeftOut, placeImages } from "#lib/text/delivery-plan.ts";
import { escapeDiscordMarkdown } from "#lib/text/discord-markdown.ts";
import { joinThreadParts } from "#lib/text/join-thread-parts.ts";
import type { ChannelPreview } from "./channel-preview.ts";
import type { LinkCardControl } from "./link-card.tsx";
import type { PreviewImage } from "./preview-images.tsx";
import { PreviewItem, type TextHighlighter } from "./preview-item.tsx";
import { RemainingBadge } from "./remaining-badge.tsx";
import { formatExceededLimit, formatRemainingLimit } from "./remaining-limit.ts";

// Most texts have no link, and only some platforms leave the card to us.
const LinkCard = lazyComponent(() => import("./link-card.tsx").then((file) => file.LinkCard));

/** Returns sentences about a platform's behaviour that the preview can't show. */
function getPreviewNotes(
  { channel, plan, texts: written }: ChannelPreview,
  texts: readonly string[],
  publishedParts: number,
): string[] {
  const name = formatPlatformName(channel.platform);
  const { fold } = getPreviewStyle(channel.platform);
  const notes: string[] = [];
  if (publishedParts > 0) {
    const total = publishedParts + texts.length;
    notes.push(
      texts.length > 1 ? `Parts ${publishedParts + 1} to ${total} of ${total}.` : `Part ${total} of ${total}.`,
    );
  } else if (plan && "texts" in plan && written.length > 1) {
    const hasThreads = getPlatformRules(channel.platform)?.thread !== "never";
    const joined = hasThreads ? "All parts in one post." : `${name} has no threads: all parts in one post.`;
    notes.push(plan.delivery === "joined" ? joined : `A thread of ${plan.texts.length}.`);
  }
  if (fold && texts.some((text) => findTruncationIndex(text, fold) !== null)) {
    notes.push(`The feed shows about ${fold.lines} lines before “${fold.words}”.`);
  }
  const marks = channel.platform === "discord" ? texts.reduce((sum, text) => sum + countEscapes(text), 0) : 0;
  if (marks > 0) {
    notes.push(
      `${marks === 1 ? "A hidden backslash keeps" : `${formatNumber(marks)} hidden backslashes keep`} Discord from formatting the text; ${marks === 1 ? "it counts as a character" : "they count as characters"}.`,
    );
  }
  return notes;
}

const countEscapes = (text: string) => escapeDiscordMarkdown(text).length - text.length;

type PreviewProps = {
  views: readonly ChannelPreview[];
  /** The channel to show; the first one if null. */
  shownId: string | null;
  onShow: (channelId: string) => void;
  /** Moves the caret to the first character over the channel's limit. */
  onGoTo: (channelId: string) => void;
  /** Gives the channel a variant of its own; null if it can't have one. */
  onCustomize: ((channelId: string) => void) | null;
  /** Returns the channel to the text for all channels. */
  onCommon: (channelId: string) => void;
  memberName: string;
  pictures: readonly PreviewImage[];
  markWords: TextHighlighter;
  linkCard: LinkCardControl;
  /** Parts that are published already, before these. */
  publishedParts: number;
};

const noPictures: readonly PreviewImage[] = [];
/**
 * Characters from which on items out of view are not laid out. Below that the browser's visibility checks on each
 * keystroke cost more than they save; above it, laying out all items would block the page.
 */
const manyCharacters = 40_000;
const backgrounds = { page: "", light: "[color-scheme:light]", dark: "[color-scheme:dark]" };

/** Shows the content that each chosen channel gets, as its platform will show it. */
export function Preview(props: PreviewProps) {
  const { views, shownId, onShow, onGoTo, onCustomize, onCommon, memberName, pictures, markWords, linkCard } = props;
  const [ground, setGround] = useState<keyof typeof backgrounds>("page");
  const id = useId();
  const view = views.find(({ channel }) => channel.id === shownId) ?? views[0];
  if (!view) return null;
  const { channel, plan, room, isOwn } = view;
  const name = formatPlatformName(channel.platform);
  // The problem of a whole text of several parts: they are one post, which is too long.
  const isJoinedTooLong = plan && "problem" in plan && plan.problem.part === null && view.texts.length > 1;
  const texts = plan && "texts" in plan ? plan.texts : isJoinedTooLong ? [joinThreadParts(view.texts)] : view.texts;
  const shown = texts.length > 0 ? texts : [""];
  const isAmongMany = shown.reduce((sum, text) => sum + text.length, 0) > manyCharacters;
  const isCardOurs = getPreviewStyle(channel.platform).link === "ours" && markWords !== null;
  const ofParts = view.images.map((ids) => pictures.filter((picture) => ids.includes(picture.id)));
  const delivery = plan && "texts" in plan ? plan.delivery : isJoinedTooLong ? "joined" : "thread";
  const { items, leftOut } = placeImages(delivery, ofParts, view.imagesMax);
  const notes = getPreviewNotes(view, shown, props.publishedParts);
  if (leftOut > 0) notes.push(formatImagesLeftOut(leftOut));
  return (
    <div>
      <PreviewTabs id={id} views={views} shown={view} onShow={onShow} onGoTo={onGoTo} />
      <div
        role="tabpanel"
        id={`${id}panel`}
        aria-labelledby={`${id}${channel.id}`}
        className={joinClassNames("rounded-sheet border border-line bg-paper p-4 text-ink", backgrounds[ground])}
      >
        <div className="mb-3 flex items-start gap-2">
          <div className="-ml-1.5 flex min-w-0 flex-1 flex-wrap items-center gap-x-1 gap-y-1">
            {room?.type === "over" && room.unit !== "images" ? (
              // The part shows the exact excess, so this label can stay on one line.
              <Button
                size="small"
                aria-label={`${formatRemainingLimit(room)}: jump to it`}
                onClick={() => onGoTo(channel.id)}
              >
                Jump to it
              </Button>
            ) : null}
            {isOwn ? (
              <Button
                size="small"
                variant="quiet"
                icon={<Undo2 className="size-3.5" />}
                onClick={() => onCommon(channel.id)}
              >
                Reset to shared text
              </Button>
            ) : null}
            {onCustomize ? (
              <Button
                size="small"
                variant="quiet"
                icon={<PenLine className="size-3.5" />}
                onClick={() => onCustomize(channel.id)}
              >
                {isOwn ? "Edit" : "Customize"}
              </Button>
            ) : null}
          </div>
          <BackgroundSwitch ground={ground} onSet={setGround} />
        </div>
        <ol aria-label={`As ${name} shows it`}>
          {shown.map((text, at) => (
            <PreviewItem
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its position
              key={at}
              platform={channel.platform}
              name={channel.name || memberName}
              username={channel.username}
              avatar={channel.avatar_url}
              text={text}
              isLast={at === shown.length - 1}
              pictures={items[at] ?? noPictures}
              markWords={markWords}
              isFolded
              isAmongMany={isAmongMany}
              card={
                isCardOurs && (at > 0 || pictures.length === 0) && text.includes("://") ? (
                  <Suspense>
                    <LinkCard {...linkCard} text={text} platform={channel.platform} />
                  </Suspense>
                ) : null
              }
            />
          ))}
        </ol>
        {plan && "problem" in plan ? (
          <p className="mt-2 text-13 text-failed">
            {formatExceededLimit(plan.problem.unit)} for {name}.
          </p>
        ) : null}
        {notes.length > 0 ? (
          <ul
            aria-label={`How ${name} shows it`}
            className="mt-3 grid gap-1 border-t border-line pt-2.5 text-13 text-ink-3"
          >
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

type BackgroundSwitchProps = { ground: keyof typeof backgrounds; onSet: (ground: keyof typeof backgrounds) => void };

/** Switches the preview between the page's, a light and a dark background, because readers have their own. */
function BackgroundSwitch({ ground, onSet }: BackgroundSwitchProps) {
  const isDark = ground === "dark" || (ground === "page" && typeof document !== "undefined" && isPageDark());
  return (
    <IconButton
      size="small"
      label={isDark ? "Show the preview light" : "Show the preview dark"}
      onClick={() => onSet(isDark ? "light" : "dark")}
    >
      {isDark ? <Sun className="size-4" /> : <Moon className="size-4" />}
    </IconButton>
  );
}

function isPageDark(): boolean {
  const theme = document.documentElement.dataset["theme"];
  return theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
}

type PreviewTabsProps = {
  /** Prefix of the DOM ids of tabs and panel. */
  id: string;
  views: readonly ChannelPreview[];
  shown: ChannelPreview;
  onShow: (channelId: string) => void;
  onGoTo: (channelId: string) => void;
};

/** Pixels that the next tab in the row shows of itself. */
const peekPx = 32;

/** Scrolls the row, and nothing around it, until the shown tab is in view. */
function revealTab(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (!row) return;
  const [shown, at] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (at.left < shown.left) row.scrollLeft -= shown.left - at.left + peekPx;
  else if (at.right > shown.right) row.scrollLeft += at.right - shown.right + peekPx;
}

/**
 * One tab for each channel with the rest of its limit, in one row that scrolls. Arrow keys move; Home and End jump.
 */
function PreviewTabs({ id, views, shown, onShow, onGoTo }: PreviewTabsProps) {
  function move(event: KeyboardEvent, at: number) {
    const ends: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const to = ends[event.key];
    if (to === undefined) return;
    const next = views.at(to % views.length);
    if (!next) return;
    event.preventDefault();
    onShow(next.channel.id);
    document.getElementById(`${id}${next.channel.id}`)?.focus({ preventScroll: true });
  }
  function press(event: MouseEvent, view: ChannelPreview) {
    onShow(view.channel.id);
    // The counter is part of the tab; keyboard users have a button in the panel instead.
    const isCounter = event.target instanceof Element && event.target.closest("[data-room=over]") !== null;
    if (isCounter) onGoTo(view.channel.id);
  }
  return (
    <div
      role="tablist"
      aria-label="Channels in the preview"
      className="mb-2 flex gap-1 overflow-x-auto pb-1 [scrollbar-width:thin]"
    >
      {views.map((view, at) => {
        const { channel, room, isOwn } = view;
        const isShown = view === shown;
        return (
          <button
            key={channel.id}
            ref={isShown ? revealTab : undefined}
            type="button"
            role="tab"
            id={`${id}${channel.id}`}
            aria-selected={isShown}
            aria-controls={`${id}panel`}
            tabIndex={isShown ? 0 : -1}
            onClick={(event) => press(event, view)}
            onKeyDown={(event) => move(event, at)}
            className={joinClassNames(
              "inline-flex h-8 max-w-full shrink-0 items-center gap-1.5 rounded-chip border px-2 text-13 pointer-coarse:h-11",
              isShown
                ? "border-line bg-paper font-medium text-ink"
                : "border-transparent text-ink-2 hover:border-line hover:text-ink",
            )}
          >
            <PlatformIcon platform={channel.platform} label={formatPlatformName(channel.platform)} size="small" />
            <span className="max-w-40 truncate">{getChannelName(channel)}</span>
            {isOwn ? <span className="text-12 font-normal text-accent">custom</span> : null}
            {room && room.type !== "fits" ? <RemainingBadge room={room} isCountHidden /> : null}
          </button>
        );
      })}
    </div>
  );
}
