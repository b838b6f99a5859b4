"use client";
import { Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import type { VariantId } from "#components/composer/state/draft.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatChannelOnPlatform, getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";

type VariantTabsProps = {
  /** Channels with a variant of their own. */
  owners: readonly Channel[];
  /** Number of channels that get the text for all channels. */
  common: number;
  variantId: VariantId;
  isReadOnly: boolean;
  /** True if the texts are one submission. */
  canJoin: boolean;
  onShow: (variantId: VariantId) => void;
  onRemove: (channelId: string) => void;
};

/** Tabs above the editor that switch the variant, once a channel has one of its own. */
export function VariantTabs({ owners, common, variantId, isReadOnly, canJoin, onShow, onRemove }: VariantTabsProps) {
  const owner = owners.find(({ id }) => id === variantId);
  return (
    <div className="mb-2">
      <fieldset className="flex flex-wrap items-center gap-1">
        <legend className="sr-only">Version</legend>
        <VariantTab isShown={variantId === null} onShow={() => onShow(null)}>
          Shared text
          <span className="text-12 font-normal text-ink-3">
            {common === 0 ? "no channel" : formatCount(common, "channel")}
          </span>
        </VariantTab>
        {owners.map((channel) => (
          <VariantTab key={channel.id} isShown={channel.id === variantId} onShow={() => onShow(channel.id)}>
            <PlatformIcon platform={channel.platform} label={formatPlatformName(channel.platform)} size="small" />
            <span className="max-w-40 truncate">{getChannelName(channel)}</span>
            <span className="text-12 font-normal text-accent">custom</span>
          </VariantTab>
        ))}
      </fieldset>
      {owner ? (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 px-1 text-13 text-ink-2">
          <span className="min-w-0 flex-1 basis-48">Only {formatChannelOnPlatform(owner)} gets this version.</span>
          {isReadOnly ? null : (
            <Button
              size="small"
              variant="quiet"
              icon={<Undo2 className="size-3.5" />}
              onClick={() => onRemove(owner.id)}
            >
              Reset to shared text
            </Button>
          )}
        </div>
      ) : null}
      {canJoin ? null : (
        <p className="mt-1 px-1 text-13 text-ink-3">
          This publishing service treats each version as a separate submission.
        </p>
      )}
    </div>
  );
}

type VariantTabProps = { isShown: boolean; onShow: () => void; children: ReactNode };

function VariantTab({ isShown, onShow, children }: VariantTabProps) {
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={onShow}
      className={joinClassNames(
        "inline-flex h-8 max-w-full items-center gap-1.5 rounded-chip border px-2.5 text-13 pointer-coarse:h-11",
        isShown
          ? "border-line bg-paper font-medium text-ink"
          : "border-transparent text-ink-2 hover:border-line hover:text-ink",
      )}
    >
      {children}
    </button>
  );
}
