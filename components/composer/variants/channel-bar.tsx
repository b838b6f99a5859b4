"use client";
import { ListTree, PenLine, Plus, RectangleHorizontal, X } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import type { EditedSubmission } from "#components/composer/state/composer-state.ts";
import type { ChannelPreview } from "#components/preview/channel-preview.ts";
import type { RemainingLimit } from "#components/preview/remaining-limit.ts";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatChannelOnPlatform, getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, ThreadChoice } from "#lib/contract/types.ts";
import type { SavedChannelSets } from "./channel-sets.tsx";

const ChannelPicker = lazyComponent(() => import("./channel-picker.tsx").then((file) => file.ChannelPicker));
const GoneChannelsBanner = lazyComponent(() =>
  import("./gone-channels-banner.tsx").then((file) => file.GoneChannelsBanner),
);
const ChannelChipStatus = lazyComponent(() =>
  import("./channel-chip-status.tsx").then((file) => file.ChannelChipStatus),
);

// Loaded with the first picture.
const AccountIcon = lazyComponent(() =>
  import("#components/ui/layout/account-icon.tsx").then((file) => file.AccountIcon),
);

type ChannelBarProps = {
  channels: readonly Channel[];
  /** The chosen channels with their previews. */
  views: readonly ChannelPreview[];
  chosenIds: readonly string[];
  sets: { memberId: string; savedSets: SavedChannelSets };
  getRemainingLimit: (channel: Channel) => RemainingLimit | null;
  /** True for a single post, which stays on its channel. */
  isFixed: boolean;
  /** The submission that is edited: its posts that can't change any more stay too. */
  whole: EditedSubmission | undefined;
  isReadOnly: boolean;
  /** True once the author has written something or is about to. */
  isBegun: boolean;
  onToggle: (id: string) => void;
  onSet: (ids: string[]) => void;
  /** Starts or shows the channel's own variant. */
  onCustomize: (id: string) => void;
  onGoTo: (id: string) => void;
  onChooseThread: (channel: Channel, choice: ThreadChoice) => void;
};

/** Ms after which the channel names are cached on a page without interaction. */
const nameCacheDelayMs = 3_000;

/** With more channels than this only the first ones have a chip, so that the text stays near the top. */
const maxChips = 6;

const openerClass =
  "inline-flex h-[34px] shrink-0 items-center justify-self-start gap-1.5 rounded-full border border-line-control border-dashed px-3 text-13 text-ink-2 hover:border-accent hover:text-ink pointer-coarse:h-11";
const chipButtonClass =
  "grid size-6 place-items-center rounded-full text-ink-2 hover:bg-paper hover:text-ink pointer-coarse:size-11";

