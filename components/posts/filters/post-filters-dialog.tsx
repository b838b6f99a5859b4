"use client";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { ExportPanel } from "./export-panel.tsx";
import { ChannelPanel, MemberPanel, TimePanel } from "./post-filters.tsx";
import { LookPanel } from "./display-options.tsx";
import type { PanelProps } from "./filter-panel-props.ts";

/** All that cuts, orders and exports the list, in one sheet for phones. */
export function FilterSheet({ onClose, ...panel }: PanelProps & { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Filters"
      actions={
        <Button variant="filled" onClick={onClose}>
          Show the posts
        </Button>
      }
    >
      <div className="grid gap-5">
        <ChannelPanel {...panel} />
        <TimePanel {...panel} />
        {panel.members ? <MemberPanel {...panel} /> : null}
        <LookPanel {...panel} />
        <ExportPanel {...panel} onDone={onClose} />
      </div>
    </Dialog>
  );
}
