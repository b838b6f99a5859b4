"use client";
import { useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import type { ChannelDetail, ConnectionMethod } from "#lib/contract/types.ts";
import { AppCredentialsDialog } from "./app-credentials-dialog.tsx";
import { ConnectAccountForm } from "./connect-account-form.tsx";
import { describeDeliveryGuarantee, describePlatformFeatures } from "./platform-descriptions.ts";
import type { ConnectAccountFields } from "./use-connect-account.ts";

type ConnectAccountDialogProps = {
  methods: readonly ConnectionMethod[];
  /** The channel to reconnect; null for a new account. */
  channel: ChannelDetail | null;
  /** True when this member may set the app credentials. */
  mayOperate: boolean;
  /** By platform: whether app credentials exist, where that has changed since `ways` were read. */
  setUp: ReadonlyMap<string, boolean>;
  onSetUp: (platform: string, hasKeys: boolean) => void;
  onConnect: (fields: ConnectAccountFields) => Promise<Failure | null>;
  onClose: () => void;
};
type ConnectStep = { type: "pick" } | { type: "form" | "keys"; method: ConnectionMethod };

/** Connects an account: pick a platform, read its requirements and features, then use its connection method. */
export function ConnectAccountDialog(props: ConnectAccountDialogProps) {
  const { methods, channel, mayOperate, setUp, onSetUp, onConnect, onClose } = props;
  const currentMethod = channel ? methods.find(({ platform }) => platform === channel.platform) : undefined;
  const [step, setStep] = useState<ConnectStep>(
    currentMethod ? { type: "form", method: currentMethod } : { type: "pick" },
  );
  /** The platforms that can be connected at once come first, in an order that stays while the dialog is open. */
  const [ordered] = useState(() => methods.toSorted((one, other) => Number(other.is_set_up) - Number(one.is_set_up)));
  const isSetUp = (method: ConnectionMethod) => setUp.get(method.platform) ?? method.is_set_up;
  const back = channel ? null : () => setStep({ type: "pick" });

  if (step.type === "keys") {
    const { method } = step;
    return (
      <AppCredentialsDialog
        method={method}
        onClose={onClose}
        onBack={() => setStep(currentMethod ? { type: "form", method: currentMethod } : { type: "pick" })}
        onSet={(hasKeys) => onSetUp(method.platform, hasKeys)}
      />
    );
  }
  if (step.type === "form") {
    const { method } = step;
    return (
      <ConnectAccountForm
        method={method}
        channel={channel}
        isSetUp={isSetUp(method)}
        onKeys={mayOperate ? () => setStep({ type: "keys", method }) : null}
        onBack={back}
        onConnect={onConnect}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title="Connect an account"
      description="Choose a platform. Posts are published as the account you connect."
    >
      <ul aria-label="Platforms" className="grid gap-3 sm:grid-cols-2">
        {ordered.map((method) => (
          <li key={method.platform} className="flex flex-col justify-between gap-3 rounded-card border p-3.5">
            <div className="grid gap-2">
              <h3 className="flex items-center gap-2.5 text-15 font-semibold">
                <PlatformIcon platform={method.platform} size="large" />
                {method.name}
              </h3>
              <p className="text-13 text-ink-2">{describePlatformFeatures(method)}</p>
              <p className="text-13 text-ink-3">{describeDeliveryGuarantee(method)}</p>
              {mayOperate && method.warning !== null ? (
                <p className="text-13 text-gold-text">{method.warning}</p>
              ) : null}
            </div>
            <div className="flex flex-wrap items-center gap-2">
              {isSetUp(method) ? (
                <Button size="small" onClick={() => setStep({ type: "form", method })}>
                  Connect<span className="sr-only"> on {method.name}</span>
                </Button>
              ) : (
                <Badge>{mayOperate ? "Not set up yet" : "Not set up by your administrator"}</Badge>
              )}
              {mayOperate && method.app === "operator" ? (
                <Button size="small" variant="quiet" onClick={() => setStep({ type: "keys", method })}>
                  App credentials<span className="sr-only"> of {method.name}</span>
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
