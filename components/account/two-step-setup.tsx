"use client";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { enableTwoStep } from "#lib/actions/auth/two-step.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { withConfirmation } from "#lib/queries/with-confirmation.ts";

type TurnOnResult = Awaited<ReturnType<typeof enableTwoStep>>;

type TwoStepSetupProps = {
  app: { secret: string; qr: { size: number; path: string } };
  onTurnedOn: (codes: string[]) => void;
  onClose: () => void;
};

/** Shows the new app's QR code and secret, and turns two-step verification on by its first code. */
export function TwoStepSetup({ app, onTurnedOn, onClose }: TwoStepSetupProps) {
  const head = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isOfCode = failure?.field === "code";
  // The pressed button is gone.
  useEffect(() => head.current?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code") ?? "");
    setBusy(true);
    const answer: TurnOnResult = await withConfirmation(() => enableTwoStep(code)).catch(
      (error: unknown): Result<never> => ({ error: toReadFailure(error) }),
    );
    setBusy(false);
    setFailure(answer.error ?? null);
    if (answer.ok) onTurnedOn(answer.ok.codes);
  }

  return (
    <Card>
      <h3 ref={head} tabIndex={-1} className="text-15 font-semibold outline-none">
        Set up your authenticator app
      </h3>
      <ol className="mt-3 grid list-decimal gap-4 pl-5 text-14">
        <li>
          Scan this QR code with an authenticator app, such as 1Password, Google Authenticator or Aegis.
          {/* Black on white in dark mode too: many cameras read nothing else. The palette has no white, so the SVG
              fills it. */}
          <svg
            role="img"
            aria-label="QR code that holds the setup key below"
            viewBox={`0 0 ${app.qr.size} ${app.qr.size}`}
            shapeRendering="crispEdges"
            className="mt-2 size-48 rounded-control border"
          >
            <rect width={app.qr.size} height={app.qr.size} fill="#fff" />
            <path d={app.qr.path} fill="#000" />
          </svg>
          <p className="mt-3 text-13 text-ink-2">Can't scan it? Enter this setup key in the app:</p>
          <div className="mt-1.5 flex flex-wrap items-center gap-2">
            <code className="min-w-0 flex-1 basis-48 rounded-control bg-sunk px-3 py-2 font-mono text-13 wrap-anywhere">
              {app.secret.match(/.{1,4}/g)?.join(" ")}
            </code>
            <CopyButton text={app.secret} label="Copy" />
          </div>
        </li>
        <li>
          Enter the code that the app shows.
          <form onSubmit={submit} noValidate className="mt-2 grid max-w-[380px] gap-3">
            <Field label="Authentication code" error={isOfCode ? failure.message : undefined}>
              {(control) => (
                <TextInput
                  {...control}
                  name="code"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={20}
                  className="font-mono"
                />
              )}
            </Field>
            {failure ? (
              <Banner tone="failed" role="alert" className={isOfCode ? "sr-only" : ""}>
                {failure.message}
              </Banner>
            ) : null}
            <p className="text-13 text-ink-3">This signs you out in all other browsers.</p>
            <div className="flex flex-wrap gap-2">
              <Button type="submit" variant="filled" pending={busy}>
                Turn on
              </Button>
              <Button variant="quiet" onClick={onClose}>
                Cancel
              </Button>
            </div>
          </form>
        </li>
      </ol>
    </Card>
  );
}
