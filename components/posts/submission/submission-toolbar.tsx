"use client";
import { Ban, CalendarClock, CopyPlus, EyeOff, PenLine, RefreshCw, Send, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ComponentType, type ReactNode, Suspense, useMemo, useState } from "react";
import { postDetailQueries } from "#components/posts/detail/post-detail-queries.ts";
import { SinglePostToolbar } from "#components/posts/detail/single-post-toolbar.tsx";
import type { PostAbilities } from "#components/posts/post-abilities.ts";
import { isPostEditable, isRetryable, needsEdit } from "#components/posts/post-next-steps.ts";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { Post } from "#lib/contract/types.ts";
import { isPostInProgress } from "#lib/queries/posts/posts.ts";
import { useLiveQuery } from "#lib/realtime/use-live-query.ts";
import { formatChannels } from "./channel-names.ts";
import {
  getSubmissionActionLabel,
  getSubmissionActions,
  type SubmissionActionName,
  type SubmissionActionOffer,
} from "./submission-actions.ts";
import { useSubmissionActions } from "./use-submission-actions.ts";

const RescheduleDialog = lazyComponent(() =>
  import("#components/posts/list/reschedule-dialog.tsx").then((file) => file.RescheduleDialog),
);

const icons: Partial<Record<SubmissionActionName, ComponentType<{ className?: string }>>> = {
  take_down: EyeOff,
  retry: RefreshCw,
  publish: Send,
  schedule: CalendarClock,
  cancel: Ban,
  delete: Trash2,
};

type SubmissionToolbarProps = {
  post: Post;
  /** All posts of the submission. */
  first: Post[];
  nowMs: number;
  accounts: Readonly<Record<string, string>>;
  abilities: PostAbilities;
  takeDownByChannel: Readonly<Record<string, boolean>>;
  isAlone: boolean;
};

