"use client";
import { useQueries } from "@tanstack/react-query";
import { useContext, useEffect, useRef, useState } from "react";
import { restoreTakenBackDraft, type StartOverOptions, startNewPost } from "#components/composer/start-over.ts";
import type { ComposerSubject, SubmitIntent } from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { announce } from "#components/ui/feedback/announce.tsx";
import { StaleBanner } from "#components/ui/feedback/stale-banner.tsx";
import { Paper } from "#components/ui/layout/card.tsx";
import type { Channel, Post } from "#lib/contract/types.ts";
import { DraftsContext } from "#lib/queries/drafts/drafts-overview.ts";
import { getPostQuery } from "#lib/queries/posts/post.ts";
import { isPostDueNow } from "#lib/queries/posts/posts.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { createQueryClient } from "#lib/realtime/query-client.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { toWallTime } from "#lib/time/wall-time.ts";
import { ReplacedPostDeletion } from "./replaced-post-deletion.tsx";
import { getPreviousPage } from "./results/previous-page.ts";
import { areAllGone, getResultTitle, groupResults, isWaitingToPublish } from "./results/result-labels.ts";
import { FailedResults, ResultRow, ScheduledTime } from "./results/result-row.tsx";
import { useTakeBack } from "./use-take-back.ts";

export type SubmitResultsProps = {
  postIds: readonly string[];
  /** The posts as the service answered them, shown first. */
  posts: readonly Post[];
  /** The submitted post. The view deletes the earlier version, if the post replaces one. */
  subject: ComposerSubject;
  channels: readonly Channel[];
  zone: string;
  now: Date;
  intent: SubmitIntent;
  /** True if the author chose a time. */
  isTimed: boolean;
  memberId: string;
  /** The text as it was submitted. */
  draft: ComposerDraft;
  /** Seconds that posts to publish now wait at the service; null if it can't take posts back. */
  graceSeconds: number | null;
  /** The start of the first request, ms by this device's clock. */
  sentAtMs: number;
  /** Null after editing one post, when there is no other post to start. */
  startOver: StartOverOptions | null;
};

/** Shows the result of each post and updates it until no status changes any more. */
export function SubmitResults(props: SubmitResultsProps) {
  const { postIds, posts: first, subject, channels, zone, now, intent, isTimed, draft, startOver } = props;
  // Created here and not around the composer, because the editor itself needs no query client.
  const [client] = useState(() => createSeededQueryClient(first));
  useEffect(() => {
    client.mount();
    return () => client.unmount();
  }, [client]);
  const reads = useQueries({ queries: postIds.map((id) => getPostQuery(id)) }, client);
  const posts = reads.flatMap((read) => (read.data ? [read.data] : []));
  const trouble = reads.find((read) => read.error)?.error;
  const isGone = areAllGone(reads.map(({ error }) => error && toReadFailure(error)));
  // A service may answer with the platform alone; the composer knows the channel of each request.
  const channelOf = new Map(first.map(({ id, channel_id: channelId }) => [id, channelId]));
  const findChannel = (post: Post) => channels.find(({ id }) => id === (post.channel_id ?? channelOf.get(post.id)));
  const isWaiting = (post: Post) =>
    intent === "send" && !isTimed ? isWaitingToPublish(post, now) : isPostDueNow(post);
  const takeBack = useTakeBack(
    intent !== "send"
      ? null
      : startOver === null
        ? { isEdit: true, sentAtMs: props.sentAtMs }
        : {
            memberId: props.memberId,
            draft,
            posts: first.filter(({ id }) => postIds.includes(id)),
            graceSeconds: props.graceSeconds,
            sentAtMs: props.sentAtMs,
            isTimed,
            onTakenBack: () => {
              restoreTakenBackDraft(startOver, draft);
              announce("Taken back. Nothing was published.");
            },
          },
    isGone,
  );
  // This page's own Undo deletes them too.
  const isDeleted = isGone && takeBack === null;
  const title = isDeleted ? "Deleted elsewhere" : getResultTitle(posts, { isSaved: intent === "draft", isWaiting });
  const times = posts.flatMap((post) => (post.status === "scheduled" && !isWaiting(post) && post.scheduled_for) || []);
  const [firstTime = null, ...otherTimes] = new Set(times);
  const commonTime = firstTime !== null && otherTimes.length === 0 ? new Date(firstTime) : null;
  const heading = useRef<HTMLHeadingElement>(null);
  const said = useRef("");

  // The form is gone, so the focus moves to the results.
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => {
    if (said.current && said.current !== title) announce(title);
    said.current = title;
  }, [title]);

  return (
    <Paper className="p-6 max-sm:p-4">
      <h2 ref={heading} tabIndex={-1} className="text-17 font-semibold outline-none">
        {takeBack?.untilMs && !isDeleted ? <CountDown untilMs={takeBack.untilMs} /> : title}
      </h2>
      <p className="mt-1.5 line-clamp-3 text-14 whitespace-pre-wrap text-ink-2 wrap-anywhere">
        {draft.parts.map((part) => part.text.trim()).find(Boolean)}
      </p>
      {commonTime && !isDeleted ? <ScheduledTime at={commonTime} zone={zone} now={now} /> : null}
      {intent === "draft" && isTimed ? (
        <p className="mt-1.5 text-14 text-ink-2">Drafts have no time. Publish or schedule it when ready.</p>
      ) : null}
      {trouble && !isDeleted ? <StaleBanner reason={toReadFailure(trouble).message} className="mt-3" /> : null}
      {subject.type === "new" && subject.replaces !== undefined ? <ReplacedPostDeletion id={subject.replaces} /> : null}
      <ul aria-label="Results" className="mt-3 divide-y">
        {groupResults(isDeleted ? [] : posts).map(([post, ...alike]) =>
          post === undefined ? null : alike.length > 0 ? (
            <FailedResults
              key={post.id}
              posts={[post, ...alike]}
              channelOf={findChannel}
              onChanged={() => client.invalidateQueries()}
            />
          ) : (
            <ResultRow
              key={post.id}
              post={post}
              channel={findChannel(post)}
              zone={zone}
              now={now}
              isWaiting={isWaiting(post)}
              isTimeShown={commonTime === null}
              onChanged={() => client.invalidateQueries()}
            />
          ),
        )}
      </ul>
      <ResultActions
        takeBack={isDeleted ? null : takeBack}
        startOver={startOver}
        intent={intent}
        day={firstTime === null ? null : toWallTime(new Date(firstTime), zone).date}
      />
    </Paper>
  );
}

