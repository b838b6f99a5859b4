"use client";
import { Braces } from "lucide-react";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { getPlatformLabel, type PostTimeOptions } from "#components/posts/post-labels.ts";
import { usePostActions } from "#components/posts/use-post-actions.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { StaleBanner } from "#components/ui/feedback/stale-banner.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { useNow } from "#components/ui/use-now.ts";
import type { OwnClaim, Post, PostTimelineEvent } from "#lib/contract/types.ts";
import { getUnreadableFields } from "#lib/contract/unreadable-fields.ts";
import { useUnappliedDraft } from "#lib/queries/drafts/drafts-overview.ts";
import { isDeletedHere } from "#lib/queries/posts/invalidate-posts.ts";
import { isPostInProgress } from "#lib/queries/posts/posts.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { useLazyLiveQueryClient, useLiveQuery } from "#lib/realtime/use-live-query.ts";
import type { PostDetailAction } from "./post-action-buttons.tsx";
import { postDetailQueries } from "./post-detail-queries.ts";
import { PostParts } from "./post-parts.tsx";
import { PostDetailsCard, PostStatusCard } from "./post-sidebar.tsx";
import { PostTimeline } from "./post-timeline.tsx";
import { useLivePost } from "./use-live-post.ts";

// Lazy chunks, each in its own Suspense boundary: otherwise a late chunk would blank the whole page.
const IncompletePublishBanners = lazyComponent(() =>
  import("./incomplete-publish-banners.tsx").then((file) => file.IncompletePublishBanners),
);
const UnappliedChangesBanner = lazyComponent(() =>
  import("./unapplied-changes-banner.tsx").then((file) => file.UnappliedChangesBanner),
);
const ClaimPanel = lazyComponent(() => import("./claim-panel.tsx").then((file) => file.ClaimPanel));
const PostJsonDialog = lazyComponent(() => import("./post-json-dialog.tsx").then((file) => file.PostJsonDialog));
const SiblingPosts = lazyComponent(() => import("./sibling-posts.tsx").then((file) => file.SiblingPosts));

type PostDetailPageProps = {
  first: Post;
  firstEvents: PostTimelineEvent[];
  /** Posts of the same submission, including this one. */
  firstSiblings: Post[];
  /** Account names by channel id. */
  accounts: Readonly<Record<string, string>>;
  /** Address of the account's picture; null without one. */
  picture: string | null;
  /** False where a request that the account's server carries out late can become a second post. */
  isRepeatSafe: boolean;
  /** False where only the account's owner can take the post down. */
  isTakenDownHere: boolean;
  nowMs: number;
  abilities: PostAbilities;
  /** Null when the service does not report claims. */
  claim: OwnClaim | null;
  mayClaim: { change: boolean; appeal: boolean };
};

