"use client";
import { AlarmClock, AlarmClockOff, UserPlus } from "lucide-react";
import { Suspense, useState } from "react";
import { Button, IconButton } from "#components/ui/controls/button.tsx";
import { Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { Popover } from "#components/ui/overlays/popover.tsx";
import type { InboxItem } from "#lib/contract/types.ts";
import type { InboxScope, InboxState } from "#lib/queries/inbox.ts";
import { formatInboxInstant, type InboxTimeOptions } from "./inbox-times.ts";
import { listSnoozeTimes } from "./snooze-times.ts";
import { useInboxTriage } from "./use-inbox-triage.ts";

const AssigneePicker = lazyComponent(() => import("./assignee-picker.tsx").then((file) => file.AssigneePicker));

/** The member's permissions here: change posts, mark items, snooze them, and assign others' failed posts. */
export type InboxPermissions = { change: boolean; mark: boolean; snooze: boolean; manage: boolean };

type InboxItemTriageProps = {
  item: InboxItem;
  state: InboxState;
  scope: InboxScope;
  reader: InboxTimeOptions;
  now: Date;
  may: InboxPermissions;
  /** The open panel of this item. */
  open: TriagePanel | null;
  onOpen: (panel: TriagePanel | null) => void;
};

export type TriagePanel = "snooze" | "assign";

/** Assigns an item to a member and snoozes it. */
export function InboxItemTriage({ item, state, scope, reader, now, may, open, onOpen }: InboxItemTriageProps) {
  const [snoozeButton, setSnoozeButton] = useState<Element | null>(null);
  const [assignButton, setAssignButton] = useState<Element | null>(null);
  const { assign, snooze, isPending } = useInboxTriage(item, { state, scope, reader, now });
  const canAssign = may.manage && scope === "everyone" && item.kind === "post_failed";
  const close = () => onOpen(null);
  const opener = (name: TriagePanel) => ({
    "aria-haspopup": "dialog" as const,
    "aria-expanded": open === name,
    onClick: () => onOpen(open === name ? null : name),
  });
  return (
    <>
      {canAssign ? (
        <Button
          variant="quiet"
          aria-keyshortcuts="a"
          ref={setAssignButton}
          icon={<UserPlus className="size-[18px]" />}
          pending={isPending}
          {...opener("assign")}
        >
          {item.assignee ? item.assignee.name : "Assign"}
          {item.assignee ? <span className="sr-only"> is assigned. Change</span> : null}
        </Button>
      ) : item.assignee ? (
        <span className="text-13 text-ink-3">Assigned to {item.assignee.name}</span>
      ) : null}
      {state === "snoozed" && item.snoozed_until ? (
        <>
          <span className="text-13 text-ink-3">Back {formatInboxInstant(item.snoozed_until, reader, now)}</span>
          <IconButton label="Show now" onClick={() => void snooze(null)}>
            <AlarmClockOff className="size-[18px]" />
          </IconButton>
        </>
      ) : may.snooze ? (
        <IconButton label="Snooze" aria-keyshortcuts="s" ref={setSnoozeButton} {...opener("snooze")}>
          <AlarmClock className="size-[18px]" />
        </IconButton>
      ) : null}
      <Popover label="Snooze until" open={open === "snooze"} anchor={snoozeButton} onClose={close}>
        <p className="mb-1.5 text-13 font-medium">Snooze until</p>
        <div className="grid gap-0.5">
          {listSnoozeTimes(now, reader.zone).map(({ label, until }) => (
            <button
              key={label}
              type="button"
              className="flex min-h-9 items-center justify-between gap-3 rounded-control px-2 text-left text-14 hover:bg-sunk pointer-coarse:min-h-11"
              onClick={() => {
                close();
                void snooze(until);
              }}
            >
              {label}
              <span className="text-13 text-ink-3">{formatInboxInstant(until.toISOString(), reader, now)}</span>
            </button>
          ))}
        </div>
        <p className="mt-2 text-13 text-ink-3">It comes back earlier if something changes. Others still see it.</p>
      </Popover>
      <Popover label="Assign to" open={open === "assign"} anchor={assignButton} onClose={close}>
        <Suspense fallback={<Skeleton className="h-48 w-full" />}>
          <AssigneePicker
            item={item}
            onChoose={(memberId) => {
              close();
              void assign(memberId);
            }}
          />
        </Suspense>
      </Popover>
    </>
  );
}
