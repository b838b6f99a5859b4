"use client";
import { ChevronsUpDown } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/controls/button.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import { getTimeZoneCity } from "#lib/time/format-short.ts";

const TimeZoneDialog = lazyComponent(() => import("./time-zone-dialog.tsx").then((file) => file.TimeZoneDialog));

type TimeZoneButtonProps = {
  /** What it sets, for those who do not see the row it stands in. */
  label: string;
  zone: string | null;
  now: Date;
  clock: "24" | "12";
  /** Words for having chosen none. */
  none: string;
  onChoose: (zone: string | null) => void;
};

/** The zone that is chosen; pressed, another can be looked for. */
export function TimeZoneButton({ label, zone, now, clock, none, onChoose }: TimeZoneButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={<ChevronsUpDown className="order-last size-4 text-ink-3" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span className="sr-only">{label}: </span>
        {zone === null ? none : getTimeZoneCity(zone)}
      </Button>
      {isOpen ? (
        <Suspense>
          <TimeZoneDialog
            title={label}
            chosen={zone}
            none={none}
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
