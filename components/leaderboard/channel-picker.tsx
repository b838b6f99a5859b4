"use client";
import { useRouter } from "next/navigation";
import { Select } from "#components/ui/select";
import { type BoardView, boardPath } from "./board-view.ts";

/** Points of all channels together, or of one. */
export function ChannelPicker({
  view,
  channels,
}: {
  view: BoardView;
  channels: readonly { id: string; name: string }[];
}) {
  const router = useRouter();
  return (
    <Select
      aria-label="Channel"
      value={view.channel ?? ""}
      onChange={({ target }) =>
        router.push(boardPath({ ...view, channel: target.value || null, page: 1 }), { scroll: false })
      }
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
