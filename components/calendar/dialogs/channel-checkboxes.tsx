import { Checkbox } from "#components/ui/controls/checkbox.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel } from "#lib/contract/types.ts";

type ChannelCheckboxesProps = {
  channels: readonly Channel[];
  chosenIds: readonly string[];
  onChange: (chosenIds: string[]) => void;
  /** Layout of the list: columns, height. */
  className: string;
  disabled?: boolean;
};

/** A checkbox for each channel. */
export function ChannelCheckboxes({ channels, chosenIds, onChange, className, disabled }: ChannelCheckboxesProps) {
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1 text-13 font-medium">Channels</legend>
      <div className={className}>
        {channels.map((channel) => (
          <Checkbox
            key={channel.id}
            checked={chosenIds.includes(channel.id)}
            className="min-h-8"
            onChange={({ target }) =>
              onChange(target.checked ? [...chosenIds, channel.id] : chosenIds.filter((id) => id !== channel.id))
            }
          >
            <span className="flex min-w-0 items-center gap-2">
              <PlatformIcon platform={channel.platform} label={formatPlatformName(channel.platform)} size="small" />
              <span className="min-w-0">{channel.name}</span>
            </span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}
