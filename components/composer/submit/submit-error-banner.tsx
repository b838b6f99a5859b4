"use client";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Notice } from "#components/ui/feedback/banner.tsx";
import { PlatformMark } from "#components/ui/layout/platform-icon.tsx";
import type { Failure } from "#lib/contract/errors.ts";
import { platformName } from "#lib/contract/platforms/platform-names.ts";
import { sentenceFor } from "#lib/contract/messages/failure-messages.ts";
import type { Channel, Post } from "#lib/contract/types.ts";
import { newId } from "#lib/new-id.ts";
import { usePreferences } from "#lib/queries/preferences-context.ts";
import { read, signInPath } from "#lib/queries/read-resource.ts";
import type { Draft } from "#components/composer/state/draft.ts";
import type { Call, Out, Subject } from "#components/composer/state/composer-state.ts";
import { fixedOf, fixedParts } from "#components/composer/state/submission/published-parts.ts";
import { draftOf } from "#components/composer/state/submission/post-payload.ts";
import { partlyTitle, refusedChannel } from "./channel-refusal.ts";

type RefusedNoticeProps = {
  failure: Failure;
  keepsRepeats: boolean;
  /** What was asked for, text by text, and how each call ended. */
  calls: readonly Call[];
  /** What is out, of this sending and of earlier ones. */
  out: Out;
  channels: readonly Channel[];
  subject: Subject;
  /** Goes on from the newer version: with its words, or with those on this page where none are given. */
  onRebase: (version: number, newer: Draft | null) => void;
  onTakeOff: (channelId: string) => void;
  /** Leads to a part, from 0, of what a channel gets. */
  onGoTo: (channelId: string, part: number) => void;
};

/** True where the service keeps idempotency keys: the same words go out under the key of the first try. */
const repeatIsSafe = "Your text stays here. Sending it again is safe: nothing goes out twice.";

/** Why sending was refused: what happened, what is safe, what to do; and where channels fared differently, each one's. */
export function RefusedNotice(props: RefusedNoticeProps) {
  const { failure, calls, out, channels, subject, onRebase, keepsRepeats } = props;
  if (subject.is === "post" && failure.code === "conflict") {
    return <ConflictNotice subject={subject} message={failure.message} onRebase={onRebase} />;
  }
  const open = calls.filter((call) => call.state.is !== "accepted");
  const { what, safe: inGeneral, next } = sentenceFor(failure);
  const isOpen = calls.some((call) => call.state.is === "unsure");
  const safe = isOpen && keepsRepeats && subject.is === "new" ? repeatIsSafe : inGeneral;
  const isSplit = calls.length > 1 || out.channelIds.length > 0;
  const isOfOne = calls.some((call) => refusedChannel(failure, call, channels) !== null);
  const signIn =
    failure.code === "unauthorized" ? (
      <ButtonLink size="small" href={signInPath("/compose")}>
        Sign in
      </ButtonLink>
    ) : undefined;
  if (!isSplit && !isOfOne) {
    return (
      <Notice role="alert" tone="failed" title={what} className="mb-3" actions={signIn}>
        {safe} {next}
      </Notice>
    );
  }
  const left = open.flatMap((call) => call.channelIds).length;
  const isOut = out.channelIds.length > 0;
  return (
    <Notice
      role="alert"
      tone="failed"
      title={isOut ? partlyTitle(out.channelIds.length, left) : "Nothing was sent."}
      className="mb-3"
      actions={signIn}
    >
      Your words are kept. {isOut ? "Sending again goes only to those that are left." : null}
      <ul aria-label="What happened on each channel" className="mt-2 grid gap-1.5 text-ink">
        <OutRows out={out} channels={channels} />
        {open.map((call) => (
          <CallRows key={call.repeatKey} {...props} call={call} />
        ))}
      </ul>
    </Notice>
  );
}

