import { Clock, Hourglass } from "lucide-react";
import { Button } from "#components/ui/controls/button.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import { getScopeLabel } from "#lib/contract/scopes.ts";
import type { ApiKey } from "#lib/contract/types.ts";
import { formatInstant, formatRelativeDate } from "#lib/time/format.ts";
import { formatScopes, isApiKeyExpired, isApiKeyUnused } from "./api-key-labels.ts";
import type { ApiKeyDialogRequest } from "./use-api-keys.ts";

export type ApiKeyTimeOptions = { now: Date; zone: string; clock: "24" | "12" };
type ApiKeyRowProps = {
  apiKey: ApiKey;
  mine: readonly string[];
  times: ApiKeyTimeOptions;
  onAsk: (is: ApiKeyDialogRequest["type"]) => void;
};

/** Shows one key: name, scopes, last use and actions. */
export function ApiKeyRow({ apiKey, mine, times, onAsk }: ApiKeyRowProps) {
  const { now } = times;
  const { name, scopes, addresses, former } = apiKey;
  const ended = isApiKeyExpired(apiKey, now);
  return (
    <li className="grid gap-x-4 gap-y-1 border-b px-[18px] py-3 last:border-b-0 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1.3fr)_auto] lg:items-center">
      <div className="min-w-0">
        <h3 className="inline text-14 font-semibold wrap-anywhere">{name}</h3>{" "}
        <code className="font-mono text-12 text-ink-3">pw_…{apiKey.ending}</code>
        <p className="text-13 text-ink-3">
          Created <RelativeTime at={apiKey.created_at} times={times} />
          {apiKey.made_by ? ` with the key ${apiKey.made_by.name}` : ""}
          {apiKey.is_this ? "; you are using it now" : ""}
        </p>
      </div>
      <div className="min-w-0 text-14">
        <p title={scopes.map((scope) => getScopeLabel(scope)).join("\n")}>{formatScopes(scopes, mine)}</p>
        {apiKey.drafts_only ? <p className="text-13 text-ink-2">Drafts only</p> : null}
        {addresses.length > 0 ? (
          <p className="font-mono text-12 text-ink-3 wrap-anywhere">From {addresses.join(", ")}</p>
        ) : null}
      </div>
      <div className="grid min-w-0 gap-0.5 text-14">
        {apiKey.last_used_at ? (
          <p>
            Used <RelativeTime at={apiKey.last_used_at} times={times} />
            {apiKey.last_used_route ? <span className="text-ink-2"> · {apiKey.last_used_route}</span> : null}
          </p>
        ) : (
          <p className="text-ink-2">Not used yet</p>
        )}
        {ended ? (
          <Badge tone="draft" icon={<Hourglass className="size-3.5" />} className="w-fit">
            Expired
          </Badge>
        ) : isApiKeyUnused(apiKey, now) ? (
          <Badge tone="scheduled" icon={<Clock className="size-3.5" />} className="w-fit">
            Unused for 90 days
          </Badge>
        ) : null}
        <p className="text-13 text-ink-3">
          {former ? (
            <>
              Old value pw_…{former.ending} works until <RelativeTime at={former.works_until} times={times} />
            </>
          ) : apiKey.expires_at ? (
            <>
              {ended ? "Expired" : "Expires"} <RelativeTime at={apiKey.expires_at} times={times} />
            </>
          ) : (
            "No expiry"
          )}
        </p>
      </div>
      <div className="-ml-2.5 flex flex-wrap gap-1 lg:ml-0">
        <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => onAsk("rename")}>
          Rename
          <KeyNameHint name={name} />
        </Button>
        <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => onAsk("rotate")}>
          Rotate
          <KeyNameHint name={name} />
        </Button>
        <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => onAsk("revoke")}>
          <span className="text-failed">
            Revoke
            <KeyNameHint name={name} />
          </span>
        </Button>
      </div>
    </li>
  );
}

/** Adds the key's name to a button for screen readers, because several rows have the same buttons. */
export function KeyNameHint({ name }: { name: string }) {
  return <span className="sr-only"> {name}</span>;
}

/** Shows how long ago or ahead an instant is, and the instant itself on hover. */
export function RelativeTime({ at, times: { now, zone, clock } }: { at: string; times: ApiKeyTimeOptions }) {
  return (
    <time dateTime={at} title={formatInstant(new Date(at), zone, { clock })}>
      {formatRelativeDate(new Date(at), now, zone)}
    </time>
  );
}
