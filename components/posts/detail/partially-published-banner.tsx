import { ArrowRight, EyeOff, PenLine } from "lucide-react";
import { Suspense, useState } from "react";
import { getPlatformLabel, isUnconfirmed } from "#components/posts/post-labels.ts";
import { getPublishedParts } from "#components/posts/published-parts.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import type { Post } from "#lib/contract/types.ts";
import type { PostDetailAction } from "./post-action-buttons.tsx";

const TakeDownPartsDialog = lazyComponent(() =>
  import("./take-down-published-parts-dialog.tsx").then((file) => file.TakeDownPublishedPartsDialog),
);

type PartiallyPublishedBannerProps = { post: Post; pending: PostDetailAction | null; onContinue: () => void };

/** Says which parts of a partially published post are live and offers three ways on. */
export function PartiallyPublishedBanner({ post, pending, onContinue }: PartiallyPublishedBannerProps) {
  const [isAsking, setAsking] = useState(false);
  const half = getPublishedParts(post);
  if (!half) return null;
  const place = getPlatformLabel(post);
  const links = post.published_urls.flatMap((url) => toSafeHref(url) ?? []);
  const isDone = half.out === half.of;
  // The platform would refuse the unchanged next part again.
  const isRefused = post.failure?.cause === "rejected" && !isDone;
  const isUnsure = isUnconfirmed(post);
  return (
    <Banner tone="failed" className="mb-4">
      <strong className="font-semibold">
        {half.words} on {place}
      </strong>
      {links.length > 0 ? (
        <span className="ml-2 inline-flex flex-wrap gap-x-2">
          {links.map((href, at) => (
            <a key={href} href={href} target="_blank" rel="noreferrer" className="underline pointer-coarse:py-3">
              Part {at + 1}
              <span className="sr-only"> on {place} (opens in a new tab)</span>
            </a>
          ))}
        </span>
      ) : null}
      <p className="mt-0.5">
        {isUnsure
          ? "Published parts stay as they are. You can edit the rest first."
          : isDone
            ? "All parts are published. Finish it, or take it down."
            : "Published parts stay as they are. You can edit the rest first, or take the published parts down."}
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        {isUnsure ? null : (
          <Button
            {...(!isRefused && { variant: "filled" })}
            icon={<ArrowRight className="size-4" />}
            pending={pending === "retry"}
            onClick={onContinue}
          >
            {isDone ? "Finish here" : `Continue with part ${half.next}`}
          </Button>
        )}
        <ButtonLink
          {...(isRefused && { variant: "filled" })}
          href={`/compose?post=${encodeURIComponent(post.id)}`}
          icon={<PenLine className="size-4" />}
        >
          Edit the rest
        </ButtonLink>
        <Button icon={<EyeOff className="size-4" />} onClick={() => setAsking(true)}>
          Take down published parts…
        </Button>
      </div>
      {isAsking ? (
        <Suspense>
          <TakeDownPartsDialog post={post} out={half.out} links={links} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </Banner>
  );
}
