import { Avatar } from "#components/ui/avatar";
import { PointsChip } from "#components/ui/points-chip";
import { behind, nameList, ordinal, type Ranked } from "./ranks.ts";

/** Your own standing and what separates you from the next rank; stays in view however long the list is. */
export function Standing({ own, ranked }: { own: Ranked; ranked: readonly Ranked[] }) {
  return (
    <section
      aria-label="Your standing"
      className="sticky bottom-[calc(var(--bottom-bar)+16px)] z-10 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-accent-line bg-paper px-[18px] py-3.5 shadow-float"
    >
      <Avatar name={own.name} />
      <div className="mr-auto min-w-0 flex-1">
        <p className="font-semibold">
          You are {ordinal(own.rank)}
          {own.isTied ? ", tied" : ""}
        </p>
        <p className="text-13 text-ink-3">{standingWords(own, ranked)}</p>
      </div>
      <span className="text-13 text-ink-3">Level {own.level}</span>
      <PointsChip points={own.points} />
    </section>
  );
}

function standingWords(own: Ranked, ranked: readonly Ranked[]): string {
  const next = behind(ranked, own);
  if (next) return `${points(next.points)} behind ${nameList(next.names)}`;
  const second = ranked.find((entry) => entry.points < own.points);
  if (second) return `${points(own.points - second.points)} ahead of ${second.name}`;
  return own.points === 0 ? "Points count once a published post’s claim is approved" : "Nobody else is ranked yet";
}

function points(count: number): string {
  return count === 1 ? "1 point" : `${count.toLocaleString("en-GB")} points`;
}
