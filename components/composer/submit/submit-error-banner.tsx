"use client";
import { type ReactNode, Suspense, useState } from "react";
import type {
  ComposerSubject,
  EditedSubject,
  PartialSubmission,
  SubmitRequest,
} from "#components/composer/state/composer-state.ts";
import type { ComposerDraft } from "#components/composer/state/draft.ts";
import { postToDraft } from "#components/composer/state/submission/draft-post-conversion.ts";
import { getPublishedParts, getSubjectPublishedParts } from "#components/composer/state/submission/published-parts.ts";
import type { Rebase } from "#components/composer/submission/edited-submission-refusal.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import { getChannelName } from "#lib/contract/platforms/channel-name.ts";
import { formatPlatformName } from "#lib/contract/platforms/platform-names.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { getSignInPath, readResource } from "#lib/queries/read-resource.ts";
import { findChannelRefusal, formatPartiallySubmitted } from "./channel-refusal.ts";
import { FailureBanner, RefusalBanner } from "./refusal-banner.tsx";

const EditedSubmissionRefusal = lazyComponent(() =>
  import("#components/composer/submission/edited-submission-refusal.tsx").then((file) => file.EditedSubmissionRefusal),
);

type SubmitErrorBannerProps = {
  failure: Failure;
  keepsRepeats: boolean;
  /** The requests of the submission with their results. */
  calls: readonly SubmitRequest[];
  /** The progress of this submission and earlier ones. */
  out: PartialSubmission;
  channels: readonly Channel[];
  subject: ComposerSubject;
  draft: ComposerDraft;
  start: ComposerDraft;
  onRebase: Rebase;
  onTakeOff: (channelId: string) => void;
  /** Moves to a part, counted from 0, of the channel's text. */
  onGoTo: (channelId: string, part: number) => void;
};

/** Shown if the service keeps idempotency keys: the same content is sent under the key of the first attempt. */
const retryIsSafeText = "Your text is safe here. Sending again won't publish it twice.";

/**
 * Explains a refusal: what happened, what is safe and what to do; if channels had different results, for each channel.
 */
export function SubmitErrorBanner(props: SubmitErrorBannerProps) {
  const { failure, calls, out, channels, subject, onRebase, keepsRepeats } = props;
  if (subject.type === "post" && subject.whole && failure.code !== "unauthorized") {
    const { draft, start, onTakeOff, onGoTo } = props;
    const edit = { subject, whole: subject.whole, draft, start, channels, onRebase, onTakeOff, onGoTo };
    return (
      <Suspense>
        <EditedSubmissionRefusal key={failure.message} failure={failure} {...edit} />
      </Suspense>
    );
  }
  if (subject.type === "post" && failure.code === "conflict") {
    return <ConflictNotice subject={subject} message={failure.message} onRebase={onRebase} />;
  }
  const open = calls.filter((call) => call.state.type !== "accepted");
  const isOpen = calls.some((call) => call.state.type === "unsure");
  const safe = isOpen && keepsRepeats && subject.type === "new" ? retryIsSafeText : undefined;
  const isSplit = calls.length > 1 || out.channelIds.length > 0;
  const isOfOne = calls.some((call) => findChannelRefusal(failure, call, channels) !== null);
  const signIn =
    failure.code === "unauthorized" ? (
      <ButtonLink size="small" href={getSignInPath("/compose")}>
        Sign in
      </ButtonLink>
    ) : undefined;
  if (!isSplit && !isOfOne) return <FailureBanner failure={failure} safe={safe} actions={signIn} />;
  const left = open.flatMap((call) => call.channelIds).length;
  const isOut = out.channelIds.length > 0;
  return (
    <RefusalBanner
      title={isOut ? formatPartiallySubmitted(out.channelIds.length, left) : "Nothing was sent."}
      actions={signIn}
    >
      Your text is safe. {isOut ? "Sending again goes only to the rest." : null}
      <ul aria-label="What happened on each channel" className="mt-2 grid gap-1.5 text-ink">
        <SubmittedRows out={out} channels={channels} />
        {open.map((call) => (
          <RequestRows key={call.repeatKey} {...props} call={call} />
        ))}
      </ul>
    </RefusalBanner>
  );
}

