import type { ReactNode } from "react";
import { ChangesHost } from "#components/post-actions/post-actions-host.tsx";
import { OneMember } from "#components/shell/organization/active-member-guard.tsx";
import { Shell } from "#components/shell/app-shell.tsx";
import { TwoStepBanner } from "#components/shell/two-step-banner.tsx";
import { UnreadProvider } from "#components/shell/navigation/unread-count.tsx";
import { WaitingProvider } from "#components/shell/navigation/pending-claims-count.tsx";
import { hearsOfChanges } from "#lib/gateway/service-capabilities.ts";
import { listMemberships, readOwnAccount, readTwoStep } from "#lib/gateway/account/own-account.ts";
import { calendarAbilities } from "#lib/gateway/posts/calendar-permissions.ts";
import { countWaiting } from "#lib/gateway/claims.ts";
import { countInbox } from "#lib/gateway/count-inbox.ts";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/service-client.ts";
import { readStanding } from "#lib/gateway/leaderboard.ts";
import { canFilter } from "#lib/gateway/posts/list-posts.ts";
import { mayManageMembers, readOrganization } from "#lib/gateway/members.ts";
import { readBrowserZone, readPreferences, zoneCookie } from "#lib/gateway/account/preferences.ts";
import { isOwnService, serviceNow } from "#lib/gateway/service-location.ts";
import { readSettings } from "#lib/gateway/account/settings.ts";
import { isRenewalDue } from "#lib/session/session.ts";
import { Failed } from "../failure-state.tsx";
import { ZoneKeeper } from "../browser-zone-sync.tsx";
import { Desk } from "./dashboard-providers.tsx";

/** The frame of every signed-in page; without a key that works it leads to sign-in. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const client = await gateway();
  // Before anything is read. A service elsewhere need not know the question.
  const since = isOwnService() ? serviceNow().toISOString() : null;
  const [
    me,
    standing,
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
    memberships,
    account,
    twoStep,
  ] = await Promise.all([
    orSignIn(getIdentity()),
    readStanding(),
    countInbox(client),
    readSettings(),
    readPreferences(),
    readBrowserZone(),
    hearsOfChanges(),
    calendarAbilities(),
    canFilter(),
    isRenewalDue(),
    readOrganization(),
    mayManageMembers(),
    countWaiting(client),
    listMemberships(),
    readOwnAccount(),
    readTwoStep(),
  ]);
  if (me.error) {
    return (
      <main className="grid min-h-dvh content-center">
        <Failed failure={me.error} again="" level={1} />
      </main>
    );
  }
  const { org, membership } = me.ok;
  const others = memberships
    .filter(({ isCurrent }) => !isCurrent)
    .map(({ memberId, organization }) => ({ memberId, name: organization.name }));
  const mayCreate = account?.standing === "own" && memberships.some(({ role }) => role === "owner");
  return (
    <Desk keep={keep} events={hears ? "/events" : null} since={since} preferences={preferences}>
      <OneMember memberId={membership.id} />
      <ZoneKeeper zone={browserZone} chosen={settings.zone !== null} cookie={zoneCookie} />
      <UnreadProvider first={inbox.ok ?? null} readAtMs={Date.now()}>
        <WaitingProvider first={waiting.ok ?? null} readAtMs={Date.now()}>
          <Shell
            organization={{
              name: org.name,
              others,
              mayCreate,
              ...(organization?.ok && { note: membersInWords(organization.ok.members) }),
            }}
            member={{ name: membership.name, ...pick(standing) }}
            offered={{
              notes: calendar.notes,
              export: filters,
              members,
              review: waiting.ok !== undefined,
              memberId: membership.id,
              organizations: others,
              mayCreate,
            }}
          >
            {twoStep?.isLocked ? <TwoStepBanner organization={org.name} /> : null}
            {children}
          </Shell>
        </WaitingProvider>
        <ChangesHost />
      </UnreadProvider>
    </Desk>
  );
}

/** Level and points are left out where the key may not see the leaderboard. */
function pick(own: { level: number; points: number } | null) {
  return own ? { level: own.level, points: own.points } : {};
}

const membersInWords = (count: number) => `${count.toLocaleString("en-GB")} ${count === 1 ? "member" : "members"}`;
