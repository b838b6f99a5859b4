"use client";
import { KeyRound, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Section } from "#components/ui/layout/section.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { limits } from "#lib/contract/limits.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { ApiKey } from "#lib/contract/types.ts";
import { ApiKeyRow } from "./api-key-row.tsx";
import { ConnectedApps } from "./connected-apps.tsx";
import { type ApiKeyDialogRequest, useApiKeys } from "./use-api-keys.ts";

const ApiKeyForm = lazyComponent(() => import("./api-key-form.tsx").then((file) => file.ApiKeyForm));
const ApiKeyActionDialog = lazyComponent(() =>
  import("./api-key-action-dialog.tsx").then((file) => file.ApiKeyActionDialog),
);
const NewApiKeyCard = lazyComponent(() => import("./new-api-key-card.tsx").then((file) => file.NewApiKeyCard));

export type ApiKeysSectionProps = {
  /** Result of the server's first read. */
  first: Result<ApiKey[]>;
  /** Base URL of the API, ending in /v1. */
  baseUrl: string;
  /** Scopes of the signed-in member. */
  mine: readonly string[];
  nowMs: number;
  zone: string;
  clock: "24" | "12";
  /** True when the member signs in without a key: by a password, a passkey or the provider. */
  canSignIn: boolean;
};

const link = "text-accent underline underline-offset-2";
const note = (
  <>
    A key acts as you, with the scopes you choose.{" "}
    <a href="/docs/authentication" className={link}>
      How keys work
    </a>
    ,{" "}
    <a href="/docs/mcp" className={link}>
      connect an assistant
    </a>
    ,{" "}
    <a href="/docs/authentication#if-a-key-leaks" className={link}>
      if a key leaked
    </a>
    .
  </>
);

export function ApiKeysSection({ first, ...rest }: ApiKeysSectionProps) {
  if (!first.error) return <ApiKeyList first={first.ok} {...rest} />;
  const { what, safe, next } = describeFailure(first.error);
  return (
    <Section id="keys" title="API keys" note={note}>
      <Banner tone="failed" role="alert">
        {what} {safe} {next}
      </Banner>
    </Section>
  );
}

function ApiKeyList(props: Omit<ApiKeysSectionProps, "first"> & { first: ApiKey[] }) {
  const { first, baseUrl, mine, nowMs, zone, clock, canSignIn } = props;
  const { keys: all, shown, ...acts } = useApiKeys(first);
  const keys = all.filter((key) => !key.app);
  const apps = all.filter((key) => key.app);
  const [isNew, setNew] = useState(false);
  const [asks, setAsks] = useState<ApiKeyDialogRequest | null>(null);
  const now = useNow(nowMs);
  const fromSetup = canSignIn ? keys.find((key) => key.from_setup) : undefined;
  const isFull = keys.length >= limits.keysPerMember;

  async function done(act: Promise<Failure | null>): Promise<Failure | null> {
    const refused = await act;
    if (!refused) {
      setNew(false);
      setAsks(null);
    }
    return refused;
  }

  const add = (
    <Button
      variant="filled"
      icon={<Plus className="size-4" />}
      aria-haspopup="dialog"
      disabled={isFull}
      onClick={() => setNew(true)}
    >
      New key
    </Button>
  );
  return (
    <Section id="keys" title="API keys" note={note} actions={keys.length > 0 ? add : null}>
      <div className="grid gap-3.5">
        {shown && !isNew && !asks ? (
          <Suspense>
            <NewApiKeyCard key={shown.value} apiKey={shown.key} value={shown.value} baseUrl={baseUrl} />
          </Suspense>
        ) : null}
        {fromSetup ? (
          <Banner
            actions={
              <Button
                size="small"
                aria-haspopup="dialog"
                onClick={() => setAsks({ type: "revoke", apiKey: fromSetup })}
              >
                Revoke it
              </Button>
            }
          >
            {fromSetup.name} comes from SETUP_KEY and has full access. Create a narrower key for your programs, then
            revoke this one.
          </Banner>
        ) : null}
        <Card flush>
          {keys.length === 0 ? (
            <EmptyState icon={<KeyRound />} title="No API keys yet" actions={add} className="py-9!">
              Create a key to write, schedule and read posts from your own programs.
            </EmptyState>
          ) : (
            <ul aria-label="API keys">
              {keys.map((apiKey) => (
                <ApiKeyRow
                  key={apiKey.id}
                  apiKey={apiKey}
                  mine={mine}
                  times={{ now, zone, clock }}
                  onAsk={(type) => setAsks({ type, apiKey })}
                />
              ))}
            </ul>
          )}
        </Card>
        <ConnectedApps
          apps={apps}
          times={{ now, zone, clock }}
          onDisconnect={(apiKey) => setAsks({ type: "revoke", apiKey })}
        />
        {isFull ? (
          <p className="text-13 text-ink-3">
            There are {limits.keysPerMember} keys, the maximum. Revoke one to create another.
          </p>
        ) : null}
      </div>
      <Suspense>
        {isNew ? (
          <ApiKeyForm mine={mine} onClose={() => setNew(false)} onSubmit={(fields) => done(acts.add(fields))} />
        ) : null}
        {asks ? (
          <ApiKeyActionDialog
            asks={asks}
            onClose={() => setAsks(null)}
            onRename={(name) => done(acts.rename(asks.apiKey, name))}
            onRotate={(hours) => done(acts.rotate(asks.apiKey, hours))}
            onRevoke={(made) => done(acts.revoke(asks.apiKey, made))}
          />
        ) : null}
      </Suspense>
    </Section>
  );
}