type ResultActionsProps = {
  takeBack: ReturnType<typeof useTakeBack>;
  startOver: StartOverOptions | null;
  intent: SubmitIntent;
  /** The day of the first scheduled post; null without one. */
  day: string | null;
};

/** Undo, and the ways on: another post, the calendar, and back to the page from which the author came. */
function ResultActions({ takeBack, startOver, intent, day }: ResultActionsProps) {
  const [previous, setPrevious] = useState<ReturnType<typeof getPreviousPage>>(null);
  const draftsPath = useContext(DraftsContext) === null ? "/posts?status=draft" : "/drafts";
  useEffect(() => setPrevious(getPreviousPage()), []);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {takeBack ? (
        <Button keys="mod+z" aria-keyshortcuts="Control+Z Meta+Z" pending={takeBack.isPending} onClick={takeBack.run}>
          Undo
        </Button>
      ) : null}
      {startOver ? (
        <Button variant="filled" onClick={() => startNewPost(startOver)}>
          Write another
        </Button>
      ) : (
        <ButtonLink variant="filled" href="/compose?new">
          Write another
        </ButtonLink>
      )}
      {day === null ? null : <ButtonLink href={`/calendar?date=${day}`}>See in calendar</ButtonLink>}
      {previous ? (
        <ButtonLink href={previous.href}>{previous.label}</ButtonLink>
      ) : (
        <ButtonLink href={intent === "draft" ? draftsPath : "/posts"}>
          See {intent === "draft" ? "drafts" : "all posts"}
        </ButtonLink>
      )}
    </div>
  );
}

/** Shows the seconds until the posts are sent; screen readers get the number once and not every second. */
function CountDown({ untilMs }: { untilMs: number }) {
  const [left, setLeft] = useState(() => getSecondsUntil(untilMs));
  const [first] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setLeft(getSecondsUntil(untilMs)), 200);
    return () => clearInterval(timer);
  }, [untilMs]);
  return (
    <>
      Publishing in <span className="sr-only">{formatCount(first, "second")}</span>
      <span aria-hidden="true">
        <span className="tabular-nums">{left}</span> s
      </span>
    </>
  );
}

const getSecondsUntil = (untilMs: number) => Math.max(0, Math.ceil((untilMs - Date.now()) / 1000));

function createSeededQueryClient(posts: readonly Post[]) {
  const client = createQueryClient();
  for (const post of posts) client.setQueryData(getPostQuery(post.id).queryKey, post);
  return client;
}
