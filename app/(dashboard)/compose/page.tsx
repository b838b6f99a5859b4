import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { Composer } from "#components/composer/composer.tsx";
import type { LoadedDraft } from "#components/composer/drafts/autosave/current-draft.ts";
import { fromDraftContent } from "#components/composer/drafts/from-draft-content.ts";
import { createDraftFromUrl } from "#components/composer/drafts/incoming/draft-from-url.ts";
import { LazyOrphanedEditPanel } from "#components/composer/drafts/lazy-orphaned-edit-panel.tsx";
import type { ComposerSubject } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import {
  copyPostToDraft,
  isKnownUnpublished,
  postToDraft,
} from "#components/composer/state/submission/draft-post-conversion.ts";
import { openSubmission } from "#components/composer/state/submission/edited-submission.ts";
import { getPublishedParts } from "#components/composer/state/submission/published-parts.ts";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Page } from "#components/ui/layout/page.tsx";
import type { Channel, Post, WorkingDraft } from "#lib/contract/types.ts";
import { readSettingsOrDefaults, supportsSettings } from "#lib/gateway/account/member-settings.ts";
import { listSubmissionPosts } from "#lib/gateway/posts/list-posts.ts";
import { getPermissionsForPost, getPostPermissions } from "#lib/gateway/service-capabilities.ts";
import { getIdentity, getServiceClient, redirectIfSignedOut } from "#lib/gateway/service-client.ts";
import type { SearchParamsRecord } from "#lib/queries/search-params.ts";
import { FailureState } from "../../failure-state.tsx";
import { readMemberZone } from "../../read-member-zone.ts";

type ComposeRouteProps = { searchParams: Promise<SearchParamsRecord> };

/** Titles the tab, so that the tab of an edited post differs from the tab of a new one. */
export async function generateMetadata({ searchParams }: ComposeRouteProps): Promise<Metadata> {
  return { title: titleOf(idOf((await searchParams)["post"])) };
}

