import { Users } from "lucide-react";
import type { Metadata } from "next";
import { MembersPage } from "#components/members/members-page.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readPreferences } from "#lib/gateway/account/preferences.ts";
import { readMembers, readOrganization } from "#lib/gateway/members.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Members" };

type MembersRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function MembersRoute({ searchParams }: MembersRouteProps) {
  const { show, q, from, member } = await searchParams;
  const state = show === "removed" ? "removed" : "active";
  const text = typeof q === "string" ? q.slice(0, 200) : "";
  const offset = typeof from === "string" && /^\d{1,6}$/.test(from) ? Number(from) : 0;
  const [me, found, organization, { zone, clock }] = await Promise.all([
    redirectIfSignedOut(getIdentity()),
    readMembers(await getServiceClient(), { state, q: text, offset }),
    readOrganization(),
    readPreferences(),
  ]);
  if (me.error) return <FailureState failure={me.error} again="/members" />;
  if (found === null || found.error?.code === "forbidden") {
    return (
      <Page title="Members">
        <EmptyState
          icon={<Users />}
          title={found === null ? "This service doesn't list members" : "Only administrators can see members"}
          actions={<ButtonLink href="/leaderboard">View leaderboard</ButtonLink>}
        >
          {found === null ? "Manage members in the service itself." : "Ask an administrator of your organization."}
        </EmptyState>
      </Page>
    );
  }
  if (found.error) {
    return (
      <Page title="Members">
        <FailureState failure={found.error} again="/members" />
      </Page>
    );
  }
  return (
    <MembersPage
      read={found.ok}
      view={{ state, text, offset }}
      openedId={typeof member === "string" ? member : null}
      me={me.ok.membership.id}
      organization={{ name: me.ok.org.name, mail: organization?.ok?.mail ?? false, active: organization?.ok?.members }}
      times={{ nowMs: Date.now(), zone, clock }}
    />
  );
}
