"use client";
import { useState } from "react";
import { usePostActionRunner } from "#components/post-actions/use-post-action-runner.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import type { Post } from "#lib/contract/types.ts";
import { type FailureStep, listFailureSteps } from "./result-labels.ts";

type FailureStepsProps = {
  /** A failed post, or the posts of one text that failed alike. */
  posts: readonly [Post, ...Post[]];
  /** The channel's name, or the number of channels, for screen readers. */
  name: string;
  /** Reads the post again after an action. */
  onChanged: () => Promise<void>;
};

/** The steps that resolve a failed post, or all posts of one failure together, as in the inbox. */
export function FailureSteps({ posts, name, onChanged }: FailureStepsProps) {
  const { change } = usePostActionRunner();
  const [pending, setPending] = useState<FailureStep["type"] | null>(null);
  const [post] = posts;
  const steps = listFailureSteps(post, posts.length === 1);
  if (steps.length === 0) return null;

  async function run(step: Exclude<FailureStep, { type: "link" }>) {
    setPending(step.type);
    const selection = {
      posts: posts.map(({ id, version }) => ({ id, version })),
      // The channels of a text change together: all or none.
      ...(posts.length > 1 && { submission: post.submission_id }),
    };
    await change("retry", selection, getRetryOptions(step.type, post));
    await onChanged();
    setPending(null);
  }

  return (
    <div className="flex flex-wrap gap-2">
      {steps.map((step) =>
        step.type === "link" ? (
          <ButtonLink key={step.label} size="small" href={step.href}>
            {step.label}
            <span className="sr-only"> on {name}</span>
          </ButtonLink>
        ) : (
          <Button key={step.label} size="small" pending={pending === step.type} onClick={() => void run(step)}>
            {step.label}
            <span className="sr-only"> on {name}</span>
          </Button>
        ),
      )}
    </div>
  );
}

/** Returns what a retry sends, which its toast names. */
function getRetryOptions(type: "retry" | "is_there" | "send_again", { progress = [], failure, posts }: Post) {
  if (type === "send_again") return { unconfirmed: type, content: "again" } as const;
  const hasRest = progress.some(({ state }) => state === "waiting") || (failure?.part ?? posts.length) < posts.length;
  if (type === "is_there") return { unconfirmed: type, content: hasRest ? "rest" : "nothing" } as const;
  return { content: progress.some(({ state }) => state === "sent") ? "rest" : "again" } as const;
}
