"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { Field } from "#components/ui/controls/field.tsx";
import { SearchField } from "#components/ui/controls/search-field.tsx";
import { Select } from "#components/ui/controls/select.tsx";
import { Banner } from "#components/ui/feedback/banner.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { showToast } from "#components/ui/feedback/toast.tsx";
import { PlatformIcon } from "#components/ui/layout/platform-icon.tsx";
import { updatePlannedPosts } from "#lib/actions/members.ts";
import type { Failure } from "#lib/contract/errors.ts";
import { describeFailure } from "#lib/contract/messages/describe-failure.ts";
import type { Member, PlannedPost } from "#lib/contract/types.ts";
import { readPlannedPosts } from "#lib/queries/member-search/search-members.ts";
import { useMemberSearch } from "#lib/queries/member-search/use-member-search.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { formatInstant } from "#lib/time/format.ts";

/** Names a post for screen readers; a text on several channels is several posts. */
const getOnHoldLabel = ({ text, channel_name }: PlannedPost) => `${text.slice(0, 60)} on ${channel_name}`;

type OnHoldPostsProps = { member: Member; times: { zone: string; clock: "24" | "12" } };

/**
 * Lists a deactivated member's scheduled posts, which are on hold until an administrator reassigns or cancels them, all
 * at once or one by one.
 */
export function OnHoldPosts({ member, times }: OnHoldPostsProps) {
  const router = useRouter();
  const [planned, setPlanned] = useState<readonly PlannedPost[] | null>(null);
  const memberSearch = useMemberSearch(null);
  const [selected, setSelected] = useState<{ id: string; name: string } | null>(null);
  const [credit, setCredit] = useState<"author" | "taker">("author");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState<string | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    readPlannedPosts(member.id, controller.signal).then(
      (posts) => setPlanned(posts.data),
      (error: unknown) => {
        if (!controller.signal.aborted) setFailure(toReadFailure(error));
      },
    );
    return () => controller.abort();
  }, [member.id]);

  const count = planned?.length ?? member.planned;
  // The chosen member stays chosen while the administrator searches for others.
  const foundMembers = memberSearch.members ?? [];
  const heir = selected ?? foundMembers[0] ?? null;
  const choices = heir && !foundMembers.some(({ id }) => id === heir.id) ? [heir, ...foundMembers] : foundMembers;

  async function decide(action: "reassign" | "cancel", posts?: string[]) {
    setBusy(`${action} ${posts?.[0] ?? "all"}`);
    const change = { action, ...(posts && { posts }), ...(action === "reassign" && { to: heir?.id, credit }) };
    const result = await updatePlannedPosts({ id: member.id, change }).catch((error: unknown) => ({
      ok: undefined,
      error: toReadFailure(error),
    }));
    setBusy(null);
    setFailure(result.error ?? null);
    if (!result.ok) return;
    const { changed, drafts } = result.ok;
    setPlanned((before) => (posts ? (before ?? []).filter((one) => !posts.includes(one.id)) : []));
    const countLabel = formatCount(changed, "post");
    const late = drafts > 0 ? `; ${drafts} overdue as ${drafts === 1 ? "a draft" : "drafts"}` : "";
    showToast({
      kind: "member",
      message: action === "cancel" ? `${countLabel} canceled` : `${countLabel} reassigned to ${heir?.name}${late}`,
    });
    router.refresh();
  }

  return (
    <section aria-labelledby="planned-title">
      <h3 id="planned-title" className="text-14 font-semibold">
        {count === 0 ? "No posts on hold" : `On hold: ${formatCount(count, "scheduled post")}`}
      </h3>
      <p className="mb-3 text-13 text-ink-2">
        {count === 0
          ? "Nothing left to decide."
          : count === 1
            ? "It won't be sent until you reassign or cancel it."
            : "They won't be sent until you reassign or cancel them."}
      </p>
      {memberSearch.failure ? (
        <p className="mb-3 text-13 text-failed">{describeFailure(memberSearch.failure).what}</p>
      ) : null}
      {failure ? (
        <Banner tone="failed" role="alert" className="mb-3">
          {describeFailure(failure).what} {describeFailure(failure).safe} {describeFailure(failure).next}
        </Banner>
      ) : null}
      {planned === null ? (
        failure ? null : (
          <Skeleton className="h-11 w-full" />
        )
      ) : count === 0 ? null : (
        <>
          <div className="mb-3 flex flex-wrap items-end gap-2">
            {memberSearch.isMany ? (
              <SearchField
                label="Find a member"
                className="min-w-0 flex-1 basis-40"
                text={memberSearch.text}
                onTextChange={(text) => {
                  memberSearch.setText(text);
                  setSelected(null);
                }}
              />
            ) : null}
            <Field label="Reassign to" className="min-w-0 flex-1 basis-48">
              {(control) => (
                <Select
                  {...control}
                  value={heir?.id ?? ""}
                  onChange={({ target }) => setSelected(choices.find(({ id }) => id === target.value) ?? null)}
                >
                  {heir ? null : <option value="">{memberSearch.members ? "No members found" : "Reading…"}</option>}
                  {choices.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label="Their points go to" className="min-w-0 flex-1 basis-48" hint="After publishing and approval.">
              {(control) => (
                <Select
                  {...control}
                  value={credit}
                  onChange={({ target }) => setCredit(target.value === "taker" ? "taker" : "author")}
                >
                  <option value="author">{member.name} (author)</option>
                  <option value="taker">New author</option>
                </Select>
              )}
            </Field>
          </div>
          <div className="mb-3 flex flex-wrap gap-2">
            <Button disabled={!heir} pending={busy === "reassign all"} onClick={() => void decide("reassign")}>
              Reassign all
            </Button>
            <Button pending={busy === "cancel all"} onClick={() => void decide("cancel")}>
              Cancel all
            </Button>
          </div>
          <ul aria-label={`Scheduled posts of ${member.name}`} className="rounded-card border">
            {planned.map((post) => (
              <li
                key={post.id}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-2 last:border-b-0"
              >
                <PlatformIcon platform={post.channel} />
                <span className="min-w-0 flex-1 basis-48 leading-4.5">
                  <span className="block truncate text-14">{post.text || "No text yet"}</span>
                  <span className="block text-13 text-ink-3">
                    <time dateTime={post.scheduled_for}>
                      {formatInstant(new Date(post.scheduled_for), times.zone, { clock: times.clock })}
                    </time>{" "}
                    · {post.channel_name}
                  </span>
                </span>
                <span className="ml-auto flex gap-1">
                  <Button
                    size="small"
                    variant="quiet"
                    disabled={!heir}
                    pending={busy === `reassign ${post.id}`}
                    onClick={() => void decide("reassign", [post.id])}
                  >
                    Reassign<span className="sr-only"> {getOnHoldLabel(post)}</span>
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    pending={busy === `cancel ${post.id}`}
                    onClick={() => void decide("cancel", [post.id])}
                  >
                    Cancel<span className="sr-only"> {getOnHoldLabel(post)}</span>
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
