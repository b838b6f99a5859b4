import { Card } from "#components/ui/card";
import { IntentLink } from "#components/ui/intent-link";
import { PlatformMark } from "#components/ui/platform-mark";
import { ProgressBar } from "#components/ui/progress-bar";
import { StatusPill } from "#components/ui/status-pill";
import { lateSentence } from "#lib/contract/late-sentence";
import { platformName } from "#lib/contract/platforms";
import type { Post } from "#lib/contract/types";
import { clockText } from "#lib/time/calendar-words";
import { formatRelative } from "#lib/time/format";
import { toWall } from "#lib/time/zone";
import { groupMoving } from "./plans.ts";
import { counted, pathOf, type Reader, titleOf } from "./words.ts";

const shown = 3;

type NowCardProps = { moving: readonly Post[]; last: Post | null; reader: Reader; now: Date };

/** What is going out at this moment, part by part; else what went out last. */
export function NowCard({ moving, last, reader, now }: NowCardProps) {
  const plans = groupMoving(moving);
  return (
    <Card title="Now" aside={plans.length > 0 ? <StatusPill status="publishing" /> : null}>
      {plans.length === 0 ? (
        <p className="text-14 text-ink-3">
          Nothing is going out.
          {last ? (
            <>
              {" "}
              The last was{" "}
              <IntentLink href={pathOf(last)} className="text-ink-2 underline underline-offset-2">
                {titleOf(last)}
              </IntentLink>
              , {agoWords(new Date(last.published_at ?? last.updated_at), now)}.
            </>
          ) : null}
        </p>
      ) : (
        <ul className="grid gap-5">
          {plans.slice(0, shown).map(({ key, posts }) => (
            <li key={key}>
              <h3 className="truncate text-14 font-medium">
                <IntentLink href={pathOf(posts[0])} className="underline-offset-2 hover:underline">
                  {titleOf(posts[0])}
                </IntentLink>
              </h3>
              <ul className="mt-2.5 grid gap-2.5">
                {posts.map((post) => (
                  <Way key={post.id} post={post} reader={reader} now={now} />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      {plans.length > shown ? (
        <p className="mt-3 text-13 text-ink-3">
          <IntentLink href="/posts?status=publishing" className="underline underline-offset-2">
            {counted(plans.length - shown, "more is", "more are")} on the way
          </IntentLink>
        </p>
      ) : null}
    </Card>
  );
}

function agoWords(at: Date, now: Date): string {
  const words = formatRelative(at, now);
  return words === "now" ? "just now" : words;
}

/** How far a post is on its channel. */
function Way({ post, reader, now }: { post: Post; reader: Reader; now: Date }) {
  const platform = post.channel === null ? "No channel" : platformName(post.channel);
  const isOut = post.status === "published";
  const parts = post.progress?.length ?? 0;
  const sent = post.progress?.filter(({ state }) => state === "sent").length ?? 0;
  return (
    <li className="grid grid-cols-[20px_64px_minmax(0,1fr)] items-center gap-x-2.5 text-13 text-ink-3">
      <PlatformMark platform={post.channel ?? "?"} label={platform} />
      <ProgressBar
        label={`Parts out on ${platform}`}
        max={Math.max(parts, 1)}
        value={isOut ? Math.max(parts, 1) : sent}
        tone={isOut ? "published" : "publishing"}
      />
      <span className="min-w-0 text-pretty">{wayWords(post, { platform, parts, sent }, reader, now)}</span>
    </li>
  );
}

function wayWords(
  post: Post,
  { platform, parts, sent }: { platform: string; parts: number; sent: number },
  { zone, clock }: Reader,
  now: Date,
): string {
  if (post.status === "published") return parts > 1 ? `${parts} of ${parts}` : "out";
  if (post.status === "failed") return "failed: see what needs you";
  if (post.status !== "publishing") return post.status;
  const late = lateSentence(post.late, {
    platform,
    time: (instant) => clockText(toWall(new Date(instant), zone).time, clock),
    now,
  });
  // What only says that it is being sent is said by the number of parts.
  const why = post.late && post.late.why !== "sending" ? late : null;
  return why ?? (parts > 1 ? `${sent} of ${parts}` : "on its way");
}
