import type { ReactNode } from "react";
import { ChangesHost } from "#components/changes/changes-host";
import { OneMember } from "#components/shell/one-member";
import { Shell } from "#components/shell/shell";
import { TwoStepBanner } from "#components/shell/two-step-banner";
import { UnreadProvider } from "#components/shell/unread";
import { WaitingProvider } from "#components/shell/waiting";
import { hearsOfChanges } from "#lib/gateway/abilities";
import { listMemberships, readOwnAccount, readTwoStep } from "#lib/gateway/accounts";
import { calendarAbilities } from "#lib/gateway/calendar-abilities";
import { countWaiting } from "#lib/gateway/claims";
import { countInbox } from "#lib/gateway/count-inbox";
import { gateway, getIdentity, orSignIn } from "#lib/gateway/gateway";
import { readStanding } from "#lib/gateway/leaderboard";
import { canFilter } from "#lib/gateway/list-posts";
import { mayManageMembers, readOrganization } from "#lib/gateway/members";
import { readBrowserZone, readPreferences, zoneCookie } from "#lib/gateway/preferences";
import { isOwnService, serviceNow } from "#lib/gateway/service-at";
import { readSettings } from "#lib/gateway/settings";
import { isRenewalDue } from "#lib/session/session";
import { Failed } from "../failed.tsx";
import { ZoneKeeper } from "../zone-keeper.tsx";
import { Desk } from "./desk.tsx";

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
