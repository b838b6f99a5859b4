import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { PostBar } from "#components/posts/detail/post-toolbar.tsx";
import { PostDesk } from "#components/posts/detail/post-detail-page.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import type { Post } from "#lib/contract/types.ts";
import { postAbilities } from "#lib/gateway/service-capabilities.ts";
import { listKnownPlatforms } from "#lib/gateway/channels.ts";
import { claimAbilities, getPostClaim } from "#lib/gateway/claims.ts";
import { gateway, orSignIn } from "#lib/gateway/service-client.ts";
import { listPostEvents, listSubmission } from "#lib/gateway/posts/list-posts.ts";
import { titleOf } from "#components/posts/post-labels.ts";
import { Failed } from "../../../failure-state.tsx";

type PostPageProps = { params: Promise<{ id: string }> };

// The title and the page both want it.
const getPost = cache(async (id: string) => (await gateway()).getPost({ id }));

export async function generateMetadata({ params }: PostPageProps): Promise<Metadata> {
  const post = await getPost(decodeURIComponent((await params).id));
  return { title: post.ok ? titleOf(post.ok) : "Post" };
}

export default async function PostPage({ params }: PostPageProps) {
  const id = decodeURIComponent((await params).id);
  const client = await gateway();
  const [post, channels, platforms, abilities, events, claim, mayClaim] = await Promise.all([
    orSignIn(getPost(id)),
    client.listChannels(),
    listKnownPlatforms(client),
    postAbilities(),
    listPostEvents(client, id),
    getPostClaim(client, id),
    claimAbilities(),
  ]);
  const back = { href: "/posts", label: "Posts" };
  if (post.error) {
    // An id that the service can't read is, to a person, an address at which nothing is.
    if (post.error.code === "not_found" || post.error.code === "invalid_request") notFound();
    return (
      <Page title="Post" back={back}>
        <Failed failure={post.error} again={`/posts/${encodeURIComponent(id)}`} />
      </Page>
    );
  }
  const submission = post.ok.submission_id;
  const siblings = submission === undefined ? null : await listSubmission(client, submission, "excerpt");
  const account = channels.ok?.find(({ id: channelId }) => channelId === post.ok.channel_id);
  const platform = platforms.find(({ slug }) => slug === account?.platform);
  const live = { first: post.ok, nowMs: Date.now(), abilities };
  return (
    <Page
      title={<Title post={post.ok} />}
      back={back}
      actions={<PostBar {...live} isTakenDownHere={account?.practice || platform?.take_down !== false} />}
    >
      <PostDesk
        {...live}
        firstEvents={events.ok ?? []}
        claim={claim.ok ?? null}
        mayClaim={{ change: mayClaim.change, appeal: mayClaim.appeal }}
        firstSiblings={siblings?.ok ?? []}
        accounts={Object.fromEntries((channels.ok ?? []).map(({ id: channelId, username }) => [channelId, username]))}
      />
    </Page>
  );
}

/** On wide screens cut to what leaves the steps beside it their room. */
function Title({ post }: { post: Post }) {
  return <span className="block truncate lg:max-w-[40ch] xl:max-w-[56ch]">{titleOf(post)}</span>;
}
