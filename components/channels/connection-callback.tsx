"use client";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { finishConnection } from "#lib/actions/channel-connections.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { formatAccountHandle } from "#lib/contract/platforms/format-account-handle.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { ChannelDetail, ConnectionChoice } from "#lib/contract/types.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";

type ConnectionCallbackProps = { state: string | null; code: string | null; error: string | null; iss: string | null };

type FinishedConnection = { channel: ChannelDetail | null; choice: ConnectionChoice | null };

/** Requests in progress by their `state`: React may render a page twice, and each connection must finish once. */
const pendingResponses = new Map<string, Promise<Result<FinishedConnection>>>();

/**
 * Finishes a connection after the platform's redirect: sends the platform's answer to the service, lets the person pick
 * one of several accounts, and opens the channel. A failure stays on the page.
 */
export function ConnectionCallback({ state, code, error, iss }: ConnectionCallbackProps) {
  const router = useRouter();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [choice, setChoice] = useState<ConnectionChoice | null>(null);
  const [picked, setPicked] = useState<string | null>(null);

  function onResult({ ok, error: refused }: Result<FinishedConnection>) {
    if (!ok) {
      announce(refused.message);
      return setFailure(refused);
    }
    setChoice(ok.choice);
    if (!ok.channel) return announce("Choose an account to connect.");
    showToast({ message: `${ok.channel.name} connected` });
    router.replace(`/channels#${ok.channel.id}`);
  }
  const onResultEvent = useEffectEvent(onResult);

  useEffect(() => {
    if (state === null)
      return onResultEvent({ error: error === "access_denied" ? declinedFailure : alreadyUsedFailure });
    let isCanceled = false;
    const response = pendingResponses.get(state) ?? finish({ state, code, error, iss });
    pendingResponses.set(state, response);
    // The code is single-use and already spent, so it need not stay in the browser's history.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    void response.then((result) => {
      if (!isCanceled) onResultEvent(result);
    });
    return () => {
      isCanceled = true;
    };
  }, [state, code, error, iss]);

  async function pick(account: string) {
    if (!choice) return;
    setPicked(account);
    onResult(await catchFailure(finishConnection({ state: choice.state, account })));
  }

  if (!failure && choice) return <AccountPicker choice={choice} picked={picked} onPick={(id) => void pick(id)} />;
  if (!failure) {
    return (
      <p role="status" className="text-14 text-ink-2">
        Connecting your account…
      </p>
    );
  }
  return (
    <Card title={isOutcomeUnknown(failure) ? "Check your channels" : "Account not connected"} className="max-w-[520px]">
      <div className="grid gap-4">
        <p className="text-14 text-ink-2">{failure.message}</p>
        {failure.code === "unreachable" ? (
          <p className="text-14 text-ink-2">The account may be connected anyway. Check your channels.</p>
        ) : null}
        <ButtonLink href="/channels" variant="filled" className="w-fit">
          Back to channels
        </ButtonLink>
      </div>
    </Card>
  );
}

/** True for failures that leave open whether the account is connected. */
const isOutcomeUnknown = ({ code }: Failure) => code === "unreachable" || code === "not_found";
const alreadyUsedFailure: Failure = {
  code: "not_found",
  status: null,
  message: "This link was already used. Check your channels.",
};
/** RFC 6749 §4.1.2.1 requires `state` here; some servers (Hollo) leave it out. */
const declinedFailure: Failure = {
  code: "conflict",
  status: null,
  message: "You declined access, so nothing was connected.",
};
const finish = ({ state, ...came }: ConnectionCallbackProps & { state: string }) =>
  catchFailure(
    finishConnection({ state, ...Object.fromEntries(Object.entries(came).filter(([, value]) => value !== null)) }),
  );
const catchFailure = (request: Promise<Result<FinishedConnection>>) =>
  request.catch((thrown: unknown): Result<FinishedConnection> => ({ error: toReadFailure(thrown) }));

type AccountPickerProps = {
  choice: ConnectionChoice;
  /** Id of the account that is being connected. */
  picked: string | null;
  onPick: (id: string) => void;
};

/** Lists the accounts that one sign-in returned: one of them becomes the channel. */
function AccountPicker({ choice, picked, onPick }: AccountPickerProps) {
  const name = formatPlatformName(choice.platform);
  return (
    <Card title="Which account?" className="max-w-[520px]">
      <div className="grid gap-4">
        <p className="text-14 text-ink-2">
          You can post to {name} as each of these. The one you choose becomes the channel.
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
