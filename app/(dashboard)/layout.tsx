import type { ReactNode } from "react";
import { PostActionsHost } from "#components/post-actions/post-actions-host.tsx";
import { SendingPauseBanner } from "#components/sending-pauses/sending-pause-banner.tsx";
import { AppShell } from "#components/shell/app-shell.tsx";
import { DraftsProvider } from "#components/shell/navigation/drafts-count.tsx";
import { InboxCountProvider } from "#components/shell/navigation/inbox-count.tsx";
import { PendingClaimsProvider } from "#components/shell/navigation/pending-claims-count.tsx";
import { ActiveMemberGuard } from "#components/shell/organization/active-member-guard.tsx";
import { UnavailableShell } from "#components/shell/unavailable-shell.tsx";
import { readSettingsOrDefaults } from "#lib/gateway/account/member-settings.ts";
import { listMemberships, readOwnAccount, readTwoStepStatus } from "#lib/gateway/account/own-account.ts";
import { readBrowserTimeZone, readPreferences, timeZoneCookie } from "#lib/gateway/account/preferences.ts";
import { countWaitingClaims } from "#lib/gateway/claims.ts";
import { countInbox } from "#lib/gateway/count-inbox.ts";
import { readMemberRank } from "#lib/gateway/leaderboard.ts";
import { canManageMembers, readOrganization } from "#lib/gateway/members.ts";
import { getCalendarPermissions } from "#lib/gateway/posts/calendar-permissions.ts";
import { readDraftsOverview } from "#lib/gateway/posts/drafts.ts";
import { supportsPostFilters } from "#lib/gateway/posts/list-posts.ts";
import { canPauseSending, listSendingPauses } from "#lib/gateway/sending-pauses.ts";
import { canSubscribeToEvents, getPostPermissions } from "#lib/gateway/service-capabilities.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { getServiceTime, isEmbeddedService } from "#lib/gateway/service-location.ts";
import { waitForOptionalAnswer } from "#lib/gateway/wait-for-optional-answer.ts";
import { isSessionRenewalDue } from "#lib/session/session.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { BrowserZoneSync } from "../browser-zone-sync.tsx";
import { FailureState } from "../failure-state.tsx";
import { DashboardProviders } from "./dashboard-providers.tsx";

/** The frame of every signed-in page; redirects to sign-in without a working key. */
export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const client = await getServiceClient();
  // The leaderboard of another service may be slow: the page does not wait for it, and its end not for long.
  const ownRank = isEmbeddedService() ? readMemberRank() : Promise.race([readMemberRank(), waitForStanding()]);
  // Taken before the first read. A service on another host may not know the parameter.
  const since = isEmbeddedService() ? getServiceTime().toISOString() : null;
  const identity = getIdentity();
  const answers = Promise.all([
    waitForOptionalAnswer(identity, countInbox(client), null),
    readSettingsOrDefaults(),
    readPreferences(),
    readBrowserTimeZone(),
    canSubscribeToEvents(),
    getCalendarPermissions(),
    supportsPostFilters(),
    isSessionRenewalDue(),
    readOrganization(),
    canManageMembers(),
    countWaitingClaims(client),
    readDraftsOverview(client),
    listMemberships(),
    readOwnAccount(),
    readTwoStepStatus(),
    listSendingPauses(),
    canPauseSending(),
    isEmbeddedService() ? ownRank : null,
  ]);
  // Without an identity no page can be shown: the others are not waited for, and may fail as well.
  answers.catch(() => undefined);
  const me = await redirectIfSignedOut(identity);
  if (me.error) {
    return (
      <UnavailableShell>
        <FailureState failure={me.error} again="" level={1} />
      </UnavailableShell>
    );
  }
  const [
    inbox,
    settings,
    preferences,
    browserZone,
    hears,
    calendar,
    filters,
    keep,
    organization,
    members,
    waiting,
    drafts,
    memberships,
    account,
    twoStep,
    pauses,
    mayPause,
  ] = await answers;
  const { org, membership } = me.ok;
  const { retry } = await getPostPermissions();
  const others = memberships
    .filter(({ isCurrent }) => !isCurrent)
    .map(({ memberId, organization }) => ({ memberId, name: organization.name }));
  const mayCreate = account?.standing === "own" && memberships.some(({ role }) => role === "owner");
  return (
    <DashboardProviders
      keep={keep}
      events={hears ? "/events" : null}
      since={since}
      preferences={preferences}
      role={membership.role}
    >
      <ActiveMemberGuard memberId={membership.id} />
      <BrowserZoneSync zone={browserZone} chosen={settings.zone !== null} cookie={timeZoneCookie} />
      <InboxCountProvider first={inbox ? (inbox.ok ?? null) : noUnread} readAtMs={inbox ? Date.now() : 0}>
        <DraftsProvider first={drafts?.ok ?? null} readAtMs={Date.now()}>
          <PendingClaimsProvider first={waiting.ok ?? null} readAtMs={Date.now()}>
            <AppShell
              organization={{
                name: org.name,
                others,
                mayCreate,
                ...(organization?.ok && { note: formatCount(organization.ok.members, "member") }),
              }}
              member={{ name: membership.name, ownRank }}
              offered={{
                notes: calendar.notes,
                export: filters,
                retry,
                members,
                review: waiting.ok !== undefined,
                memberId: membership.id,
                organizations: others,
                mayCreate,
              }}
            >
              {twoStep?.isLocked ? (
                <TwoStepBanner organization={org.name} hasFactor={twoStep.since !== null || twoStep.passkeys} />
              ) : null}
              <SendingPauseBanner pauses={pauses} reader={preferences} mayResume={mayPause} />
              {children}
            </AppShell>
          </PendingClaimsProvider>
        </DraftsProvider>
        <PostActionsHost memberId={membership.id} />
      </InboxCountProvider>
    </DashboardProviders>
  );
}

/** Shown until the browser has read the count, which a slow service did not give in time. */
const noUnread = { open: 0, unread: 0 };

/** Ms after which a page does without the level and points. */
const standingWaitMs = 3_000;
const waitForStanding = () => new Promise<null>((resolve) => setTimeout(() => resolve(null), standingWaitMs));

/** Says that this session lacks the second factor that the organization requires of administrators. */
function TwoStepBanner({ organization, hasFactor }: { organization: string; hasFactor: boolean }) {
  return (
    <p className="border-b bg-publishing-wash px-7 py-2.5 text-13 max-sm:px-4 text-publishing">
      {organization} requires two-step verification for administrators and owners. Until you verify, you can only do
      what members can. {/* A full page load: a client navigation would not render this frame again. */}
      <a href="/two-step" className="font-semibold underline underline-offset-2">
        {hasFactor ? "Verify" : "Set it up"}
      </a>
    </p>
  );
}
