import { Building2, ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { OrganizationDesk } from "#components/organization/organization-page.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { offeredAbilities } from "#lib/gateway/service-capabilities.ts";
import { auditLogAbilities } from "#lib/gateway/audit-log.ts";
import { getIdentity, orSignIn } from "#lib/gateway/service-client.ts";
import { mayManageMembers, readOrganization } from "#lib/gateway/members.ts";
import { Failed } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Organization" };

const back = { href: "/members", label: "Members" };

export default async function OrganizationPage() {
  const [me, organization, offered, manages, log] = await Promise.all([
    orSignIn(getIdentity()),
    readOrganization(),
    offeredAbilities(),
    mayManageMembers(),
    auditLogAbilities(),
  ]);
  if (me.error) return <Failed failure={me.error} again="/organization" />;
  if (organization === null) {
    return (
      <Page title="Organization">
        <EmptyState
          icon={<Building2 />}
          title="This service does not tell its organization’s rules"
          actions={<ButtonLink href="/settings">Your own settings</ButtonLink>}
        >
          Rules of review and points are set where the service itself is run.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      title="Organization"
      {...(manages && { back })}
      {...(log.read && {
        actions: (
          <ButtonLink href="/organization/log" icon={<ScrollText className="size-4" />}>
            Audit log
          </ButtonLink>
        ),
      })}
    >
      {organization.error ? (
        <Failed failure={organization.error} again="/organization" />
      ) : (
        <OrganizationDesk
          organization={organization.ok}
          mayChange={manages && offered.has("changeOrganization")}
          isOwner={manages && me.ok.membership.role === "owner"}
        />
      )}
    </Page>
  );
}