/** Shows one post: its parts with their links at the left; its status and history at the right. */
export function PostDetailPage(props: PostDetailPageProps) {
  const { first, firstEvents, firstSiblings, accounts, nowMs, abilities, claim, mayClaim } = props;
  const now = useNow(nowMs);
  const times = usePreferences();
  const { post, error } = useLivePost(first, nowMs);
  const { id, submission_id: submission } = first;
  const siblingsQuery = useMemo(() => postDetailQueries.submission(submission ?? "none"), [submission]);
  const { data: siblings } = useLiveQuery(siblingsQuery, firstSiblings, nowMs, (posts) =>
    posts.some((one) => isPostInProgress(one, Date.now())),
  );
  const unappliedDraft = useUnappliedDraft([id]);
  const changes = usePostActions();
  const [pending, setPending] = useState<PostDetailAction | null>(null);
  const [isJsonOpen, setJsonOpen] = useState(false);
  const announcedStatus = useRef<string>(first.status);

  useEffect(() => {
    if (announcedStatus.current === post.status) return;
    announcedStatus.current = post.status;
    announce(`${getPlatformLabel(post)}: ${post.status}`);
  }, [post]);

  async function onStep(step: PostDetailAction) {
    setPending(step);
    if (step === "retry") await changes.retry([post]);
    if (step === "is_there" || step === "send_again") await changes.settle(post, step);
    setPending(null);
  }

  const unreadable = getUnreadableFields(post).map((name) => name.replaceAll("_", " "));
  const channel = post.channel_id ? (accounts[post.channel_id] ?? null) : null;
  return (
    <>
      {error && !isDeletedHere(id) ? <StaleBanner reason={toReadFailure(error).message} className="mb-4" /> : null}
      {unreadable.length > 0 ? (
        <p role="note" className="mb-4 rounded-card border bg-paper px-4 py-3 text-14 text-ink-2">
          The publishing service sent unreadable data for {new Intl.ListFormat("en").format(unreadable)}. It is not
          shown here, or shown without meaning.
        </p>
      ) : null}
      {unappliedDraft && !post.deleted_at ? (
        <Suspense>
          <UnappliedChangesBanner draftId={unappliedDraft} />
        </Suspense>
      ) : null}
      {post.status === "failed" ? (
        <Suspense>
          <IncompletePublishBanners
            post={post}
            account={channel}
            isTakenDownHere={props.isTakenDownHere}
            abilities={abilities}
            pending={pending}
            onStep={(step) => void onStep(step)}
          />
        </Suspense>
      ) : null}
      <div className="grid items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_minmax(300px,400px)]">
        <PostParts post={post} times={times} now={now} />
        <div className="grid gap-3.5">
          {siblings.length > 1 ? (
            <Suspense>
              <SiblingPosts post={post} siblings={siblings} accounts={accounts} times={times} now={now} />
            </Suspense>
          ) : null}
          <PostStatusCard
            post={post}
            channel={channel}
            picture={props.picture}
            isRepeatSafe={props.isRepeatSafe}
            times={times}
            now={now}
          />
          {claim ? (
            <Suspense>
              <ClaimPanel postId={id} first={claim} nowMs={nowMs} may={mayClaim} times={times} now={now} />
            </Suspense>
          ) : null}
          {abilities.history ? (
            <PostHistory post={post} first={firstEvents} nowMs={nowMs} times={times} now={now} />
          ) : null}
          <PostDetailsCard post={post} hasClaimPanel={claim !== null}>
            <Button
              variant="quiet"
              size="small"
              className="mt-2 -ml-2"
              icon={<Braces className="size-4" />}
              onClick={() => setJsonOpen(true)}
            >
              JSON
            </Button>
          </PostDetailsCard>
        </div>
      </div>
      {isJsonOpen ? (
        <Suspense>
          <PostJsonDialog post={post} onClose={() => setJsonOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

type PostHistoryProps = {
  post: Post;
  first: PostTimelineEvent[];
  nowMs: number;
  times: PostTimeOptions;
  now: Date;
};

/** The events of a post, kept current. */
function PostHistory({ post, first, nowMs, times, now }: PostHistoryProps) {
  const query = useMemo(() => postDetailQueries.events(post.id), [post.id]);
  const { data: events } = useLiveQuery(query, first, nowMs);
  useEventRefresh(post);
  return <PostTimeline post={post} events={events} times={times} now={now} />;
}

/** Refetches the timeline when the post changes: the timeline's own query does not poll. */
function useEventRefresh(post: Post): void {
  const registry = useLazyLiveQueryClient();
  const lastRevision = useRef(getPostRevision(post));
  const revision = getPostRevision(post);
  useEffect(() => {
    if (lastRevision.current === revision) return;
    lastRevision.current = revision;
    void registry
      .wake()
      .then(({ client }) => client.invalidateQueries({ queryKey: postDetailQueries.events(post.id).queryKey }))
      .catch(() => undefined);
  }, [registry, revision, post.id]);
}

const getPostRevision = (post: Post) => `${post.version} ${post.status} ${post.updated_at} ${post.next_attempt_at}`;
