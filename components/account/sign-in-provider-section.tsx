"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { connectProvider, disconnectProvider } from "#lib/actions/auth/connect-provider.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { withConfirmation } from "#lib/queries/with-confirmation.ts";
import { formatRelativeDate } from "#lib/time/format.ts";
import { minuteMs } from "#lib/time/time-units.ts";

type SignInProviderSectionProps = {
  /** The provider's display name. */
  name: string;
  /** Time at which the account was connected to the provider. */
  at: string | null;
  now: Date;
};

const formatSince = (at: Date, now: Date, zone: string) =>
  now.getTime() - at.getTime() < minuteMs ? "just now" : formatRelativeDate(at, now, zone);

/** Connects the account to the sign-in provider or disconnects it. */
export function SignInProviderSection({ name, at: first, now }: SignInProviderSectionProps) {
  const { zone } = usePreferences();
  const [at, setAt] = useState(first);
  const [busy, setBusy] = useState(false);
  const [words, setWords] = useState<string | null>(null);

  async function connect() {
    setBusy(true);
    const asked = await withConfirmation(connectProvider).catch((error: unknown) => ({
      error: toReadFailure(error),
      ok: undefined,
    }));
    // The page is about to unload: the button stays busy until the provider's page opens.
    if (asked.ok) return location.assign(asked.ok.url);
    setBusy(false);
    setWords(asked.error.message);
  }

  async function disconnect() {
    setBusy(true);
    const ended = await withConfirmation(disconnectProvider).catch((error: unknown) => ({
      error: toReadFailure(error),
      ok: undefined,
    }));
    setBusy(false);
    setWords(ended.error?.message ?? null);
    if (ended.ok) setAt(null);
  }

  const since = at === null ? null : formatSince(new Date(at), now, zone);
  return (
    <Card title={name}>
      <div className="grid gap-3">
        <p role="status" className="text-14 text-ink-2">
          {since === null
            ? `Not connected. Connect it to sign in with ${name}.`
            : `Connected ${since}: you can sign in with ${name}. Signing out here doesn't sign you out there.`}
        </p>
        {words ? (
          <Banner tone="failed" role="alert">
            {words}
          </Banner>
        ) : null}
        <Button className="justify-self-start" pending={busy} onClick={() => void (at ? disconnect() : connect())}>
          {at ? `Disconnect ${name}` : `Connect ${name}`}
        </Button>
      </div>
    </Card>
  );
}
