"use client";
import { KeyRound, Plus } from "lucide-react";
import { Suspense, useState, useSyncExternalStore } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import { Card } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { removePasskey, renamePasskey, restorePasskey } from "#lib/actions/auth/passkeys.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { withConfirmation } from "#lib/queries/with-confirmation.ts";
import { formatRelativeDate } from "#lib/time/format.ts";

const NameDialog = lazyComponent(() => import("./name-dialog.tsx").then((file) => file.NameDialog));

export type PasskeySummary = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

type PasskeysSectionProps = {
  passkeys: readonly PasskeySummary[];
  now: Date;
  /** A name for this browser, the default name of a new passkey. */
  device: string;
};

const subscribeToNothing = () => () => undefined;

/** Lists the account's passkeys; adds, renames and removes them, with an undo. */
export function PasskeysSection({ passkeys: first, now, device }: PasskeysSectionProps) {
  const { zone } = usePreferences();
  const canAdd = useSyncExternalStore(
    subscribeToNothing,
    () => "PublicKeyCredential" in window,
    () => true,
  );
  const [passkeys, setPasskeys] = useState(first);
  const [named, setNamed] = useState<"new" | PasskeySummary | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const put = (one: PasskeySummary) =>
    setPasskeys((all) =>
      all.some(({ id }) => id === one.id) ? all.map((old) => (old.id === one.id ? one : old)) : [...all, one],
    );

  async function add(name: string): Promise<Failure | null> {
    const adding = await import("./register-passkey.ts").catch((error: unknown) => ({ error: toReadFailure(error) }));
    const added = "error" in adding ? adding : await adding.registerPasskey(name);
    if (added.error) return added.error;
    setNamed(null);
    put(added.ok);
    showToast({ message: `Added: ${added.ok.name}. You can now sign in with it.` });
    return null;
  }

  async function rename(passkey: PasskeySummary, name: string): Promise<Failure | null> {
    const renamed = await withConfirmedFailure(() => renamePasskey({ id: passkey.id, name }));
    if (renamed.error) return renamed.error;
    setNamed(null);
    put(renamed.ok);
    const undo = () => rename({ ...passkey, name }, passkey.name);
    showToast({ message: `Renamed to ${renamed.ok.name}.`, ...(name !== passkey.name && { undo }) });
    return null;
  }

  async function remove(passkey: PasskeySummary) {
    setBusyId(passkey.id);
    const removed = await withConfirmedFailure(() => removePasskey(passkey.id));
    setBusyId(null);
    setFailure(removed.error ?? null);
    if (!removed.ok) return;
    const { undo } = removed.ok;
    setPasskeys((all) => all.filter(({ id }) => id !== passkey.id));
    showToast({
      message: `Removed: ${passkey.name}. You can no longer sign in with it.`,
      undo: () => restore(undo),
    });
  }

  async function restore(undo: string) {
    const restored = await withConfirmedFailure(() => restorePasskey(undo));
    setFailure(restored.error ?? null);
    if (restored.ok) put(restored.ok);
  }

  return (
    <Card flush title="Passkeys" aside={passkeys.length > 0 ? String(passkeys.length) : undefined}>
      <p className="px-[18px] pb-3 text-14 text-ink-2">Sign in with your fingerprint, face or screen lock.</p>
      {passkeys.length > 0 ? (
        <ul className="border-t">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-[18px] py-2.5">
              <KeyRound className="size-4 shrink-0 text-ink-3" />
              <div className="min-w-0 flex-1 basis-48">
                <div className="truncate text-14 font-medium">{passkey.name}</div>
                <div className="text-13 text-ink-3">
                  Added {formatRelativeDate(new Date(passkey.createdAt), now, zone)} ·{" "}
                  {passkey.lastUsedAt
                    ? `last used ${formatRelativeDate(new Date(passkey.lastUsedAt), now, zone)}`
                    : "not used yet"}
                </div>
              </div>
              <div className="-mx-2.5 flex gap-1">
                <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => setNamed(passkey)}>
                  Rename<span className="sr-only"> {passkey.name}</span>
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  pending={busyId === passkey.id}
                  onClick={() => void remove(passkey)}
                >
                  Remove<span className="sr-only"> {passkey.name}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      <div className={joinClassNames("grid gap-3 px-[18px] pb-3.5", passkeys.length > 0 && "pt-3.5")}>
        {failure ? (
          <Banner tone="failed" role="alert">
            {failure.message}
          </Banner>
        ) : null}
        {canAdd ? (
          <Button
            className="justify-self-start"
            icon={<Plus className="size-4" />}
            aria-haspopup="dialog"
            onClick={() => setNamed("new")}
          >
            Add a passkey
          </Button>
        ) : (
          <p className="text-13 text-ink-3">Passkeys need a browser that supports them and an https address.</p>
        )}
      </div>
      {named ? (
        <Suspense>
          <NameDialog
            title={named === "new" ? "Add a passkey" : "Rename this passkey"}
            {...(named === "new" && { description: "Next, your browser asks where to save it." })}
            hint="For example “Work laptop”."
            act={named === "new" ? "Continue" : "Rename"}
            first={named === "new" ? device : named.name}
            onSubmit={(name) => (named === "new" ? add(name) : rename(named, name))}
            onClose={() => setNamed(null)}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}

const withConfirmedFailure = <T,>(act: () => Promise<Result<T>>): Promise<Result<T>> =>
  withConfirmation(act).catch((error: unknown): Result<T> => ({ error: toReadFailure(error) }));