/** The channels of one call that is not out. All get the same words, so one that refuses them keeps the others waiting. */
function CallRows({ call, channels, keepsRepeats, onTakeOff, onGoTo }: RefusedNoticeProps & { call: Call }) {
  const failure = "failure" in call.state ? call.state.failure : null;
  const refused = failure && refusedChannel(failure, call, channels);
  return call.channelIds.map((id) => {
    const channel = channels.find((one) => one.id === id);
    if (!failure) return <Row key={id} channel={channel} words="Not tried yet." />;
    if (!refused) {
      const { what, safe } = sentenceFor(failure);
      const open = keepsRepeats ? repeatIsSafe : safe;
      return <Row key={id} channel={channel} words={call.state.is === "unsure" ? `${what} ${open}` : what} />;
    }
    if (refused.channel.id !== id) {
      return (
        <Row key={id} channel={channel} words={`Not sent: it gets the same words as @${refused.channel.username}.`} />
      );
    }
    return (
      <Row key={id} channel={channel} words={refused.why}>
        {refused.part === null ? null : (
          <Button size="small" onClick={() => onGoTo(id, refused.part ?? 0)}>
            Show {refused.part > 0 || /^Part/.test(refused.why) ? `part ${refused.part + 1}` : "the text"}
          </Button>
        )}
        {refused.isGone ? (
          <Button size="small" onClick={() => onTakeOff(id)}>
            Take it off
          </Button>
        ) : null}
      </Row>
    );
  });
}

/** What has left while something else has not; stands above the sheet until the rest is sent too. */
export function PartlyOut({ out, channels }: { out: Out; channels: readonly Channel[] }) {
  return (
    <Notice title={partlyTitle(out.channelIds.length, 0)} className="mb-3">
      What you send now goes to the others.
      <ul aria-label="Sent already" className="mt-2 grid gap-1.5">
        <OutRows out={out} channels={channels} />
      </ul>
    </Notice>
  );
}

function OutRows({ out, channels }: { out: Out; channels: readonly Channel[] }) {
  return out.channelIds.map((id, at) => (
    <Row key={id} channel={channels.find((one) => one.id === id)} words="Sent.">
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
    </Row>
  ));
}

function Row({ channel, words, children }: { channel: Channel | undefined; words: string; children?: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {channel ? (
        <>
          <PlatformMark platform={channel.platform} label={platformName(channel.platform)} size="small" />
          <strong className="font-medium">{channel.username}</strong>
        </>
      ) : null}
      <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
      {children}
    </li>
  );
}

type ConflictNoticeProps = {
  subject: Extract<Subject, { is: "post" }>;
  message: string;
  onRebase: RefusedNoticeProps["onRebase"];
};

function ConflictNotice({ subject, message, onRebase }: ConflictNoticeProps) {
  const { zone } = usePreferences();
  const [pending, setPending] = useState(false);
  const [gone, setGone] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);

  async function take(keepWords: boolean) {
    setPending(true);
    try {
      const post = await read<Post>(`posts/${encodeURIComponent(subject.postId)}`, {}, new AbortController().signal);
      const { length: fixed } = fixedOf(subject);
      // With another beginning the words on this page would go on from something else.
      const isSame = fixed === fixedParts(post).length;
      const isOpen =
        fixed > 0 ? isSame && post.status === "failed" : post.status === "draft" || post.status === "scheduled";
      if (isOpen) return onRebase(post.version ?? 0, keepWords ? null : draftOf(post, zone, newId));
      setGone(`It is ${post.status} by now and can't be changed here any more.`);
      setIsOver(true);
    } catch {
      setGone("Its newer state can't be read right now.");
    } finally {
      setPending(false);
    }
  }

  return (
    <Notice
      role="alert"
      tone="failed"
      title="This post was changed elsewhere."
      className="mb-3"
      actions={
        isOver ? (
          <ButtonLink size="small" href="/drafts">
            See drafts
          </ButtonLink>
        ) : (
          <>
            <Button size="small" pending={pending} onClick={() => void take(false)}>
              Show the newer one
            </Button>
            <Button size="small" pending={pending} onClick={() => void take(true)}>
              Keep my words
            </Button>
          </>
        )
      }
    >
      {gone ?? message} Your words are still here
      {isOver ? ", and among your drafts: from there they may become a new post" : ""}.
    </Notice>
  );
}
