import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { PostDetailPage } from "#components/posts/detail/post-detail-page.tsx";
import { PostToolbar } from "#components/posts/detail/post-toolbar.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import type { Post } from "#lib/contract/types.ts";
import { listChannelDetails, listPlatforms } from "#lib/gateway/channels.ts";
import { getClaimPermissions, getPostClaim } from "#lib/gateway/claims.ts";
import { listPostEvents, listSubmissionPosts } from "#lib/gateway/posts/list-posts.ts";
import { getPermissionsForPost } from "#lib/gateway/service-capabilities.ts";
import { getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import { waitForOptionalAnswer } from "#lib/gateway/wait-for-optional-answer.ts";
import { getPostTitle } from "#lib/text/post-title.ts";
import { FailureState } from "../../../failure-state.tsx";

type PostRouteProps = {
  params: Promise<{ id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

// The title and the page share one read.
const getPost = cache(async (id: string) => (await getServiceClient()).getPost({ id }));

export async function generateMetadata({ params }: PostRouteProps): Promise<Metadata> {
  const post = await getPost(decodeURIComponent((await params).id));
  return { title: post.ok ? getPostTitle(post.ok) : "Post" };
}

export default async function PostRoute({ params, searchParams }: PostRouteProps) {
  const id = decodeURIComponent((await params).id);
  const client = await getServiceClient();
  const main = redirectIfSignedOut(getPost(id));
  const [post, listed, platforms, events, claim, mayClaim] = await Promise.all([
    main,
    waitForOptionalAnswer(main, listChannelDetails(client), null),
    listPlatforms(client),
    listPostEvents(client, id),
    getPostClaim(client, id),
    getClaimPermissions(),
  ]);
  const back = { href: "/posts", label: "Posts" };
  if (post.error) {
    // For a person, an id that the service can't parse is a page that does not exist.
    if (post.error.code === "not_found" || post.error.code === "invalid_request") notFound();
    return (
      <Page title="Post" back={back}>
        <FailureState failure={post.error} again={`/posts/${encodeURIComponent(id)}`} />
      </Page>
    );
  }
  const channels = listed?.ok ?? [];
  const submission = post.ok.submission_id;
  const siblings = submission === undefined ? null : await listSubmissionPosts(client, submission, "excerpt");
  // A link to one channel of a text acts on it alone.
  const isAlone = (await searchParams)["one"] === "1";
  const accounts = Object.fromEntries(channels.map((channel) => [channel.id, channel.name || channel.username]));
  const account = channels.find(({ id: channelId }) => channelId === post.ok.channel_id);
  const takeDownByChannel = Object.fromEntries(
    channels.map(({ id: channelId, practice, take_down: takeDown, platform }) => [
      channelId,
      takeDown ?? (practice || platforms.find(({ slug }) => slug === platform)?.take_down !== false),
    ]),
  );
  const abilities = await getPermissionsForPost(post.ok);
  const live = { first: post.ok, nowMs: Date.now(), abilities };
  return (
    <Page
      title={<Title post={post.ok} />}
      back={back}
      actions={
        <PostToolbar
          {...live}
          firstSiblings={siblings?.ok ?? []}
          accounts={accounts}
          isAlone={isAlone}
          takeDownByChannel={takeDownByChannel}
        />
      }
    >
      <PostDetailPage
        {...live}
        firstEvents={events.ok ?? []}
        claim={claim.ok ?? null}
        mayClaim={{ change: mayClaim.change, appeal: mayClaim.appeal }}
        firstSiblings={siblings?.ok ?? []}
        accounts={accounts}
        picture={account?.avatar_url ?? null}
        isRepeatSafe={account?.repeat_safe ?? true}
        isTakenDownHere={account === undefined || takeDownByChannel[account.id] !== false}
      />
    </Page>
  );
}

/** Truncates the title on wide screens, so that the toolbar beside it fits. */
function Title({ post }: { post: Post }) {
  return <span className="block truncate lg:max-w-[40ch]">{getPostTitle(post)}</span>;
}
