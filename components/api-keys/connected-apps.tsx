import { Button } from "#components/ui/controls/button.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import type { ApiKey } from "#lib/contract/types.ts";
import { formatRedirectTarget } from "./api-key-labels.ts";
import { type ApiKeyTimeOptions, KeyNameHint, RelativeTime } from "./api-key-row.tsx";

type ConnectedAppsProps = {
  apps: readonly ApiKey[];
  times: ApiKeyTimeOptions;
  onDisconnect: (app: ApiKey) => void;
};

/** Lists the apps that the member connected in the browser; nothing without any. */
export function ConnectedApps({ apps, times, onDisconnect }: ConnectedAppsProps) {
  if (apps.length === 0) return null;
  return (
    <Card flush level={3} title="Connected apps">
      <ul aria-label="Connected apps">
        {apps.map((app) => (
          <li
            key={app.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-[18px] py-3 last:border-b-0"
          >
            <div className="min-w-0 flex-1 basis-60">
              <h4 className="text-14 font-semibold wrap-anywhere">{app.name}</h4>
              <p className="text-13 text-ink-3 wrap-anywhere">
                Connected <RelativeTime at={app.created_at} times={times} />
                {app.app ? `, through ${formatRedirectTarget(app.app.redirect_uri)}` : ""}
              </p>
            </div>
            <div className="min-w-0 flex-1 basis-40 text-14">
              <p>{getAccessLabel(app)}</p>
              <p className="text-13 text-ink-3">
                {app.last_used_at ? (
                  <>
                    Used <RelativeTime at={app.last_used_at} times={times} />
                  </>
                ) : (
                  "Not used yet"
                )}
              </p>
            </div>
            <Button size="small" variant="quiet" aria-haspopup="dialog" onClick={() => onDisconnect(app)}>
              <span className="text-failed">
                Disconnect
                <KeyNameHint name={app.name} />
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function getAccessLabel({ scopes, drafts_only: draftsOnly }: ApiKey): string {
  if (!scopes.includes("posts:write")) return "Read only";
  return draftsOnly ? "Drafts only" : "Create and schedule posts";
}
