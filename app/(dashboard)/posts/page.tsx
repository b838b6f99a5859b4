import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ActiveFilters } from "#components/posts/filters/active-filters.tsx";
import { PostsToolbar } from "#components/posts/filters/posts-toolbar.tsx";
import { PostsEmptyState } from "#components/posts/list/posts-empty-state.tsx";
import { PostsPage } from "#components/posts/list/posts-page.tsx";
import { getPostsPath, hasActiveFilters, type PostsView } from "#components/posts/posts-view.ts";
import { LazyScopeSwitch } from "#components/shell/lazy-scope-switch.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import { readSettingsOrDefaults } from "#lib/gateway/account/member-settings.ts";
import { includeSelectedMember, listMemberNames } from "#lib/gateway/leaderboard.ts";
import { countSubmissions, listSubmissions } from "#lib/gateway/posts/list-submissions.ts";
import { canManagePosts, getPostPermissions, withoutChanges } from "#lib/gateway/service-capabilities.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { waitForOptionalAnswer } from "#lib/gateway/wait-for-optional-answer.ts";
import { everyone } from "#lib/queries/scope.ts";
import { getTimeZoneCity } from "#lib/time/format-short.ts";
import { FailureState } from "../../failure-state.tsx";
import { readMemberZone } from "../../read-member-zone.ts";
import { readPostsView } from "../../read-posts-view.ts";
import { applyRememberedScope, readRememberedScope } from "../../read-remembered-scope.ts";

export const metadata: Metadata = { title: "Posts" };

/** True for drafts without a filter: the member's own are one list, with the texts that are no posts yet. */
const isDraftsView = (view: PostsView) => view.status === "draft" && !view.deleted && !hasActiveFilters(view);

/** True for the member's own posts, also where the address names the member. */
const isOwnView = async ({ member }: PostsView) =>
  member === null || member === (await getIdentity()).ok?.membership.id;

type PostsRouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function PostsRoute({ searchParams }: PostsRouteProps) {
  const search = await applyRememberedScope(await searchParams);
  const [{ view, query, counted }, client, scope] = await Promise.all([
    readPostsView(search),
    getServiceClient(),
    readRememberedScope(),
  ]);
  if (isDraftsView(view) && (await isOwnView(view)) && (await getPostPermissions()).drafts) redirect("/drafts");
  const main = redirectIfSignedOut(listSubmissions(client, query));
  const [page, counts, allowed, canManage, listed, names, me, settings, zone] = await Promise.all([
    main,
    waitForOptionalAnswer(main, countSubmissions(client, counted), null),
    getPostPermissions(),
    canManagePosts(),
    waitForOptionalAnswer(main, client.listChannels(), null),
    // Only who sees others' posts, and has a scope, chooses a member.
    scope ? listMemberNames(client) : [],
    getIdentity(),
    readSettingsOrDefaults(),
    readMemberZone(),
  ]);
  const channels = listed?.ok ?? [];
  const isOwn = await isOwnView(view);
  const abilities = isOwn ? allowed : { ...(canManage ? allowed : withoutChanges(allowed)), drafts: false };
  const seesAll = scope !== null;
  const people = page.ok?.posts.map(({ member }) => member) ?? [];
  const members = seesAll
    ? includeSelectedMember(names, view.member, people).filter(({ id }) => id !== me.ok?.membership.id)
    : null;
  const tools = { view, channels, members, memberId: me.ok?.membership.id ?? "", saved: settings.views, abilities };
  return (
    <Page
      title="Posts"
      note={
        <>
          {scope ? (
            <LazyScopeSwitch
              memberId={scope.memberId}
              scope={
                view.member === null || view.member === scope.memberId
                  ? "mine"
                  : view.member === everyone
                    ? "everyone"
                    : null
              }
              path={getPostsPath({ ...view, member: null, page: 1 })}
            />
          ) : null}
          <span className="max-sm:sr-only">Times in {getTimeZoneCity(zone)}</span>
        </>
      }
      actions={abilities.filter ? <PostsToolbar {...tools} /> : null}
    >
      {page.error ? (
        <FailureState failure={page.error} again="/posts" />
      ) : (
        <PostsPage
          view={view}
          first={page.ok}
          firstCounts={counts?.ok ?? null}
          nowMs={Date.now()}
          abilities={abilities}
          own={isOwn || canManage || !me.ok ? null : { memberId: me.ok.membership.id, abilities: allowed }}
          accounts={Object.fromEntries(channels.map(({ id, name, username }) => [id, name || username]))}
          pictures={Object.fromEntries(channels.flatMap(({ id, avatar_url: url }) => (url ? [[id, url]] : [])))}
          head={<ActiveFilters view={view} channels={channels} />}
          empty={<PostsEmptyState view={view} total={page.ok.pagination.total} channels={channels} />}
        />
      )}
    </Page>
  );
}
