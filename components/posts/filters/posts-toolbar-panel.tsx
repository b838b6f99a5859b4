"use client";
import { PopoverPanel } from "#components/ui/overlays/popover-panel.tsx";
import { ChannelFilter, MemberFilter, TimeFilter } from "./channel-time-member-filters.tsx";
import { DisplayOptions } from "./display-options.tsx";
import { ExportPanel } from "./export-panel.tsx";
import type { PostFilterPanelProps } from "./filter-panel-props.ts";

const panels = {
  channel: { label: "Channel", Content: ChannelFilter },
  time: { label: "Time", Content: TimeFilter },
  member: { label: "Member", Content: MemberFilter },
  look: { label: "View", Content: DisplayOptions },
  export: { label: "Export", Content: ExportPanel },
};

export type PostsPanel = keyof typeof panels;

/** The panel of one of the toolbar's buttons, with its content. */
export function PostsToolbarPanel({
  panel,
  ...rest
}: PostFilterPanelProps & { panel: PostsPanel; onClose: () => void }) {
  const { label, Content } = panels[panel];
  return (
    <PopoverPanel label={label} onClose={rest.onClose}>
      <Content {...rest} />
    </PopoverPanel>
  );
}
