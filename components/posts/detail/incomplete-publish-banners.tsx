import { ArrowRight, EyeOff, PenLine } from "lucide-react";
import { Suspense, useState } from "react";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { getPlatformLabel, isUnconfirmed } from "#components/posts/post-labels.ts";
import { countPublishedParts } from "#components/posts/published-parts.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { toSafeHref } from "#components/ui/safe-href.ts";
import type { Post } from "#lib/contract/types.ts";
import type { PostDetailAction } from "./post-action-buttons.tsx";

const TakeDownPublishedPartsDialog = lazyComponent(() =>
  import("./take-down-published-parts-dialog.tsx").then((file) => file.TakeDownPublishedPartsDialog),
);

type PartiallyPublishedBannerProps = Pick<IncompletePublishBannersProps, "post" | "isTakenDownHere" | "pending"> & {
  onContinue: () => void;
};

/** Says which parts of a partially published post are live and offers three ways on. */
function PartiallyPublishedBanner({ post, isTakenDownHere, pending, onContinue }: PartiallyPublishedBannerProps) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const publishedParts = countPublishedParts(post);
  if (!publishedParts) return null;
  const platformName = getPlatformLabel(post);
  const links = post.published_urls.flatMap((url) => toSafeHref(url) ?? []);
  const isComplete = publishedParts.published === publishedParts.total;
  // The unchanged next part would be refused again.
  const { cause } = post.failure ?? {};
  const isRefused = (cause === "rejected" || cause === "unsupported") && !isComplete;
  const isPartUnconfirmed = isUnconfirmed(post);
  return (
    <Banner tone="failed" className="mb-4">
      <strong className="font-semibold">
        {publishedParts.label} on {platformName}
      </strong>
      {links.length > 0 ? (
        <span className="ml-2 inline-flex flex-wrap gap-x-2">
          {links.map((href, at) => (
            <a key={href} href={href} target="_blank" rel="noreferrer" className="underline pointer-coarse:py-3">
              Part {at + 1}
              <span className="sr-only"> on {platformName} (opens in a new tab)</span>
            </a>
          ))}
        </span>
      ) : null}
      <p className="mt-0.5">
        {isPartUnconfirmed
          ? "Published parts stay as they are. You can edit the rest first."
          : isComplete
            ? "All parts are published. Finish it, or take it down."
            : "Published parts stay as they are. You can edit the rest first, or take the published parts down."}
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        {isPartUnconfirmed ? null : (
          <Button
            {...(!isRefused && { variant: "filled" })}
            icon={<ArrowRight className="size-4" />}
            pending={pending === "retry"}
            onClick={onContinue}
          >
            {isComplete ? "Finish here" : `Continue with part ${publishedParts.next}`}
          </Button>
        )}
        <ButtonLink
          {...(isRefused && { variant: "filled" })}
          href={`/compose?post=${encodeURIComponent(post.id)}`}
          icon={<PenLine className="size-4" />}
        >
          Edit the rest
        </ButtonLink>
        <Button icon={<EyeOff className="size-4" />} onClick={() => setDialogOpen(true)}>
          Take down published parts…
        </Button>
      </div>
      {isDialogOpen ? (
        <Suspense>
          <TakeDownPublishedPartsDialog
            post={post}
            publishedCount={publishedParts.published}
            links={links}
            isTakenDownHere={isTakenDownHere}
            onClose={() => setDialogOpen(false)}
          />
        </Suspense>
      ) : null}
    </Banner>
  );
}

type IncompletePublishBannersProps = {
  post: Post;
  /** The channel's name; null when unknown. */
  account: string | null;
  /** False where only the account's owner can take the parts down. */
  isTakenDownHere: boolean;
  abilities: PostAbilities;
  pending: PostDetailAction | null;
  onStep: (step: PostDetailAction) => void;
};

/** Says what became of a failed post and offers the next step; a partially published post can continue. */
export function IncompletePublishBanners({
  post,
  account,
  isTakenDownHere,
  abilities,
  pending,
  onStep,
}: IncompletePublishBannersProps) {
  return (
    <>
      {abilities.retry && isUnconfirmed(post) ? (
        <UnconfirmedBanner post={post} account={account} pending={pending} onStep={onStep} />
      ) : null}
      {abilities.editPublished ? (
        <PartiallyPublishedBanner
          post={post}
          isTakenDownHere={isTakenDownHere}
          pending={pending}
          onContinue={() => onStep("retry")}
        />
      ) : null}
    </>
  );
}

type UnconfirmedBannerProps = {
  post: Post;
  account: string | null;
  pending: PostDetailAction | null;
  onStep: (step: PostDetailAction) => void;
};

/**
 * Has a person answer from the platform whether the post is there. No button is filled: sending again could publish the
 * post twice.
 */
function UnconfirmedBanner({ post, account, pending, onStep }: UnconfirmedBannerProps) {
  const platformName = getPlatformLabel(post);
  const part = post.failure?.part;
  const partName = part && post.posts.length > 1 ? `part ${part}` : "this";
  return (
    <Banner tone="publishing" className="mb-4">
      <strong className="font-semibold">
        We don't know whether {partName} reached {platformName}.
      </strong>
      <p className="mt-0.5">
        Check {account === null ? "" : `${account} on `}
        {platformName} first: sending again may publish it twice.{" "}
        <a href="/docs/when-a-post-fails#unconfirmed-posts" className="underline underline-offset-2">
          How to decide
        </a>
      </p>
      <div className="mt-2.5 flex flex-wrap gap-2">
        <Button pending={pending === "is_there"} onClick={() => onStep("is_there")}>
          It's there
        </Button>
        <Button pending={pending === "send_again"} onClick={() => onStep("send_again")}>
          Send again
        </Button>
      </div>
    </Banner>
  );
}
