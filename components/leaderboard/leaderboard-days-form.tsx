"use client";
import { useState } from "react";
import { DateField } from "#components/date-time/date-field.tsx";
import { Button } from "#components/ui/controls/button.tsx";
import { isDay } from "#lib/time/days.ts";
import type { LeaderboardParams } from "./leaderboard-params.ts";

/** Selects the leaderboard's first and last day. */
export function LeaderboardDaysForm({ view }: { view: LeaderboardParams }) {
  const [from, setFrom] = useState(view.from ?? "");
  const [to, setTo] = useState(view.to ?? "");
  return (
    <form action="/leaderboard" className="flex flex-wrap items-start gap-2 max-sm:w-full">
      <input type="hidden" name="period" value="range" />
      {view.channel ? <input type="hidden" name="channel" value={view.channel} /> : null}
      <DateField name="from" label="From" value={from} className="w-48 max-sm:w-full" onChange={setFrom} />
      <DateField name="to" label="To (UTC days)" value={to} className="w-48 max-sm:w-full" onChange={setTo} />
      <Button type="submit" variant="outline" className="mt-6 max-sm:mt-0" disabled={!isDay(from) || !isDay(to)}>
        Show
      </Button>
    </form>
  );
}