export default async function ComposeRoute({ searchParams }: ComposeRouteProps) {
  const search = await searchParams;
  const draftId = idOf(search["draft"]);
  const client = await getServiceClient();
  const asked =
    draftId === null || !(await getPostPermissions()).drafts ? null : await client.getDraft({ id: draftId });
  // A submitted draft lives on as its first post.
  if (asked?.ok?.created_post_ids[0] !== undefined)
    redirect(`/posts/${encodeURIComponent(asked.ok.created_post_ids[0])}`);
  const kept = asked?.ok?.deleted_at === null ? asked.ok : null;
  const postId = kept ? (kept.content.post?.id ?? null) : idOf(search["post"]);
  const againId = postId === null ? idOf(search["again"]) : null;
  const askedId = postId ?? againId;
  const [me, abilities, channels, zone, settings, keepsSets, found] = await Promise.all([
    redirectIfSignedOut(getIdentity()),
    getPostPermissions(),
    client.listChannels(),
    readMemberZone(),
    readSettingsOrDefaults(),
    supportsSettings(),
    askedId === null ? null : client.getPost({ id: askedId }),
  ]);
  const error = me.error ?? channels.error;
  if (error) {
    return (
      <Page title={titleOf(postId)}>
        <FailureState failure={error} again="/compose" />
      </Page>
    );
  }
  const person = {
    memberId: me.ok?.membership.id ?? "",
    memberName: me.ok?.membership.name ?? "",
    channels: channels.ok ?? [],
    canJoin: abilities.joinSubmission,
    keepsRepeats: abilities.keepsRepeats,
    splitPreferences: { alwaysSplit: settings.always_split, numbering: settings.numbering },
    // A service from before this choice has no such setting.
    threadChoices: keepsSets ? (settings.threads ?? null) : null,
    channelSets: keepsSets ? settings.channel_sets : null,
    canSave: abilities.drafts,
    opened: kept && openedDraft(kept),
    zone,
    nowMs: Date.now(),
    describes: abilities.describe,
    graceSeconds: (postId === null ? abilities.undoPublish : abilities.undoEdit) ? (settings.undo_seconds ?? 5) : null,
  };
  // A draft in the browser outlives the post that it began from.
  if (found?.error?.code === "not_found" && againId !== null && draftId !== null)
    redirect(`/compose?draft=${encodeURIComponent(draftId)}`);
  if (found?.error) {
    if (found.error.code === "not_found" || found.error.code === "invalid_request") notFound();
    return (
      <Page title={titleOf(postId)}>
        <FailureState
          failure={found.error}
          again={`/compose?${postId ? "post" : "again"}=${encodeURIComponent(askedId ?? "")}`}
        />
      </Page>
    );
  }
  const post = found?.ok ?? null;
  // Another member's post of the plan is read-only, and its images are the author's.
  if (post && againId !== null && !(await getPermissionsForPost(post)).history) notFound();
  if (post && againId !== null) {
    const shown = channels.ok ?? [];
    const submission = post.submission_id ? await listSubmissionPosts(client, post.submission_id, "full") : null;
    const draft = copyPostToDraft(post, submission?.ok ?? [], shown, (at) => `p${at}`);
    // A service that changes no posts gets another one, and the earlier one is deleted.
    const isReplaceable = post.status !== "published" && post.status !== "publishing";
    const replaces = search["replaces"] === "1" && isReplaceable && !abilities.change && abilities.remove;
    const moved = createDraftFromUrl(search, zone).when;
    const isMoved = replaces && moved.type === "at";
    const subject = { type: "new" as const, again: post.id, ...(replaces && { replaces: post.id, isMoved }) };
    const isPlanned = replaces && post.status === "scheduled";
    const planned = isMoved ? moved : isPlanned ? postToDraft(post, zone, (at) => `p${at}`).when : draft.when;
    return <Composer key={`again${post.id}`} subject={subject} draft={{ ...draft, when: planned }} {...person} />;
  }
  const isAlone = search["one"] !== undefined || (kept !== null && kept.content.post?.submission === undefined);
  const edited = post && !isAlone ? await openWholeSubmission(post, zone) : null;
  const why = post && !edited && whyFixed(post, await getPermissionsForPost(post), abilities.change);
  if (post && why) {
    return (
      <Page title="Edit post">
        <EmptyState
          title="You can't edit this post here"
          actions={<ButtonLink href={`/posts/${encodeURIComponent(post.id)}`}>View post</ButtonLink>}
        >
          {why}
          {kept ? <LazyOrphanedEditPanel draftId={kept.id} texts={kept.content.parts} /> : null}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Composer
      // Another post gets a composer of its own.
      key={`${post?.id ?? "new"} ${kept?.id ?? ""}`}
      subject={
        edited?.subject ??
        (post
          ? {
              type: "post",
              postId: post.id,
              submissionId: post.submission_id,
              version: post.version ?? 0,
              fixed: getPublishedParts(post),
              failure: post.error,
            }
          : { type: "new" })
      }
      draft={
        edited?.draft ??
        (post
          ? postToDraft(post, zone, (at) => `p${at}`)
          : (person.opened?.draft ?? createDraftFromUrl(namePracticeChannels(search, person.channels), zone)))
      }
      editTitle={titleOfEdit(post, person.memberId)}
      {...person}
    />
  );
}

/** Replaces `channels=practice`, the address of a newcomer's first post, with the ids of the practice channels. */
function namePracticeChannels(search: SearchParamsRecord, channels: readonly Channel[]): SearchParamsRecord {
  if (search["channels"] !== "practice") return search;
  return { ...search, channels: channels.flatMap(({ id, practice }) => (practice ? [id] : [])) };
}

/**
 * Opens all posts of a post's submission that this member may change; null where the service changes posts one by one, or
 * for the rest of a published thread.
 */
async function openWholeSubmission(
  post: Post,
  zone: string,
): Promise<{ subject: ComposerSubject; draft: ComposerDraft } | null> {
  const abilities = await getPermissionsForPost(post);
  const isRest = abilities.editPublished && getPublishedParts(post).length > 0;
  if (!abilities.change || !abilities.editSubmissions || isRest || !post.submission_id) return null;
  const posts = await listSubmissionPosts(await getServiceClient(), post.submission_id, "full");
  const isOfFailed = post.status === "failed";
  const opened = posts.ok ? openSubmission(posts.ok, zone, (at) => `p${at}`, isOfFailed) : null;
  const first = opened?.whole.posts[0];
  if (!opened || !first) return null;
  const { id: postId, version } = opened.whole.posts.find(({ id }) => id === post.id) ?? first;
  return { subject: { type: "post", postId, version, whole: opened.whole }, draft: opened.draft };
}

/** Names the author of another member's post. */
function titleOfEdit(post: Post | null, memberId: string): string {
  const name = post?.member?.id && post.member.id !== memberId ? post.member.name : "";
  return name === "" ? "Edit post" : `Edit ${name}'s post`;
}

/** Returns the draft to continue with. It keeps channels that no longer exist: the composer names them. */
function openedDraft(kept: WorkingDraft): LoadedDraft {
  let part = 0;
  const draft = fromDraftContent(kept, () => `p${part++}`);
  const { id, version, updated_at: savedAt, content } = kept;
  return { id, version, savedAt, post: content.post, draft };
}

const idOf = (asked: string | string[] | undefined) => (typeof asked === "string" && asked !== "" ? asked : null);
const titleOf = (postId: string | null) => (postId === null ? "New post" : "Edit post");

/** Returns why the post can't be edited; null when it can. */
function whyFixed(post: Post, can: { change: boolean; editPublished: boolean }, canChangeOwn: boolean): string | null {
  if (!can.change && canChangeOwn) return `Only ${post.member?.name ?? "its author"} can edit this post.`;
  if (!can.change) {
    return "This publishing service can't edit posts. Delete the post and write it again, or leave it as it is.";
  }
  if (post.status === "draft" || post.status === "scheduled" || isKnownUnpublished(post)) return null;
  if (can.editPublished && getPublishedParts(post).length > 0) {
    const isJoined = post.delivery === "joined" && post.posts.length > 1;
    return isJoined ? "It was published as one item, so it can't be continued." : null;
  }
  return `You can only edit drafts and scheduled posts. This one is ${post.status}.`;
}
