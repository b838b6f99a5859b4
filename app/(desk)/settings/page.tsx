import { Building2 } from "lucide-react";
import type { Metadata } from "next";
import { LaterNotices, LaterWebhooks } from "#components/settings/later-sections";
import { SettingsDesk } from "#components/settings/settings-desk";
import { Appearance } from "#components/shell/appearance";
import { ButtonLink } from "#components/ui/button-link";
import { Page } from "#components/ui/page";
import { offeredAbilities } from "#lib/gateway/abilities";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/gateway";
import { listWebhooks } from "#lib/gateway/list-webhooks";
import { readNoticeWays } from "#lib/gateway/notice-ways";
import { readBrowserZone, readPreferences } from "#lib/gateway/preferences";
import { isOwnService } from "#lib/gateway/service-at";
import { getSettings, keepsSettings } from "#lib/gateway/settings";
import { Failed } from "../../failed.tsx";

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
