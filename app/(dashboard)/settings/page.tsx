import { Building2 } from "lucide-react";
import type { Metadata } from "next";
import { LazyNotificationsSection, LazyWebhooksSection } from "#components/settings/lazy-sections.tsx";
import { MemberSettingsPage } from "#components/settings/member-settings-page.tsx";
import { ServerThemeSwitch } from "#components/shell/server-theme-switch.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { getSettings, supportsSettings } from "#lib/gateway/account/member-settings.ts";
import { readNotificationDeliveryStatus } from "#lib/gateway/account/notification-delivery-status.ts";
import { readBrowserTimes, readBrowserTimeZone, readPreferences } from "#lib/gateway/account/preferences.ts";
import { listWebhooks } from "#lib/gateway/list-webhooks.ts";
import { canManageMembers, readTeamSlots } from "#lib/gateway/members.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { isEmbeddedService } from "#lib/gateway/service-location.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsRoute() {
  const [client, offered] = await Promise.all([getServiceClient(), getServiceCapabilities()]);
  const [
    me,
    settings,
    channels,
    teamSlots,
    manages,
    feed,
    isStored,
    webhooks,
    notificationStatus,
    preferences,
    browserZone,
    browserTimes,
  ] = await Promise.all([
    redirectIfSignedOut(getIdentity()),
    getSettings(),
    client.listChannels(),
    readTeamSlots(),
    canManageMembers(),
    offered.has("createFeed") ? client.getFeed() : null,
    supportsSettings(),
    listWebhooks(client),
    readNotificationDeliveryStatus(client),
    readPreferences(),
    readBrowserTimeZone(),
    readBrowserTimes(),
  ]);
  const { zone, clock } = preferences;
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
        <FailureState failure={me.error} again="/settings" />
      ) : settings.error ? (
        <FailureState failure={settings.error} again="/settings" />
      ) : (
        <MemberSettingsPage
          settings={settings.ok}
          browser={{ zone: browserZone, ...browserTimes }}
          nowMs={Date.now()}
          channels={channels.ok ?? []}
          team={teamSlots && { ...teamSlots, mayChange: manages && offered.has("changeOrganization") }}
          feed={feed?.ok ?? null}
          isStored={isStored}
          mayChange={!isEmbeddedService() || me.ok.scopes.includes("posts:write")}
          theme={<ServerThemeSwitch />}
          notices={
            notificationStatus && isStored ? (
              <LazyNotificationsSection
                {...notificationStatus}
                settings={settings.ok}
                email={me.ok.membership.email}
                mayChange={!isEmbeddedService() || me.ok.scopes.includes("posts:write")}
                reader={{ zone, clock }}
              />
            ) : null
          }
          webhooks={webhooks && <LazyWebhooksSection first={webhooks} nowMs={Date.now()} zone={zone} clock={clock} />}
        />
      )}
    </Page>
  );
}
