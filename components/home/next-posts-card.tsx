import { CalendarClock } from "lucide-react";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { Card } from "#components/ui/layout/card.tsx";
import { IntentLink } from "#components/ui/controls/prefetch-link.tsx";
import type { Post } from "#lib/contract/types.ts";
import { formatRelative } from "#lib/time/format.ts";
import { clockText } from "#lib/time/format-short.ts";
import { toWall } from "#lib/time/time-zone.ts";
import { Marks } from "./platform-icons.tsx";
import { dayWord, groupPlans, type Plan } from "./home-overview.ts";
import { pathOf, type Reader, titleOf } from "./home-labels.ts";

const shown = 3;

type NextCardProps = {
  posts: readonly Post[];
  total: number | null;
  nextSlot: string | null;
  reader: Reader;
  now: Date;
};

/** What goes out next, by time. */
export function NextCard({ posts, total, nextSlot, reader, now }: NextCardProps) {
  const plans = groupPlans(posts).slice(0, shown);
  return (
    <Card
      title="Going out next"
      aside={
        total ? (
          <IntentLink href="/posts?status=scheduled" className="hover:text-ink hover:underline pointer-coarse:py-3">
            {total.toLocaleString("en-GB")} scheduled
          </IntentLink>
        ) : null
      }
    >
      {plans.length === 0 ? (
        <p className="text-14 text-ink-3">Nothing is scheduled. Scheduled posts appear here, the next one first.</p>
      ) : (
        <ol className="divide-y divide-line">
          {plans.map((plan, at) => (
            <PlanRow key={plan.key} plan={plan} isFirst={at === 0} reader={reader} now={now} />
          ))}
        </ol>
      )}
      {nextSlot ? <FreeSlot at={new Date(nextSlot)} reader={reader} now={now} /> : null}
    </Card>
  );
}

function PlanRow({ plan, isFirst, reader, now }: { plan: Plan; isFirst: boolean; reader: Reader; now: Date }) {
  const [first] = plan.posts;
  const at = new Date(first.scheduled_for ?? first.updated_at);
  return (
    <li className="grid grid-cols-[78px_minmax(0,1fr)] gap-x-3 py-3.5 first:pt-1 last:pb-1">
      <time dateTime={at.toISOString()} className="leading-tight">
        <span className={`block whitespace-nowrap font-mono text-15 ${isFirst ? "text-accent" : ""}`}>
          {clockText(toWall(at, reader.zone).time, reader.clock)}
        </span>
        <span className="block text-13 text-ink-3">{dayWord(at, reader.zone, now)}</span>
      </time>
      <div className="min-w-0">
        <IntentLink
          href={pathOf(first)}
          className="block truncate text-14 font-medium underline-offset-2 hover:underline pointer-coarse:py-1"
        >
          {titleOf(first)}
        </IntentLink>
        <p className="mt-1 flex items-center gap-2 text-13 text-ink-3">
          <Marks posts={plan.posts} />
          {formatRelative(at, now)}
        </p>
      </div>
    </li>
  );
}

/** The member's next weekly slot that has nothing on it yet. */
function FreeSlot({ at, reader, now }: { at: Date; reader: Reader; now: Date }) {
  const words = `${dayWord(at, reader.zone, now)}, ${clockText(toWall(at, reader.zone).time, reader.clock)}`;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-dashed border-line-strong px-3 py-2">
      <CalendarClock className="size-4 text-ink-3" />
      <p className="mr-auto text-13 text-ink-2">
        Next free slot: <time dateTime={at.toISOString()}>{words}</time>
      </p>
      <ButtonLink href={`/compose?at=${encodeURIComponent(at.toISOString())}`} size="small">
        Write for it
      </ButtonLink>
    </div>
  );
}
