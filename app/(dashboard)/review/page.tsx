import { BadgeCheck } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ReviewPage } from "#components/review/queue/review-page.tsx";
import { parseClaimFilter, serializeClaimFilter, toClaimQuery } from "#components/review/review-filter-params.ts";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import { getClaimPermissions, listClaims, readReviewSettings } from "#lib/gateway/claims.ts";
import { includeSelectedMember, listMemberNames } from "#lib/gateway/leaderboard.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { getServiceTime } from "#lib/gateway/service-location.ts";
import { FailureState } from "../../failure-state.tsx";

export const metadata: Metadata = { title: "Review" };

type ReviewRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ReviewRoute({ searchParams }: ReviewRouteProps) {
  const filter = parseClaimFilter(await searchParams);
  const search = serializeClaimFilter(filter);
  const client = await getServiceClient();
  const me = await redirectIfSignedOut(getIdentity());
  const may = await getClaimPermissions();
  if (me.error) return <Framed>{<FailureState failure={me.error} again="/review" />}</Framed>;
  if (!may.offered)
    return <None title="This service has no review">Claims are decided in the publishing service.</None>;
  if (!may.review) {
    return (
      <None title="Only reviewers can see claims">Ask an administrator. Your own claims are on your posts' pages.</None>
    );
  }
  const [claims, organization, channels, members] = await Promise.all([
    redirectIfSignedOut(listClaims(client, toClaimQuery(filter, getServiceTime()))),
    readReviewSettings(client),
    client.listChannels(),
    listMemberNames(client),
  ]);
  if (claims.error) return <Framed>{<FailureState failure={claims.error} again="/review" />}</Framed>;
  const first = claims.ok.claims.find(({ state }) => state === "pending") ?? claims.ok.claims[0];
  const evidence = first ? await client.getClaim({ id: first.id }) : null;
  const accounts = channels.ok ?? [];
  return (
    <ReviewPage
      filter={filter}
      search={search}
      first={claims.ok}
      firstEvidence={evidence?.ok ?? null}
      nowMs={Date.now()}
      may={may}
      reasons={organization.reasons}
      blind={organization.blind}
      choices={{
        members: includeSelectedMember(
          members,
          filter.member,
          claims.ok.claims.map(({ member }) => member),
        ),
        channels: accounts.map(({ id, name, platform }) => ({ id, name: `${name} (${formatPlatformName(platform)})` })),
      }}
      accounts={Object.fromEntries(accounts.map(({ id, name, username }) => [id, { name, username }]))}
    />
  );
}

function Framed({ children }: { children: ReactNode }) {
  return <Page title="Review">{children}</Page>;
}

function None({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Framed>
      <EmptyState
        icon={<BadgeCheck />}
        title={title}
        actions={<ButtonLink href="/leaderboard">View leaderboard</ButtonLink>}
      >
        {children}
      </EmptyState>
    </Framed>
  );
}
