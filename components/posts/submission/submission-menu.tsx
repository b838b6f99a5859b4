"use client";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/controls/button.tsx";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { SubmissionActionsProps } from "./submission-panel.tsx";

// Each row of a list has this button: the actions and their state come with the first press. An overlay that loads brings
// its own Suspense.
const SubmissionPanel = lazyComponent(() => import("./submission-panel.tsx").then((file) => file.SubmissionPanel));

/** The button that opens the actions on a whole submission. */
export function SubmissionMenu(props: SubmissionActionsProps) {
  const [state, setState] = useState<"open" | "pending" | null>(null);
  const isPending = state === "pending";
  return (
    <>
      <IconButton
        label={`Actions for “${props.title}”`}
        aria-haspopup="dialog"
        aria-expanded={state === "open"}
        pending={isPending}
        onClick={() => setState(state ? null : "open")}
      >
        <Ellipsis className="size-4" />
      </IconButton>
      {state ? (
        <SubmissionPanel
          {...props}
          isPending={isPending}
          onPending={() => setState("pending")}
          onClose={() => setState(null)}
        />
      ) : null}
    </>
  );
}
