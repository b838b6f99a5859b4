"use client";
import { useRouter } from "next/navigation";
import { Select } from "#components/ui/controls/select.tsx";
import { useOptimisticParams } from "#components/ui/use-optimistic-params.tsx";
import { getLeaderboardPath, type LeaderboardParams } from "./leaderboard-params.ts";

/** Selects the points of all channels or of one. */
export function LeaderboardChannelSelect({
  view,
  channels,
}: {
  view: LeaderboardParams;
  channels: readonly { id: string; name: string }[];
}) {
  const router = useRouter();
  const { requestedParams, request } = useOptimisticParams(view, (next) =>
    router.push(getLeaderboardPath(next), { scroll: false }),
  );
  return (
    <Select
      aria-label="Channel"
      value={requestedParams.channel ?? ""}
      onChange={({ target }) => request({ channel: target.value || null, page: 1 })}
      className="w-52 max-sm:w-full"
    >
      <option value="">All channels</option>
      {channels.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
