"use client";
import { Button } from "#components/ui/controls/button.tsx";
import { Dialog } from "#components/ui/overlays/dialog.tsx";
import { ChannelFilter, MemberFilter, TimeFilter } from "./channel-time-member-filters.tsx";
import { DisplayOptions } from "./display-options.tsx";
import { ExportPanel } from "./export-panel.tsx";
import type { PostFilterPanelProps } from "./filter-panel-props.ts";

/** Filters, order and export in one sheet for phones. */
export function PostFiltersDialog({ onClose, ...panel }: PostFilterPanelProps & { onClose: () => void }) {
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
        <ChannelFilter {...panel} />
        <TimeFilter {...panel} />
        {panel.members ? <MemberFilter {...panel} /> : null}
        <DisplayOptions {...panel} />
        <ExportPanel {...panel} onClose={onClose} />
      </div>
    </Dialog>
  );
}
