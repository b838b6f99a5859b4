import { X } from "lucide-react";
import { Avatar } from "#components/ui/avatar";
import { ButtonLink } from "#components/ui/button-link";
import type { BoardEntry } from "./board-table.tsx";
import { type BoardView, boardPath } from "./board-view.ts";
import { Movement } from "./movement.tsx";

const titles = { all: "All time", month: "This month", week: "This week", range: "These days" };
const podiumRows = 3;
const heights: Record<number, string> = { 1: "h-[13vh]", 2: "h-[9vh]", 3: "h-[6vh]" };
const order = ["order-2", "order-1", "order-3"];

type WallProps = { organization: string; channel: string | null; view: BoardView; rows: readonly BoardEntry[] };

/** The leaderboard for a screen on a wall: read from across the room, by display names alone. */
export function Wall({ organization, channel, view, rows }: WallProps) {
  const [top, rest] = [rows.slice(0, podiumRows), rows.slice(podiumRows)];
  return (
    <main className="flex min-h-dvh flex-col gap-[3vh] bg-desk px-[4vw] py-[4vh]">
      <header className="flex flex-wrap items-baseline gap-x-[2vw] gap-y-1">
        <h1 className="text-[clamp(1.25rem,2.6vw,4rem)] leading-tight font-semibold">{organization}</h1>
        <p className="text-[clamp(0.9rem,1.5vw,2.25rem)] text-ink-3">
          {titles[view.period]}
          {channel ? ` · ${channel}` : ""} · approved points
        </p>
        <ButtonLink
          href={boardPath({ ...view, page: 1 })}
          variant="quiet"
          icon={<X className="size-4" />}
          className="ml-auto self-center"
        >
          Leave the wall
        </ButtonLink>
      </header>
      {rows.length === 0 ? (
        <p className="m-auto text-[clamp(1.1rem,2vw,3rem)] text-ink-3">The first approved points will stand here.</p>
      ) : (
        <>
          <ol aria-label="The first three" className="flex items-end justify-center gap-[2vw]">
            {top.map((entry, at) => (
              <li key={entry.membership_id} className={`grid min-w-0 flex-1 justify-items-center ${order[at]}`}>
                <span className="text-[clamp(1rem,2.4vw,3.5rem)] leading-tight font-semibold [overflow-wrap:anywhere] text-center">
                  {entry.name}
                </span>
                <Points
                  points={entry.points}
                  className="mt-[1vh] mb-[1vh] text-[clamp(1.1rem,2.6vw,4rem)] leading-none"
                />
                <div
                  className={`mt-2 grid w-full place-content-center rounded-t-card border border-b-0 bg-linear-to-b from-paper to-desk text-center ${heights[entry.rank] ?? heights[3]}`}
                >
                  <span className="font-mono text-[clamp(1.25rem,3vw,4.5rem)] leading-none">
                    <span className="sr-only">Rank </span>
                    {entry.rank}
                  </span>
                </div>
              </li>
            ))}
          </ol>
          {rest.length > 0 ? (
            <ol aria-label="Those who follow" className="rounded-card border bg-paper">
              {rest.map((entry) => (
                <li
                  key={entry.membership_id}
                  className="flex items-center gap-[2vw] border-b px-[2vw] py-[1.2vh] text-[clamp(1rem,1.7vw,2.75rem)] leading-tight last:border-b-0"
                >
                  <span className="w-[2.5em] shrink-0 text-right text-ink-3 tabular-nums">
                    <span className="sr-only">Rank </span>
                    {entry.rank.toLocaleString("en-GB")}
                  </span>
                  <Avatar name={entry.name} size="large" />
                  <span className="min-w-0 flex-1 truncate font-medium">{entry.name}</span>
                  {entry.movement === undefined ? null : <Movement movement={entry.movement} />}
                  <span className="text-[0.7em] whitespace-nowrap text-ink-3 max-sm:hidden">Level {entry.level}</span>
                  <Points points={entry.points} className="min-w-[4.5em] text-right" />
                </li>
              ))}
            </ol>
          ) : null}
        </>
      )}
    </main>
  );
}

function Points({ points, className }: { points: number; className: string }) {
  return (
    <span className={`font-mono font-semibold whitespace-nowrap text-gold-text tabular-nums ${className}`}>
      {points.toLocaleString("en-GB")}
      <span className="sr-only"> points</span>
    </span>
  );
}