/** Shows the actions on all channels of a submission; one channel alone can be chosen. */
export function SubmissionToolbar(props: SubmissionToolbarProps) {
  const { post, first, nowMs, accounts, abilities, takeDownByChannel, isAlone } = props;
  const router = useRouter();
  const query = useMemo(() => postDetailQueries.submission(post.submission_id ?? ""), [post.submission_id]);
  const { data: posts } = useLiveQuery(query, first, nowMs, (some) =>
    some.some((one) => isPostInProgress(one, Date.now())),
  );
  const { run } = useSubmissionActions(posts, accounts, takeDownByChannel);
  const [chosenId, setChosenId] = useState(isAlone ? post.id : "all");
  const [pending, setPending] = useState<SubmissionActionName | null>(null);
  const [moved, setMoved] = useState<Post[] | null>(null);
  const chosen = posts.find(({ id }) => id === chosenId);

  async function act(action: SubmissionActionName, some: readonly Post[], start?: string): Promise<number> {
    setPending(action);
    const changed = await run(action, some, start);
    setPending(null);
    setMoved(null);
    if (action === "delete" && changed > 0) leave(some);
    return changed;
  }

  /** Leads away from a post that is gone. */
  function leave(gone: readonly Post[]) {
    if (!gone.some(({ id }) => id === post.id)) return setChosenId("all");
    const other = posts.find((one) => !gone.includes(one));
    router.push(other ? `/posts/${encodeURIComponent(other.id)}` : "/posts");
  }

  return (
    <>
      <Select
        aria-label="Channels to change"
        className="max-sm:w-full"
        value={chosen?.id ?? "all"}
        onChange={({ target: { value } }) => setChosenId(value)}
      >
        <option value="all">{posts.length === 2 ? "Both" : `All ${posts.length}`} channels</option>
        {posts.map((one) => (
          <option key={one.id} value={one.id}>
            Only {formatChannels([one], posts, accounts)}
          </option>
        ))}
      </Select>
      {chosen ? (
        <SinglePostToolbar
          key={chosen.id}
          post={chosen.id === post.id ? post : chosen}
          abilities={abilities}
          takeDownByChannel={takeDownByChannel}
          isOneOfMany
          {...(abilities.restore && { onDelete: () => act("delete", [chosen]) })}
        />
      ) : (
        <WholeSubmissionActions
          post={post}
          posts={posts}
          accounts={accounts}
          abilities={abilities}
          pending={pending}
          act={act}
          onReschedule={setMoved}
        />
      )}
      {moved ? (
        <Suspense>
          <RescheduleDialog
            count={moved.length}
            posts={moved}
            pending={pending === "schedule"}
            onStart={(start) => void act("schedule", moved, start)}
            onClose={() => setMoved(null)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type WholeSubmissionActionsProps = Pick<SubmissionToolbarProps, "post" | "accounts" | "abilities"> & {
  posts: readonly Post[];
  pending: SubmissionActionName | null;
  /** Returns the number of changed posts. */
  act: (action: SubmissionActionName, some: readonly Post[]) => Promise<number>;
  onReschedule: (some: Post[]) => void;
};

/** Shows the actions on every post of the submission. */
function WholeSubmissionActions(props: WholeSubmissionActionsProps) {
  const { post, posts, accounts, abilities, pending, act, onReschedule } = props;

  /** Names the channels of an action; a narrow page leaves "all" to screen readers. */
  function nameChannels(some: readonly Post[]): ReactNode {
    const isAll = some.length === posts.length;
    const on = isAll ? `all ${posts.length}` : formatChannels(some, posts, accounts);
    return <span className={isAll ? "max-2xl:sr-only" : undefined}> on {on}</span>;
  }

  const offers = getSubmissionActions(posts, abilities);
  const isLiveSomewhere = offers.some(({ action }) => action === "take_down");
  const drawAction = (offer: SubmissionActionOffer) => {
    const { action, posts: some } = offer;
    const Icon = icons[action];
    if (!Icon) return null;
    return (
      <Button
        key={action}
        {...(action === "take_down" && { variant: "danger" })}
        {...(action === "delete" && { variant: isLiveSomewhere ? "quiet" : "danger" })}
        icon={<Icon className="size-4" />}
        pending={pending === action}
        onClick={() => (action === "schedule" ? onReschedule(some) : void act(action, some))}
      >
        {getSubmissionActionLabel(offer).replace("…", "")}
        {nameChannels(some)}
        {action === "schedule" || action === "take_down" ? "…" : ""}
      </Button>
    );
  };

  return (
    <>
      {offers.filter(({ action }) => action === "take_down").map(drawAction)}
      {abilities.write ? (
        <ButtonLink href={`/compose?again=${encodeURIComponent(post.id)}`} icon={<CopyPlus className="size-4" />}>
          Duplicate
        </ButtonLink>
      ) : null}
      <SubmissionEditButton
        post={post}
        posts={posts}
        accounts={accounts}
        abilities={abilities}
        nameChannels={nameChannels}
      />
      {offers.filter(({ action }) => action !== "take_down").map(drawAction)}
    </>
  );
}

type SubmissionEditButtonProps = Pick<SubmissionToolbarProps, "post" | "accounts" | "abilities"> & {
  posts: readonly Post[];
  nameChannels: (some: readonly Post[]) => ReactNode;
};

/** Opens the posts that can still be edited in the composer; without one, the failed posts. */
function SubmissionEditButton(props: SubmissionEditButtonProps) {
  const { post, posts, accounts, abilities, nameChannels } = props;
  const edited = posts.find((one) => one.id === post.id && isPostEditable(one)) ?? posts.find(isPostEditable);
  // A post with published parts has its own actions, on its channel alone.
  const failed = posts.filter((one) => isRetryable(one) && !one.progress?.some(({ state }) => state === "sent"));
  const first = failed.find(({ id }) => id === post.id) ?? failed[0];

  if (edited) {
    return abilities.change ? (
      <ButtonLink href={`/compose?post=${encodeURIComponent(edited.id)}`} icon={<PenLine className="size-4" />}>
        Edit
        {abilities.editSubmissions ? "" : ` on ${formatChannels([edited], posts, accounts)}`}
      </ButtonLink>
    ) : null;
  }
  if (!first || !abilities.change || !abilities.editSubmissions) return null;
  return (
    <ButtonLink
      href={`/compose?post=${encodeURIComponent(first.id)}`}
      {...(failed.some(needsEdit) && { variant: "filled" })}
      icon={<PenLine className="size-4" />}
    >
      Edit{nameChannels(failed)}
    </ButtonLink>
  );
}
