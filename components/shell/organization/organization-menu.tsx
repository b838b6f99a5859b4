"use client";
import { Check, Plus } from "lucide-react";
import { openOverlay } from "#components/shell/overlay-store.tsx";
import { ContextMenu } from "#components/ui/overlays/context-menu.tsx";
import { switchMembership } from "./switch-membership.ts";

export type ShellOrganization = {
  name: string;
  note?: string;
  /** The person's other organizations, with their membership ids there. */
  others?: readonly { memberId: string; name: string }[];
  /** True when this person may create another organization. */
  mayCreate?: boolean;
};

type OrganizationMenuProps = {
  organization: ShellOrganization;
  at: { x: number; y: number };
  opener: Element | null;
  onClose: () => void;
};

/** Lists a person's organizations; the current one is ticked. */
export function OrganizationMenu({ organization, ...rest }: OrganizationMenuProps) {
  const { name, others = [], mayCreate } = organization;
  const items = [
    { id: "here", label: `${name} (here)`, icon: <Check className="size-4" />, onSelect: () => undefined },
    ...others.map((other) => ({
      id: other.memberId,
      label: other.name,
      icon: <span className="size-4" />,
      onSelect: () => void switchMembership(other.memberId),
    })),
    ...(mayCreate
      ? [
          {
            id: "new",
            label: "New organization…",
            icon: <Plus className="size-4" />,
            parted: true,
            onSelect: () => openOverlay("organization"),
          },
        ]
      : []),
  ];
  return <ContextMenu label="Organizations" items={items} {...rest} />;
}
