import type { Post } from "#lib/contract/types.ts";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { HalfSent } from "./partially-published-banner.tsx";
import type { Step } from "./post-action-buttons.tsx";
import { isUnconfirmed } from "#components/posts/post-labels.ts";
import { Unconfirmed } from "#components/history/unconfirmed.tsx";

type StoppedProps = {
  post: Post;
  /** What its account is called there; null where that is not known. */
  account: string | null;
  abilities: PostAbilities;
  pending: Step | null;
  onStep: (step: Step) => void;
};

/** What a failed post asks of a person: what became of a part, and how it goes on where some of it is out. */
export function Stopped({ post, account, abilities, pending, onStep }: StoppedProps) {
  return (
    <>
      {abilities.retry && isUnconfirmed(post) ? (
        <Unconfirmed post={post} account={account} pending={pending} onStep={onStep} />
      ) : null}
      {abilities.half ? <HalfSent post={post} pending={pending} onContinue={() => onStep("retry")} /> : null}
    </>
  );
}
