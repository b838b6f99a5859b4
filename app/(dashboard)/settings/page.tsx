import { Building2 } from "lucide-react";
import type { Metadata } from "next";
import { LaterNotices, LaterWebhooks } from "#components/settings/lazy-sections.tsx";
import { SettingsDesk } from "#components/settings/settings-page.tsx";
import { Appearance } from "#components/shell/theme-setting.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { offeredAbilities } from "#lib/gateway/service-capabilities.ts";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/service-client.ts";
import { listWebhooks } from "#lib/gateway/list-webhooks.ts";
import { readNoticeWays } from "#lib/gateway/account/notification-channels.ts";
import { readBrowserZone, readPreferences } from "#lib/gateway/account/preferences.ts";
import { isOwnService } from "#lib/gateway/service-location.ts";
import { getSettings, keepsSettings } from "#lib/gateway/account/settings.ts";
import { Failed } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  const [client, offered] = await Promise.all([gateway(), offeredAbilities()]);
  const [me, settings, channels, feed, isKept, webhooks, ways, { zone, clock }, browserZone] = await Promise.all([
    orSignIn(getIdentity()),
    getSettings(),
    client.listChannels(),
    offered.has("createFeed") ? client.getFeed() : null,
    keepsSettings(),
    listWebhooks(client),
    readNoticeWays(client),
    readPreferences(),
    readBrowserZone(),
  ]);
  return (
    <Page
      title="Settings"
      {...(offered.has("getOrganization") && {
        actions: (
          <ButtonLink href="/organization" icon={<Building2 className="size-4" />}>
            Organization
          </ButtonLink>
        ),
      })}
    >
      {me.error ? (
        <Failed failure={me.error} again="/settings" />
      ) : settings.error ? (
        <Failed failure={settings.error} again="/settings" />
      ) : (
        <SettingsDesk
          settings={settings.ok}
          browserZone={browserZone}
          nowMs={Date.now()}
          channels={channels.ok ?? []}
          feed={feed?.ok ?? null}
          isKept={isKept}
          mayChange={!isOwnService() || me.ok.scopes.includes("posts:write")}
          theme={<Appearance />}
          notices={
            ways && isKept ? (
              <LaterNotices
                {...ways}
                settings={settings.ok}
                email={me.ok.membership.email}
                mayChange={!isOwnService() || me.ok.scopes.includes("posts:write")}
                reader={{ zone, clock }}
              />
            ) : null
          }
          webhooks={webhooks && <LaterWebhooks first={webhooks} nowMs={Date.now()} zone={zone} clock={clock} />}
        />
      )}
    </Page>
  );
}
