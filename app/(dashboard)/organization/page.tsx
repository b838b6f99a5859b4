import { Building2, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { OrganizationPage } from "#components/organization/organization-page.tsx";
import { TeamSlotsSection } from "#components/organization/team-slots-section.tsx";
import { SendingSection } from "#components/sending-pauses/sending-section.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { getAuditLogPermissions } from "#lib/gateway/audit-log.ts";
import { canManageMembers, readOrganization } from "#lib/gateway/members.ts";
import { canPauseSending, listSendingPauses } from "#lib/gateway/sending-pauses.ts";
import { getServiceCapabilities } from "#lib/gateway/service-capabilities.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Organization" };

export default async function OrganizationRoute() {
  const client = await getServiceClient();
  const [me, organization, offered, manages, log, pauses, mayPause, channels] = await Promise.all([
    redirectIfSignedOut(getIdentity()),
    readOrganization(),
    getServiceCapabilities(),
    canManageMembers(),
    getAuditLogPermissions(),
    listSendingPauses(),
    canPauseSending(),
    client.listChannels(),
  ]);
  const mayChange = manages && offered.has("changeOrganization");
  if (me.error) return <FailureState failure={me.error} again="/organization" />;
  if (organization === null) {
    return (
      <Page title="Organization">
        <EmptyState
          icon={<Building2 />}
          title="This service doesn't share organization settings"
          actions={<ButtonLink href="/settings">Your settings</ButtonLink>}
        >
          Review and points are set in the service itself.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title="Organization"
      {...(log.read && {
        actions: (
          <ButtonLink href="/organization/log" icon={<ScrollText className="size-4" />}>
            Audit log
          </ButtonLink>
        ),
      })}
    >
      {organization.error ? (
        <FailureState failure={organization.error} again="/organization" />
      ) : (
        <OrganizationPage
          organization={organization.ok}
          mayChange={mayChange}
          isOwner={manages && me.ok.membership.role === "owner"}
          slots={
            // A service of an earlier version has no slots of the team.
            organization.ok.settings.slots ? (
              <TeamSlotsSection
                settings={organization.ok.settings}
                channels={channels.ok ?? []}
                nowMs={Date.now()}
                mayChange={mayChange}
              />
            ) : null
          }
          sending={pauses.length > 0 || mayPause ? <SendingSection pauses={pauses} mayPause={mayPause} /> : null}
        />
      )}
    </Page>
  );
}
