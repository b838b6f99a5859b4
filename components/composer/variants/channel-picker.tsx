"use client";
import { useRef, useState } from "react";
import type { EditedSubmission } from "#components/composer/state/composer-state.ts";
import { RemainingBadge } from "#components/preview/remaining-badge.tsx";
import type { RemainingLimit } from "#components/preview/remaining-limit.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { isImeComposing } from "#components/ui/keyboard/is-ime-composing.tsx";
import { AccountIcon } from "#components/ui/layout/account-icon.tsx";
import { InitialsAvatar } from "#components/ui/layout/initials-avatar.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, ChannelSet } from "#lib/contract/types.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { toSearchText } from "#lib/text/search-text.ts";
import { ChannelSets, type SavedChannelSets } from "./channel-sets.tsx";
import { isChannelGone } from "./live-channel-changes.ts";

type ChannelPickerProps = {
  channels: readonly Channel[];
  /** The submission that is edited: channels of its posts that can't change any more are left out. */
  whole: EditedSubmission | undefined;
  chosenIds: readonly string[];
  memberId: string;
  savedSets: SavedChannelSets;
  onSaved: (sets: readonly ChannelSet[]) => void;
  /** Returns what is left of a channel's limit with the current text; null without a text. */
  getRemainingLimit: (channel: Channel) => RemainingLimit | null;
  onSet: (ids: string[]) => void;
  onClose: () => void;
};

const getSearchText = (channel: Channel) =>
  toSearchText(`${channel.name} ${channel.username} ${formatPlatformName(channel.platform)}`);

/** Lists all channels to choose from. "All" and "None" apply to the search results. */
export function ChannelPicker(props: ChannelPickerProps) {
  const { chosenIds, getRemainingLimit, onSet, onClose } = props;
  // A removed channel can be removed from the draft by its chip, but not be chosen again.
  const isFixed = ({ id }: Channel) => props.whole?.fixed.some(({ channelId }) => channelId === id) ?? false;
  const channels = props.channels.filter((channel) => !isChannelGone(channel) && !isFixed(channel));
  const [search, setSearch] = useState("");
  const terms = toSearchText(search).split(/\s+/).filter(Boolean);
  const shown = channels.filter((channel) => terms.every((word) => getSearchText(channel).includes(word)));
  const shownIds = shown.map((channel) => channel.id);
  const others = chosenIds.filter((id) => !shownIds.includes(id));
  const set = (id: string, on: boolean) => onSet(on ? [...chosenIds, id] : chosenIds.filter((one) => one !== id));
  const count = chosenIds.length;
  const saving = useRef<(() => Promise<boolean>) | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  /** Saves a named but unsaved set before closing. If the save fails, the dialog stays open with the error. */
  async function finish() {
    if (!saving.current) return onClose();
    setIsSaving(true);
    const isSaved = await saving.current();
    setIsSaving(false);
    if (isSaved) onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      opensWithoutKeyboard
      title="Channels"
      description="Choose where to post."
      actions={
        <Button variant="filled" pending={isSaving} onClick={() => void finish()}>
          {count === 0 ? "Done" : count === 1 ? "Use 1 channel" : `Use ${count} channels`}
        </Button>
      }
    >
      <div className="sticky top-0 z-10 flex items-center gap-2 bg-paper pb-2">
        <TextInput
          aria-label="Search channels"
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            const [only] = shown;
            if (event.key !== "Enter" || isImeComposing(event.nativeEvent)) return;
            event.preventDefault();
            if (only && shown.length === 1) set(only.id, !chosenIds.includes(only.id));
          }}
        />
        <Button onClick={() => onSet([...others, ...shownIds])}>All</Button>
        <Button onClick={() => onSet(others)}>None</Button>
      </div>
      <p role="status" className="sr-only">
        {formatCount(shown.length, "channel")} shown
      </p>
      <ChannelSets {...props} channels={channels} saving={saving} />
      {shown.length === 0 ? (
        <p className="py-6 text-center text-14 text-ink-3">
          {channels.length === 0 ? "No channels connected yet." : "No channels match."}
        </p>
      ) : (
        <ul>
          {shown.map((channel) => (
            <li key={channel.id}>
              <Checkbox
                checked={chosenIds.includes(channel.id)}
                onChange={(event) => set(channel.id, event.target.checked)}
                className="-mx-2 flex w-[calc(100%+16px)] rounded-control px-2 py-1.5 hover:bg-sunk [&>span]:flex-1"
              >
                <ChannelOption channel={channel} remaining={getRemainingLimit(channel)} />
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function ChannelOption({ channel, remaining }: { channel: Channel; remaining: RemainingLimit | null }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      {channel.avatar_url ? (
        <AccountIcon platform={channel.platform} picture={channel.avatar_url} size="large" />
      ) : (
        <span className="relative shrink-0">
          <InitialsAvatar name={channel.name} size="large" />
          <span className="absolute -right-1.5 -bottom-1 rounded-[6px] outline-2 outline-paper">
            <PlatformIcon platform={channel.platform} size="small" />
          </span>
        </span>
      )}
      <span className="min-w-0 flex-1 leading-4.5">
        <span className="block truncate font-medium">{channel.name}</span>
        <span className="block truncate text-13 text-ink-3">
          {formatPlatformName(channel.platform)} · {formatAccountHandle(channel.username)}
        </span>
      </span>
      {remaining && remaining.type !== "fits" ? <RemainingBadge room={remaining} className="shrink-0" /> : null}
      {channel.practice ? <Badge>Practice</Badge> : null}
      {channel.state === "reconnect" ? <Badge tone="failed">Reconnect</Badge> : null}
    </span>
  );
}
