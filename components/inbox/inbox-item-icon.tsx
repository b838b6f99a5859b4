import {
  Award,
  BellOff,
  CalendarX,
  CircleHelp,
  CirclePause,
  Clock,
  Inbox,
  PencilLine,
  Plug,
  RefreshCw,
  Scissors,
  TriangleAlert,
} from "lucide-react";
import type { ComponentType } from "react";
import { joinClassNames } from "#components/ui/join-class-names.ts";
import type { InboxItem } from "#lib/contract/types.ts";

type Icon = ComponentType<{ className?: string }>;

function getInboxItemIcon({ kind, cause, over_by: over }: Pick<InboxItem, "kind" | "cause" | "over_by">): Icon {
  if (kind === "channel_ending") return CalendarX;
  if (kind === "notice_failed") return BellOff;
  if (kind === "claim_decided" || kind === "claims_waiting") return Award;
  if (kind === "post_changed") return PencilLine;
  if (kind === "sending_paused" || kind === "posts_held") return CirclePause;
  if (kind !== "post_failed") return Inbox;
  if (cause === "rejected" && over !== null) return Scissors;
  const icons: Record<string, Icon> = { reconnect: Plug, unconfirmed: CircleHelp, missed: Clock, gave_up: RefreshCw };
  return icons[cause ?? ""] ?? TriangleAlert;
}

/** Shows the icon of a cause: red for a failure, amber for an item that awaits the member's answer or a deadline. */
export function InboxItemIcon({
  item,
  small,
}: {
  item: Pick<InboxItem, "kind" | "cause" | "over_by">;
  small?: boolean;
}) {
  const Icon = getInboxItemIcon(item);
  const isBroken = item.kind === "post_failed" && item.cause !== "unconfirmed";
  return (
    <span
      className={joinClassNames(
        "grid shrink-0 place-items-center rounded-control",
        small ? "size-8" : "size-9",
        isBroken ? "bg-failed-wash text-failed" : "bg-publishing-wash text-publishing",
      )}
    >
      <Icon className="size-[18px]" />
    </span>
  );
}
