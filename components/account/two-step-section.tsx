"use client";
import { ShieldCheck } from "lucide-react";
import { useRouter } from "next/navigation";
import { Suspense, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { CopyButton } from "#components/ui/controls/copy-button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { createRecoveryCodes, disableTwoStep, startTwoStepSetup } from "#lib/actions/auth/two-step.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { withConfirmation } from "#lib/queries/with-confirmation.ts";
import { formatRelativeDate } from "#lib/time/format.ts";

const TwoStepSetup = lazyComponent(() => import("./two-step-setup.tsx").then((file) => file.TwoStepSetup));
const DisableTwoStepDialog = lazyComponent(() =>
  import("./disable-two-step-dialog.tsx").then((file) => file.DisableTwoStepDialog),
);

type TwoStepStatus = { since: string | null; codesLeft: number; requiredBy: string | null };
type AuthenticatorSetup = NonNullable<Awaited<ReturnType<typeof startTwoStepSetup>>["ok"]>;
type TwoStepStep =
  | { type: "setup"; app: AuthenticatorSetup }
  | { type: "codes"; codes: string[] }
  | { type: "turnOff" }
  | null;

type TwoStepSectionProps = {
  first: TwoStepStatus;
  now: Date;
  /** Path to open after setup; without it the page stays. */
  next?: string;
};

/** Uses a later `now` when the second factor was turned on after the page was rendered. */
const turnedOn = (since: string, now: Date, zone: string) => {
  const at = new Date(since);
  return at < now ? formatRelativeDate(at, now, zone) : "just now";
};

/** Number of unused recovery codes from which the page suggests new ones. */
const fewCodes = 3;

/** Sets up or turns off the account's second factor and creates recovery codes. */
export function TwoStepSection({ first, now, next }: TwoStepSectionProps) {
  const { zone } = usePreferences();
  const router = useRouter();
  const [seen, setSeen] = useState(first);
  const [shown, setShown] = useState<TwoStepStep>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { since, codesLeft, requiredBy } = seen;
  const setupButton = useRef<HTMLButtonElement>(null);

  async function run<T>(what: string, act: () => Promise<Result<T>>): Promise<T | null> {
    setBusy(what);
    const answer = await withConfirmation(act).catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));
    setBusy(null);
    setFailure(answer.error ?? null);
    return answer.ok ?? null;
  }

  async function begin() {
    const app = await run("begin", startTwoStepSetup);
    if (app) setShown({ type: "setup", app });
  }

  async function createCodes() {
    const created = await run("codes", createRecoveryCodes);
    if (created) showCodes(created.codes, since);
  }

  function showCodes(codes: string[], at: string | null) {
    setSeen({ ...seen, since: at, codesLeft: codes.length });
    setShown({ type: "codes", codes });
  }

  async function turnOff() {
    setShown(null);
    if (!(await run("off", disableTwoStep))) return;
    // The pressed button is about to go.
    setupButton.current?.focus();
    setSeen({ ...seen, since: null, codesLeft: 0 });
    showToast({ message: "Two-step verification is off." });
    router.refresh();
  }

  function done() {
    setShown(null);
    // A full page load: the page depends on the role, which now counts in full.
    if (next !== undefined) location.assign(next);
    else router.refresh();
  }

  if (shown?.type === "codes") return <RecoveryCodesCard codes={shown.codes} onDone={done} />;
  if (shown?.type === "setup") {
    return (
      <Suspense>
        <TwoStepSetup
          app={shown.app}
          onClose={() => setShown(null)}
          onTurnedOn={(codes) => showCodes(codes, new Date().toISOString())}
        />
      </Suspense>
    );
  }
  return (
    <Card title="Two-step verification" aside={since ? "On" : "Off"}>
      <div className="grid gap-3">
        <p role="status" className="text-14 text-ink-2">
          {since
            ? `Turned on ${turnedOn(since, now, zone)}. After your password you enter a code from your authenticator app.`
            : "Protect your account with a code from an authenticator app, in addition to your password."}
        </p>
        {since ? (
          <p className={codesLeft < fewCodes ? "text-14 text-publishing" : "text-14 text-ink-2"}>
            {codesLeft === 1 ? "1 recovery code is left." : `${codesLeft} recovery codes are left.`}
            {codesLeft < fewCodes ? " Create new ones and keep them somewhere safe." : ""}
          </p>
        ) : null}
        {requiredBy && next === undefined ? (
          <p className="text-13 text-ink-3">{requiredBy} requires it for administrators.</p>
        ) : null}
        {failure ? (
          <Banner tone="failed" role="alert">
            {failure.message}
          </Banner>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button
            ref={setupButton}
            variant={since ? "outline" : "filled"}
            icon={<ShieldCheck className="size-4" />}
            pending={busy === "begin"}
            onClick={() => void begin()}
          >
            {since ? "Change authenticator app" : "Set up two-step verification"}
          </Button>
          {since ? (
            <>
              <Button pending={busy === "codes"} onClick={() => void createCodes()}>
                Create new recovery codes
              </Button>
              <Button
                variant="quiet"
                pending={busy === "off"}
                aria-haspopup="dialog"
                onClick={() => setShown({ type: "turnOff" })}
              >
                Turn off
              </Button>
            </>
          ) : null}
        </div>
      </div>
      {shown?.type === "turnOff" ? (
        <Suspense>
          <DisableTwoStepDialog onTurnOff={() => void turnOff()} onClose={() => setShown(null)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

/** Shows recovery codes, the only time they are readable. */
function RecoveryCodesCard({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const head = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone.
  useEffect(() => head.current?.focus(), []);
  return (
    <Card edge="gold">
      <h3 ref={head} tabIndex={-1} className="text-15 font-semibold outline-none">
        Save your recovery codes
      </h3>
      <p className="mt-1 text-14 text-ink-2">
        Two-step verification is on. If you lose your device, use one of these codes to sign in. Each works once. Keep
        them somewhere safe, such as a password manager. They are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mt-3 grid gap-x-6 gap-y-1 rounded-control bg-sunk px-3 py-2.5 font-mono text-13 sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton text={codes.join("\n")} label="Copy all" />
        <Button variant="filled" onClick={onDone}>
          I saved these codes
        </Button>
      </div>
    </Card>
  );
}
