import { Button } from "#components/ui/controls/button.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Claim } from "#lib/contract/types.ts";
import type { ClaimChannelAccount } from "./evidence-card.tsx";

type ClaimChannelsProps = {
  /** The claims of one text. */
  channels: readonly Claim[];
  accounts: Readonly<Record<string, ClaimChannelAccount>>;
  /** True until the claims are decided. */
  isOpen: boolean;
  onSplit: (id: string) => void;
};

/** Lists the channels that one decision is about; each can be decided alone. */
export function ClaimChannels({ channels, accounts, isOpen, onSplit }: ClaimChannelsProps) {
  return (
    <Card>
      <ul aria-label="Channels of this text" className="grid gap-1">
        {channels.map((claim) => {
          const name = accounts[claim.channel_id]?.name ?? formatPlatformName(claim.channel);
          return (
            <li key={claim.id} className="flex min-h-9 items-center gap-2.5">
              <PlatformIcon platform={claim.channel} size="small" />
              <PrefetchLink
                href={`/posts/${encodeURIComponent(claim.id)}?one=1`}
                className="min-w-0 truncate text-14 underline-offset-2 hover:underline pointer-coarse:py-2.5"
              >
                {name}
              </PrefetchLink>
              <span className="ml-auto font-mono text-13 text-ink-3 tabular-nums">{claim.points}</span>
              {isOpen ? (
                <Button variant="quiet" size="small" onClick={() => onSplit(claim.id)}>
                  Decide alone<span className="sr-only"> on {name}</span>
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {isOpen ? (
        <p className="mt-2 text-13 text-ink-3">
          A decision is for {channels.length === 2 ? "both" : `all ${channels.length}`} channels. Adjusted points are
          for each channel.
        </p>
      ) : null}
    </Card>
  );
}
