"use client";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { formatAccountHandle } from "#lib/contract/platforms/account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { ConnectionChoice } from "#lib/contract/types.ts";

type AccountPickerProps = {
  choice: ConnectionChoice;
  /** Id of the account that is being connected. */
  picked: string | null;
  onPick: (id: string) => void;
};

/** Lists the accounts that one sign-in returned: one of them becomes the channel. */
export function AccountPicker({ choice, picked, onPick }: AccountPickerProps) {
  const name = formatPlatformName(choice.platform);
  return (
    <Card title="Which account?" className="max-w-[520px]">
      <div className="grid gap-4">
        <p className="text-14 text-ink-2">
          You may post on {name} for each of these. The one you choose becomes the channel.
        </p>
        <ul aria-label={`Accounts on ${name}`} className="grid gap-3">
          {choice.accounts.map(({ id, name: called, username, what, channel }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 rounded-card border p-3.5">
              <div className="flex min-w-0 items-center gap-2.5">
                <PlatformIcon platform={choice.platform} size="large" />
                <div className="min-w-0">
                  <h3 className="truncate text-15 font-semibold">{called}</h3>
                  <p className="truncate text-13 text-ink-3">
                    {username === called ? what : `${what} · ${formatAccountHandle(username)}`}
                  </p>
                </div>
              </div>
              {channel === null ? (
                <Button
                  size="small"
                  pending={picked === id}
                  disabled={picked !== null && picked !== id}
                  onClick={() => onPick(id)}
                >
                  Connect<span className="sr-only"> {called}</span>
                </Button>
              ) : (
                <Badge>Connected as {channel}</Badge>
              )}
            </li>
          ))}
        </ul>
        <ButtonLink href="/channels" variant="quiet" className="w-fit">
          Cancel
        </ButtonLink>
      </div>
    </Card>
  );
}
