"use client";
import { Plus, X } from "lucide-react";
import { Suspense, useState } from "react";
import { later } from "#components/ui/later";
import { PlatformMark } from "#components/ui/platform-mark";
import { platformName } from "#lib/contract/platform-names";
import type { Channel } from "#lib/contract/types";

const ChannelPicker = later(() => import("./channel-picker.tsx").then((file) => file.ChannelPicker));

type ChannelBarProps = {
  channels: readonly Channel[];
  chosenIds: readonly string[];
  /** A post that exists stays on its channel. */
  isFixed: boolean;
  isReadOnly: boolean;
  onToggle: (id: string) => void;
  onSet: (ids: string[]) => void;
};

/** The chosen channels as chips above the sheet, and the way to others. */
export function ChannelBar({ channels, chosenIds, isFixed, isReadOnly, onToggle, onSet }: ChannelBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const chosen = channels.filter((channel) => chosenIds.includes(channel.id));
  const mayChange = !isFixed && !isReadOnly;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ul aria-label="Channels" className="contents">
        {chosen.map((channel) => (
          <li
            key={channel.id}
            className="inline-flex h-[34px] max-w-full items-center rounded-full border border-accent-line bg-accent-wash pl-1.5 text-13 pointer-coarse:h-11"
          >
            <PlatformMark platform={channel.platform} label={platformName(channel.platform)} />
            <span className="truncate px-2">{channel.username}</span>
            {mayChange ? (
              <button
                type="button"
                aria-label={`Remove ${channel.username} on ${platformName(channel.platform)}`}
                onClick={() => onToggle(channel.id)}
                className="-ml-1 mr-1 grid size-6 place-items-center rounded-full text-ink-2 hover:bg-paper hover:text-ink pointer-coarse:size-11 pointer-coarse:mr-0"
              >
                <X className="size-3.5" />
              </button>
            ) : (
              <span className="w-1.5" />
            )}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className="inline-flex h-[34px] items-center gap-1.5 rounded-full border border-line-control border-dashed px-3 text-13 text-ink-2 hover:border-accent hover:text-ink pointer-coarse:h-11"
        >
          <Plus className="size-3.5 text-ink-3" />
          {chosen.length === 0 ? "Choose channels" : "Channel"}
        </button>
      ) : null}
      {isOpen ? (
        <Suspense>
          <ChannelPicker channels={channels} chosenIds={chosenIds} onSet={onSet} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
