"use client";
import { CalendarClock } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/button";
import { later } from "#components/ui/later";
import { usePreferences } from "#lib/queries/preferences";
import type { When } from "../machine/draft.ts";
import { whenText } from "../machine/when-words.ts";

const WhenDialog = later(() => import("./when-dialog.tsx").then((file) => file.WhenDialog));

type WhenButtonProps = {
  when: When;
  channelIds: readonly string[];
  now: Date;
  isReadOnly: boolean;
  onSet: (when: When) => void;
};

/** When it goes out; pressed, it can be chosen. */
export function WhenButton({ when, channelIds, now, isReadOnly, onSet }: WhenButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { clock } = usePreferences();
  const { main, note, wrong } = whenText(when, now, clock);
  return (
    <>
      <Button
        // A time takes all the room there is on a phone.
        icon={<CalendarClock className={`size-4 text-ink-3 ${when.is === "at" ? "max-sm:hidden" : ""}`} />}
        aria-haspopup="dialog"
        disabled={isReadOnly}
        onClick={() => setIsOpen(true)}
        className={`h-11! max-w-full min-w-0 shrink! ${wrong ? "border-failed!" : ""}`}
      >
        <span className="sr-only">When: </span>
        <span className={when.is === "now" ? undefined : "max-sm:text-13"}>{main}</span>
        {when.is === "at" ? <span className="ml-2 font-normal text-ink-3 max-lg:hidden">{note}</span> : null}
      </Button>
      {isOpen ? (
        <Suspense>
          <WhenDialog when={when} channelIds={channelIds} now={now} onSet={onSet} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
