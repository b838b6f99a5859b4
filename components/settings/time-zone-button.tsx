"use client";
import { ChevronsUpDown } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { formatClockTime, getTimeZoneCity } from "#lib/time/format-short.ts";
import { formatUtcOffset } from "#lib/time/format-time-zone.ts";
import { isTimeZone } from "#lib/time/resolve-wall-time.ts";
import { toWallTime } from "#lib/time/wall-time.ts";

const TimeZoneDialog = lazyComponent(() => import("./time-zone-dialog.tsx").then((file) => file.TimeZoneDialog));

type TimeZoneButtonProps = {
  /** Name of the setting, for screen reader users, who don't see its row. */
  label: string;
  zone: string | null;
  now: Date;
  clock: "24" | "12";
  /** Label for no chosen zone; null where there is always one. */
  noneLabel: string | null;
  onChoose: (zone: string | null) => void;
};

/** Shows the chosen zone; pressing it opens the search for another. */
export function TimeZoneButton({ label, zone, now, clock, noneLabel, onChoose }: TimeZoneButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<ChevronsUpDown className="order-last size-4 text-ink-3" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="sr-only">{label}: </span>
        {zone === null ? noneLabel : getTimeZoneCity(zone)}
      </Button>
      {isOpen ? (
        <Suspense>
          <TimeZoneDialog
            title={label}
            selected={zone}
            noneLabel={noneLabel}
            now={now}
            clock={clock}
            onChoose={(next) => {
              setOpen(false);
              if (next !== zone) onChoose(next);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Formats `14:05 there now, UTC+1`; empty for a zone that this browser does not know. */
export function formatTimeInZone(zone: string, clock: "24" | "12", now: Date): string {
  if (!isTimeZone(zone)) return "";
  return `${formatClockTime(toWallTime(now, zone).time, clock)} there now, ${formatUtcOffset(zone, now)}`;
}
