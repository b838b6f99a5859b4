"use client";
import { Search } from "lucide-react";
import { openOverlay } from "#components/shell/overlay-store.tsx";
import { DialogPanel } from "#components/ui/overlays/dialog-panel.tsx";
import { DraftsCount } from "./drafts-count.tsx";
import { InboxCountBadge } from "./inbox-count.tsx";
import {
  bottomBarNavItems,
  draftsNavItem,
  inboxNavItem,
  isNavItemAvailable,
  type NavFeatures,
  reviewNavItem,
} from "./nav-items.tsx";
import { NavLink } from "./nav-link.tsx";
import { PendingClaimsCount } from "./pending-claims-count.tsx";

const line =
  "flex h-12 w-full items-center gap-3 rounded-control px-2.5 text-15 text-ink-2 hover:bg-sunk hover:text-ink aria-[current=page]:bg-sunk aria-[current=page]:font-semibold aria-[current=page]:text-ink";

/** The navigation items that don't fit in a phone's bar. */
export function MoreNavDialog({ offered, onClose }: { offered: NavFeatures; onClose: () => void }) {
  const places = bottomBarNavItems.more.filter((place) => isNavItemAvailable(place, offered));
  return (
    <DialogPanel title="More" onClose={onClose}>
      <nav aria-label="More" className="-mx-2.5">
        <ul className="grid gap-0.5">
          {places.map((place) => (
            <li key={place.href}>
              {/* Closes for a link to the current page too: nothing else would close the dialog then. */}
              <NavLink href={place.href} onClick={onClose} className={line}>
                <place.icon className="size-5" />
                <span className="flex-1">{place.label}</span>
                {place === draftsNavItem ? <DraftsCount className="flex" /> : null}
                {place === inboxNavItem ? <InboxCountBadge className="flex" /> : null}
                {place === reviewNavItem ? <PendingClaimsCount className="flex" /> : null}
              </NavLink>
            </li>
          ))}
          <li>
            <button type="button" aria-haspopup="dialog" onClick={() => openOverlay("palette")} className={line}>
              <Search className="size-5" />
              Go to…
            </button>
          </li>
        </ul>
      </nav>
    </DialogPanel>
  );
}