/** The chosen channels as chips above the editor, and a button to choose others. */
export function ChannelBar(props: ChannelBarProps) {
  const { channels, views, chosenIds, isFixed, whole, isReadOnly, isBegun, onToggle, onSet, onCustomize, onGoTo } =
    props;
  const [isOpen, setIsOpen] = useState(false);
  const [isExpanded, setIsExpanded] = useState(false);
  const [savedSets, setSavedSets] = useState(props.sets.savedSets);
  const opener = useRef<HTMLButtonElement>(null);
  const mayChange = !isFixed && !isReadOnly;
  // A post stays on a channel that its author can't see any more.
  const gone = chosenIds.filter(
    (id) => !channels.some((channel) => channel.id === id) && !whole?.posts.some(({ channelId }) => channelId === id),
  );
  const { memberId } = props.sets;
  useEffect(() => {
    const note = () =>
      void import("./channel-name-cache.ts")
        .then(({ cacheChannelNames }) => cacheChannelNames(memberId, channels))
        .catch(() => undefined);
    // An empty page does not need the cache, but a draft may name the channels from now on.
    const timer = setTimeout(note, isBegun ? 0 : nameCacheDelayMs);
    return () => clearTimeout(timer);
  }, [memberId, channels, isBegun]);
  const isCrowded = views.length > maxChips;
  const mayDiffer = mayChange && (views.length > 1 || views.some(({ isOwn }) => isOwn));
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:grid-cols-[minmax(0,max-content)_1fr]">
      <ul
        aria-label="Channels"
        className={`contents empty:hidden max-sm:flex max-sm:gap-2 max-sm:overflow-x-auto ${isCrowded && !isExpanded ? "first-chips" : ""}`}
      >
        {views.map((view) => {
          const { channel, isOwn, room } = view;
          const name = formatChannelOnPlatform(channel);
          const icon = { platform: channel.platform, label: formatPlatformName(channel.platform) };
          const mark = <PlatformIcon {...icon} />;
          const isTroubled = channel.state === "reconnect" || channel.state === "gone" || room?.type === "over";
          return (
            <li
              key={channel.id}
              data-shown={isOwn || isTroubled || undefined}
              className="relative inline-flex h-[34px] max-w-full shrink-0 items-center rounded-full border border-accent-line bg-accent-wash pr-1.5 pl-1.5 text-13 pointer-coarse:h-11"
            >
              {channel.avatar_url ? (
                <Suspense fallback={mark}>
                  <AccountIcon {...icon} picture={channel.avatar_url} />
                </Suspense>
              ) : (
                mark
              )}
              <span title={channel.username} className="truncate px-2">
                {getChannelName(channel)}
              </span>
              {isTroubled ? (
                <Suspense>
                  <ChannelChipStatus view={view} onGoTo={onGoTo} />
                </Suspense>
              ) : null}
              {view.threadChoice ? (
                <ThreadToggle
                  name={name}
                  choice={view.threadChoice}
                  parts={view.texts.length}
                  onChoose={isReadOnly ? null : (choice) => props.onChooseThread(channel, choice)}
                />
              ) : null}
              {mayDiffer ? (
                <button
                  type="button"
                  aria-label={`${isOwn ? "Custom text for" : "Customize for"} ${name}`}
                  title={isOwn ? "Custom text" : "Customize"}
                  onClick={() => onCustomize(channel.id)}
                  // On phones the preview has this button with space for its label.
                  className={`${chipButtonClass} ${isOwn ? "text-accent!" : "pointer-coarse:max-sm:hidden"}`}
                >
                  <PenLine className="size-3.5" />
                </button>
              ) : null}
              {mayChange ? (
                <button
                  type="button"
                  aria-label={`Remove ${name}`}
                  onClick={() => onToggle(channel.id)}
                  className={`${chipButtonClass} -mr-0.5`}
                >
                  <X className="size-3.5" />
                </button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {isCrowded ? (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
          className={`${openerClass} max-sm:hidden`}
        >
          {isExpanded ? "Fewer" : `All ${views.length}`}
        </button>
      ) : null}
      {mayChange ? (
        <button
          ref={opener}
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className={openerClass}
        >
          <Plus className="size-3.5 text-ink-3" />
          {views.length === 0 ? "Choose channels" : "Channel"}
        </button>
      ) : null}
      {mayChange && gone.length > 0 ? (
        <Suspense>
          <GoneChannelsBanner
            ids={gone}
            memberId={memberId}
            onTakeOff={() => {
              onSet(chosenIds.filter((id) => !gone.includes(id)));
              opener.current?.focus();
            }}
          />
        </Suspense>
      ) : null}
      {isOpen ? (
        <Suspense>
          <ChannelPicker
            channels={channels}
            whole={whole}
            chosenIds={chosenIds.filter((id) => !gone.includes(id))}
            memberId={memberId}
            savedSets={savedSets}
            onSaved={setSavedSets}
            getRemainingLimit={props.getRemainingLimit}
            // Removed channels can't be chosen here; `GoneChannelsBanner` shows them.
            onSet={(ids) => onSet([...ids, ...gone])}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

type ThreadToggleProps = {
  /** The channel's name. */
  name: string;
  choice: ThreadChoice;
  parts: number;
  /** Null while nothing can be changed. */
  onChoose: ((choice: ThreadChoice) => void) | null;
};

/** Says what several parts become on a channel, and changes it. */
function ThreadToggle({ name, choice, parts, onChoose }: ThreadToggleProps) {
  const isChain = choice === "chain";
  const label = isChain ? `Thread of ${parts}` : "One post";
  const change = isChain ? "Publish as one post" : "Publish as a thread";
  return (
    <button
      type="button"
      aria-label={`${label} on ${name}. ${change}`}
      title={change}
      disabled={onChoose === null}
      onClick={() => onChoose?.(isChain ? "join" : "chain")}
      className="mr-0.5 inline-flex h-6 shrink-0 items-center gap-1 rounded-full bg-paper px-2 text-12 font-medium text-ink-2 hover:text-ink pointer-coarse:h-11"
    >
      {isChain ? (
        <ListTree aria-hidden className="size-3.5" />
      ) : (
        <RectangleHorizontal aria-hidden className="size-3.5" />
      )}
      {label}
    </button>
  );
}
