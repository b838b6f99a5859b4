import { Card } from "#components/ui/card";
import { IntentLink } from "#components/ui/intent-link";
import { ProgressBar } from "#components/ui/progress-bar";
import type { LeaderboardEntry, Post } from "#lib/contract/types";
import { dayWord, waitingClaims } from "./plans.ts";
import { counted, pathOf, type Reader, titleOf } from "./words.ts";

const shown = 2;

type PointsCardProps = {
  ranks: readonly LeaderboardEntry[];
  memberId: string;
  published: readonly Post[];
  reader: Reader;
  now: Date;
};

/** The member's points, how far the next level is, and what waits for review. */
export function PointsCard({ ranks, memberId, published, reader, now }: PointsCardProps) {
  const own = ranks.find((entry) => entry.membership_id === memberId);
  if (!own) return null;
  const rank = ranks.filter((entry) => entry.points > own.points).length + 1;
  const { level_at: from, next_level_at: to } = own;
  const credited = published.filter(({ claim }) => claim?.status === "approved").slice(0, shown);
  const waiting = waitingClaims(published);
  return (
    <Card
      title="Your points"
      aside={
        <IntentLink href="/leaderboard" className="hover:text-ink hover:underline pointer-coarse:py-3">
          {ordinal(rank)} of {ranks.length.toLocaleString("en-GB")}
        </IntentLink>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-2.5">
        <span className="font-mono text-[2.125rem] leading-10 text-gold-text tabular-nums">
          {own.points.toLocaleString("en-GB")}
        </span>
        <span className="text-13 text-ink-3">
          {to === undefined
            ? `level ${own.level}`
            : `${(to - own.points).toLocaleString("en-GB")} more to level ${own.level + 1}`}
        </span>
      </p>
      {from === undefined || to === undefined ? null : (
        <ProgressBar
          label={`Level ${own.level}, on the way to level ${own.level + 1}`}
          value={own.points - from}
          max={to - from}
          tone="gold"
          className="mt-2 w-full"
        />
      )}
      <ul className="mt-3.5 grid gap-1.5 text-13 text-ink-3">
        {credited.map((post) => (
          <li key={post.id} className="flex justify-between gap-3">
            <IntentLink href={pathOf(post)} className="min-w-0 truncate hover:underline">
              +{post.claim?.awarded ?? post.claim?.points} {titleOf(post)}
            </IntentLink>
            <span className="shrink-0">
              {dayWord(new Date(post.published_at ?? post.updated_at), reader.zone, now)}
            </span>
          </li>
        ))}
        {waiting.claims > 0 ? (
          <li className="flex justify-between gap-3">
            <span>{waiting.points.toLocaleString("en-GB")} waiting for review</span>
            <span>{counted(waiting.claims, "claim")}</span>
          </li>
        ) : null}
        {credited.length === 0 && waiting.claims === 0 ? (
          <li>A published post brings points once its claim is approved.</li>
        ) : null}
      </ul>
    </Card>
  );
}

function ordinal(rank: number): string {
  const tens = rank % 100;
  const ending = tens >= 11 && tens <= 13 ? "th" : (["th", "st", "nd", "rd"][rank % 10] ?? "th");
  return `${rank}${ending}`;
}
