import { Monitor } from "lucide-react";
import { Button } from "#components/ui/controls/button.tsx";
import { ButtonLink } from "#components/ui/controls/button-link.tsx";
import { PrefetchLink } from "#components/ui/controls/prefetch-link.tsx";
import { TextInput } from "#components/ui/controls/text-input.tsx";
import type { Channel } from "#lib/contract/types.ts";
import { LeaderboardChannelSelect } from "./leaderboard-channel-select.tsx";
import { LeaderboardDaysForm } from "./leaderboard-days-form.tsx";
import { getLeaderboardPath, type LeaderboardParams } from "./leaderboard-params.ts";

const periods = [
  { period: "all", label: "All time" },
  { period: "month", label: "Month" },
  { period: "week", label: "Week" },
  { period: "range", label: "Days" },
] as const;

/** Selects the leaderboard's period, as links with an address, and links to the big screen. */
export function LeaderboardToolbar({ view, hasFilters }: { view: LeaderboardParams; hasFilters: boolean }) {
  return (
    <>
      {hasFilters ? (
        <nav aria-label="Period">
          <ul className="segments">
            {periods.map(({ period, label }) => (
              <li key={period}>
                <PrefetchLink
                  href={getLeaderboardPath({ ...view, period, from: null, to: null, page: 1 })}
                  scroll={false}
                  aria-current={view.period === period ? "page" : undefined}
                  className="segment"
                >
                  {label}
                </PrefetchLink>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <ButtonLink
        href={getLeaderboardPath({ ...view, q: "", page: 1 }, "/leaderboard/wall")}
        variant="quiet"
        icon={<Monitor className="size-4" />}
      >
        Wall
      </ButtonLink>
    </>
  );
}

type LeaderboardFiltersProps = {
  view: LeaderboardParams;
  channels: readonly Channel[];
  hasFilters: boolean;
  canSearch: boolean;
};

/** Filters the leaderboard by days, channel and name. The search works before scripts load. */
export function LeaderboardFilters({ view, channels, hasFilters, canSearch }: LeaderboardFiltersProps) {
  const hasChannels = hasFilters && channels.length > 1;
  if (!hasChannels && !canSearch && view.period !== "range") return null;
  return (
    <div className="mx-auto mb-3 flex max-w-[944px] flex-wrap items-end gap-2">
      {hasChannels ? (
        <LeaderboardChannelSelect view={view} channels={channels.map(({ id, name }) => ({ id, name }))} />
      ) : null}
      {view.period === "range" ? <LeaderboardDaysForm key={`${view.from} ${view.to}`} view={view} /> : null}
      {canSearch ? (
        <search className="ml-auto max-sm:ml-0 max-sm:w-full">
          <form action="/leaderboard" className="flex items-end gap-2">
            {view.period === "all" ? null : <input type="hidden" name="period" value={view.period} />}
            {view.from && view.to ? (
              <>
                <input type="hidden" name="from" value={view.from} />
                <input type="hidden" name="to" value={view.to} />
              </>
            ) : null}
            {view.channel ? <input type="hidden" name="channel" value={view.channel} /> : null}
            <TextInput
              type="search"
              name="q"
              aria-label="Find a member"
              placeholder="Find a member"
              maxLength={100}
              defaultValue={view.q}
            />
            <Button type="submit" variant="outline">
              Find
            </Button>
          </form>
        </search>
      ) : null}
    </div>
  );
}
