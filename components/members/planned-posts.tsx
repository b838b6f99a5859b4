"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button";
import { Field } from "#components/ui/field";
import { Notice } from "#components/ui/notice";
import { PlatformMark } from "#components/ui/platform-mark";
import { Select } from "#components/ui/select";
import { Skeleton } from "#components/ui/skeleton";
import { showToast } from "#components/ui/toast";
import { changePlanned } from "#lib/actions/members";
import type { Failure } from "#lib/contract/errors";
import { sentenceFor } from "#lib/contract/sentences";
import type { Member, PlannedPost } from "#lib/contract/types";
import { findMembers, readPlanned } from "#lib/queries/members";
import { failureOf } from "#lib/queries/read";
import { formatInstant } from "#lib/time/format";

type PlannedPostsProps = { member: Member; times: { zone: string; clock: "24" | "12" } };

/** What a deactivated member had scheduled, held until somebody decides: all at once, or one after the other. */
export function PlannedPosts({ member, times }: PlannedPostsProps) {
  const router = useRouter();
  const [planned, setPlanned] = useState<readonly PlannedPost[] | null>(null);
  const [heirs, setHeirs] = useState<readonly Member[]>([]);
  const [to, setTo] = useState("");
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState<string | null>(null);

  useEffect(() => {
    const gone = new AbortController();
    Promise.all([readPlanned(member.id, gone.signal), findMembers("", gone.signal)]).then(
      ([posts, members]) => {
        setPlanned(posts.data);
        setHeirs(members.data);
        setTo((before) => before || (members.data[0]?.id ?? ""));
      },
      (error: unknown) => {
        if (!gone.signal.aborted) setFailure(failureOf(error));
      },
    );
    return () => gone.abort();
  }, [member.id]);

  async function decide(action: "reassign" | "cancel", posts?: string[]) {
    setBusy(`${action} ${posts?.[0] ?? "all"}`);
    const change = { action, ...(posts && { posts }), ...(action === "reassign" && { to }) };
    const answer = await changePlanned({ id: member.id, change }).catch((error: unknown) => ({
      ok: undefined,
      error: failureOf(error),
    }));
    setBusy(null);
    setFailure(answer.error ?? null);
    if (!answer.ok) return;
    const { changed, drafts } = answer.ok;
    setPlanned((before) => (posts ? (before ?? []).filter((one) => !posts.includes(one.id)) : []));
    const heir = heirs.find((one) => one.id === to)?.name ?? "another member";
    const what = changed === 1 ? "1 post" : `${changed} posts`;
    const late = drafts > 0 ? `; ${drafts} whose time has passed as drafts` : "";
    showToast({ message: action === "cancel" ? `${what} canceled` : `${what} given to ${heir}${late}` });
    router.refresh();
  }

  return (
    <section aria-labelledby="planned-title">
      <h3 id="planned-title" className="text-14 font-semibold">
        Held: {member.planned === 1 ? "1 scheduled post" : `${member.planned} scheduled posts`}
      </h3>
      <p className="mb-3 text-13 text-ink-2">
        Nothing is sent until you decide. Points are claimed by whoever takes a post.
      </p>
      {failure ? (
        <Notice tone="failed" role="alert" className="mb-3">
          {sentenceFor(failure).what} {sentenceFor(failure).safe} {sentenceFor(failure).next}
        </Notice>
      ) : null}
      {planned === null ? (
        failure ? null : (
          <Skeleton className="h-11 w-full" />
        )
      ) : (
        <>
          <div className="mb-3 flex flex-wrap items-end gap-2">
            <Field label="Give them to" className="min-w-0 flex-1 basis-48">
              {(control) => (
                <Select {...control} value={to} onChange={(event) => setTo(event.target.value)}>
                  {heirs.map((one) => (
                    <option key={one.id} value={one.id}>
                      {one.name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Button disabled={to === ""} pending={busy === "reassign all"} onClick={() => void decide("reassign")}>
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
                <PlatformMark platform={post.channel} />
                <span className="min-w-0 flex-1 basis-44 leading-[1.125rem]">
                  <span className="block truncate text-14">{post.text || "No words yet"}</span>
                  <time dateTime={post.scheduled_for} className="block text-13 text-ink-3">
                    {formatInstant(new Date(post.scheduled_for), times.zone, { clock: times.clock })}
                  </time>
                </span>
                <Button
                  size="small"
                  variant="quiet"
                  disabled={to === ""}
                  pending={busy === `reassign ${post.id}`}
                  onClick={() => void decide("reassign", [post.id])}
                >
                  Reassign<span className="sr-only"> {post.text.slice(0, 60)}</span>
                </Button>
                <Button
                  size="small"
                  variant="quiet"
                  pending={busy === `cancel ${post.id}`}
                  onClick={() => void decide("cancel", [post.id])}
                >
                  Cancel<span className="sr-only"> {post.text.slice(0, 60)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
