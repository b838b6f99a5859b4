"use client";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { ButtonLink } from "#components/ui/button-link";
import { Notice } from "#components/ui/notice";
import type { Failure } from "#lib/contract/errors";
import { sentenceFor } from "#lib/contract/sentences";
import type { Post } from "#lib/contract/types";
import { read, signInPath } from "#lib/queries/read";
import type { Subject } from "../machine/events.ts";

type RefusedNoticeProps = {
  failure: Failure;
  subject: Subject;
  /** Goes on from the newer state: with its words, or with those on this page. */
  onRebase: (post: Post, keepWords: boolean) => void;
};

/** Why sending was refused: what happened, what is safe, what to do. */
export function RefusedNotice({ failure, subject, onRebase }: RefusedNoticeProps) {
  if (subject.is === "post" && failure.code === "conflict") {
    return <ConflictNotice postId={subject.postId} message={failure.message} onRebase={onRebase} />;
  }
  const { what, safe, next } = sentenceFor(failure);
  return (
    <Notice
      role="alert"
      tone="failed"
      title={what}
      className="mb-3"
      actions={
        failure.code === "unauthorized" ? (
          <ButtonLink size="small" href={signInPath("/compose")}>
            Sign in
          </ButtonLink>
        ) : undefined
      }
    >
      {safe} {next}
    </Notice>
  );
}

type ConflictNoticeProps = { postId: string; message: string; onRebase: RefusedNoticeProps["onRebase"] };

function ConflictNotice({ postId, message, onRebase }: ConflictNoticeProps) {
  const [pending, setPending] = useState(false);
  const [gone, setGone] = useState<string | null>(null);

  async function take(keepWords: boolean) {
    setPending(true);
    try {
      const post = await read<Post>(`posts/${encodeURIComponent(postId)}`, {}, new AbortController().signal);
      const isOpen = post.status === "draft" || post.status === "scheduled";
      if (isOpen) return onRebase(post, keepWords);
      setGone(`It is ${post.status} by now and can't be changed here any more.`);
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
        <>
          <Button size="small" pending={pending} onClick={() => void take(false)}>
            Show the newer one
          </Button>
          <Button size="small" pending={pending} onClick={() => void take(true)}>
            Keep my words
          </Button>
        </>
      }
    >
      {gone ?? message} Your words are still here.
    </Notice>
  );
}