/** Lists the channels of one failed request. They share a text, so one channel's refusal holds up the others. */
function RequestRows({
  call,
  channels,
  keepsRepeats,
  onTakeOff,
  onGoTo,
}: SubmitErrorBannerProps & { call: SubmitRequest }) {
  const failure = "failure" in call.state ? call.state.failure : null;
  const refused = failure && findChannelRefusal(failure, call, channels);
  return call.channelIds.map((id) => {
    const channel = channels.find((one) => one.id === id);
    if (!failure) return <ChannelRow key={id} channel={channel} words="Not tried yet." />;
    if (!refused) {
      const { what, safe } = describeFailure(failure);
      const open = keepsRepeats ? retryIsSafeText : safe;
      return <ChannelRow key={id} channel={channel} words={call.state.type === "unsure" ? `${what} ${open}` : what} />;
    }
    if (refused.channel.id !== id) {
      return (
        <ChannelRow
          key={id}
          channel={channel}
          words={`Not sent: it has the same text as ${getChannelName(refused.channel)}.`}
        />
      );
    }
    return (
      <ChannelRow key={id} channel={channel} words={refused.why}>
        {refused.part === null ? null : (
          <Button size="small" onClick={() => onGoTo(id, refused.part ?? 0)}>
            Show {refused.part > 0 || /^Part/.test(refused.why) ? `part ${refused.part + 1}` : "the text"}
          </Button>
        )}
        {refused.isGone ? (
          <Button size="small" onClick={() => onTakeOff(id)}>
            Remove
          </Button>
        ) : null}
      </ChannelRow>
    );
  });
}

/** Names the submitted channels above the editor until the rest is submitted too. */
export function PartiallySubmittedBanner({ out, channels }: { out: PartialSubmission; channels: readonly Channel[] }) {
  return (
    <Banner title={formatPartiallySubmitted(out.channelIds.length, 0)} className="mb-3">
      Sending now goes to the others.
      <ul aria-label="Sent already" className="mt-2 grid gap-1.5">
        <SubmittedRows out={out} channels={channels} />
      </ul>
    </Banner>
  );
}

function SubmittedRows({ out, channels }: { out: PartialSubmission; channels: readonly Channel[] }) {
  return out.channelIds.map((id, at) => (
    <ChannelRow key={id} channel={channels.find((one) => one.id === id)} words="Sent.">
      {out.postIds[at] ? (
        <a
          href={`/posts/${encodeURIComponent(out.postIds[at])}`}
          target="_blank"
          rel="noreferrer"
          className="text-ink-2 underline underline-offset-2 pointer-coarse:py-3"
        >
          Details<span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : null}
    </ChannelRow>
  ));
}

function ChannelRow({
  channel,
  words,
  children,
}: {
  channel: Channel | undefined;
  words: string;
  children?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {channel ? (
        <>
          <PlatformIcon platform={channel.platform} label={formatPlatformName(channel.platform)} size="small" />
          <strong className="font-medium">{getChannelName(channel)}</strong>
        </>
      ) : null}
      <span className="min-w-0 wrap-anywhere">{words}</span>
      {children}
    </li>
  );
}

type ConflictNoticeProps = {
  subject: EditedSubject;
  message: string;
  onRebase: SubmitErrorBannerProps["onRebase"];
};

function ConflictNotice({ subject, message, onRebase }: ConflictNoticeProps) {
  const { zone } = usePreferences();
  const [pending, setPending] = useState(false);
  const [gone, setGone] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);

  async function take(keepWords: boolean) {
    setPending(true);
    try {
      const post = await readResource<Post>(
        `posts/${encodeURIComponent(subject.postId)}`,
        {},
        new AbortController().signal,
      );
      const { length: fixed } = getSubjectPublishedParts(subject);
      // With a different number of published parts the text on this page would continue another thread.
      const isSame = fixed === getPublishedParts(post).length;
      const isOpen =
        fixed > 0 ? isSame && post.status === "failed" : post.status === "draft" || post.status === "scheduled";
      const newest = { ...subject, version: post.version ?? 0 };
      if (isOpen) return onRebase(newest, keepWords ? null : postToDraft(post, zone, newId));
      setGone(`It is ${post.status} now and can't be edited here.`);
      setIsOver(true);
    } catch {
      setGone("The newer version can't be loaded right now.");
    } finally {
      setPending(false);
    }
  }

  return (
    <RefusalBanner
      title="This post was changed elsewhere."
      isOver={isOver}
      actions={
        <>
          <Button size="small" pending={pending} onClick={() => void take(false)}>
            Use the newer version
          </Button>
          <Button size="small" pending={pending} onClick={() => void take(true)}>
            Keep my version
          </Button>
        </>
      }
    >
      {gone ?? message}
    </RefusalBanner>
  );
}
