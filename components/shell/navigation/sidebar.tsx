import { ChevronsUpDown, Search } from "lucide-react";
import { Suspense } from "react";
import { LogoIcon } from "#components/shell/logo.tsx";
import type { ShellOrganization } from "#components/shell/organization/organization-menu.tsx";
import { OrganizationSwitcher } from "#components/shell/organization/organization-switcher.tsx";
import { OverlayButton } from "#components/shell/overlay-button.tsx";
import { PointsBadge } from "#components/ui/feedback/points-badge.tsx";
import { Kbd } from "#components/ui/keyboard/kbd.tsx";
import { formatAriaKeyShortcuts } from "#components/ui/keyboard/shortcut-registry.tsx";
import { getInitial, InitialsAvatar } from "#components/ui/layout/initials-avatar.tsx";
import { DraftsCount } from "./drafts-count.tsx";
import { InboxCountBadge } from "./inbox-count.tsx";
import {
  draftsNavItem,
  inboxNavItem,
  isNavItemAvailable,
  type NavFeatures,
  type NavItem,
  newPostPath,
  profileNavItem,
  reviewNavItem,
  sidebarNavItems,
} from "./nav-items.tsx";
import { NavLink } from "./nav-link.tsx";
import { PendingClaimsCount } from "./pending-claims-count.tsx";

/** Classes of a sidebar line, for links and buttons. */
export const sidebarLinkClass =
  "flex h-[38px] w-full items-center gap-2.5 rounded-control border border-transparent px-2.5 text-14 text-ink-2 hover:bg-sunk hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-paper aria-[current=page]:font-semibold aria-[current=page]:text-ink max-lg:justify-center max-lg:px-0 pointer-coarse:h-11";

const line = "flex min-h-11 items-center gap-2.5 rounded-control px-2 max-lg:justify-center max-lg:px-0";

/** Shows the organization's name at the top of the sidebar; a member of several organizations can switch there. */
function OrganizationHeader({ organization }: { organization: ShellOrganization }) {
  const { name, note, others = [], mayCreate = false } = organization;
  const head = (
    <>
      <InitialsAvatar name={getInitial(name)} size="small" tone="ink" square />
      <span className="min-w-0 flex-1 text-left leading-4.5 max-lg:sr-only">
        <span className="block truncate text-14 font-semibold">{name}</span>
        {note ? <span className="block truncate text-12 text-ink-3">{note}</span> : null}
      </span>
    </>
  );
  if (others.length === 0 && !mayCreate) return <div className={line}>{head}</div>;
  return (
    <OrganizationSwitcher organization={organization} className={`${line} w-full hover:bg-sunk`}>
      {head}
      <span className="sr-only">Switch organization</span>
      <ChevronsUpDown className="size-4 text-ink-3 max-lg:hidden" />
    </OrganizationSwitcher>
  );
}

type LevelAndPoints = { level: number; points: number };
/** `ownRank` resolves to null when the service does not report it; it may arrive after the page. */
export type SidebarMember = { name: string; ownRank: Promise<LevelAndPoints | null> };

type SidebarProps = {
  organization: ShellOrganization;
  member: SidebarMember;
  offered: NavFeatures;
};

/** A count without a background; on the icon's corner where the rail has only icons. */
const plainCountClass =
  "flex max-lg:absolute max-lg:-top-1 max-lg:-right-2.5 max-lg:rounded-full max-lg:border max-lg:bg-paper max-lg:px-1";

function SidebarLink({ place }: { place: NavItem }) {
  const { href, label, letter, icon: Icon } = place;
  return (
    <li>
      {/* aria-keyshortcuts can't express one key after another. */}
      <NavLink
        href={href}
        title={`${label} (G then ${letter.toUpperCase()})`}
        className={`relative ${sidebarLinkClass}`}
      >
        <Icon className="size-[18px]" />
        <span className="flex-1 max-lg:sr-only">{label}</span>
        {place === draftsNavItem ? <DraftsCount className={plainCountClass} /> : null}
        {place === reviewNavItem ? <PendingClaimsCount className={plainCountClass} /> : null}
        {place === inboxNavItem ? (
          <InboxCountBadge className="flex max-lg:absolute max-lg:-top-0.5 max-lg:-right-1" />
        ) : null}
      </NavLink>
    </li>
  );
}

/** The sidebar of wide screens; only icons below 1024 px, absent at phone width. */
export function Sidebar({ organization, member, offered }: SidebarProps) {
  return (
    // Above the page: each element painted after a sticky one gets a compositing layer of its own, and so would each
    // field of a long thread.
    <header className="sticky top-0 z-20 flex h-dvh flex-col overflow-y-auto border-r bg-desk max-sm:hidden">
      <div className="px-3 pt-3.5 pb-2">
        <OrganizationHeader organization={organization} />
      </div>

      <nav aria-label="Main" className="flex flex-1 flex-col gap-0.5 px-3">
        <NavLink
          href={newPostPath}
          aria-keyshortcuts="c"
          title="Compose"
          className="mb-2.5 flex h-10 items-center gap-2.5 rounded-control border-2 border-accent bg-accent px-2 text-14 font-semibold text-on-accent hover:opacity-90 aria-[current=page]:border-accent-line max-lg:h-11 max-lg:justify-center max-lg:px-0 pointer-coarse:h-11"
        >
          <LogoIcon className="size-[18px] shrink-0" />
          <span className="flex-1 max-lg:sr-only">Compose</span>
          <span className="flex max-lg:hidden">
            <Kbd keys="c" on="accent" />
          </span>
        </NavLink>
        <ul className="grid gap-0.5">
          {sidebarNavItems.work
            .filter((place) => isNavItemAvailable(place, offered))
            .map((place) => (
              <SidebarLink key={place.href} place={place} />
            ))}
        </ul>
        <ul className="mt-auto grid gap-0.5 py-2.5">
          {sidebarNavItems.rest
            // The member's own line below leads there.
            .filter((place) => place !== profileNavItem && isNavItemAvailable(place, offered))
            .map((place) => (
              <SidebarLink key={place.href} place={place} />
            ))}
          <li>
            <OverlayButton
              what="palette"
              title="Go to…"
              keyShortcuts={formatAriaKeyShortcuts("mod+k")}
              className={sidebarLinkClass}
            >
              <Search className="size-[18px]" />
              <span className="flex-1 text-left max-lg:sr-only">Go to…</span>
              <span className="flex max-lg:hidden">
                <Kbd keys="mod+k" />
              </span>
            </OverlayButton>
          </li>
        </ul>
      </nav>

      <div className="border-t px-3 py-2">
        <NavLink
          href={profileNavItem.href}
          title={`Your profile (G then ${profileNavItem.letter.toUpperCase()})`}
          className="flex min-h-11 items-center gap-2.5 rounded-control border border-transparent px-2 hover:bg-sunk aria-[current=page]:border-line aria-[current=page]:bg-paper max-lg:flex-col max-lg:gap-1.5 max-lg:px-0 max-lg:py-1"
        >
          <InitialsAvatar name={member.name} />
          <span className="sr-only">Profile</span>
          <span className="min-w-0 flex-1 leading-4.5 max-lg:sr-only">
            <span className="block truncate text-14 font-semibold">{member.name}</span>
            <Suspense>
              <MemberLevel ownRank={member.ownRank} />
            </Suspense>
          </span>
          <Suspense>
            <MemberPoints ownRank={member.ownRank} />
          </Suspense>
        </NavLink>
      </div>
    </header>
  );
}

async function MemberLevel({ ownRank }: Pick<SidebarMember, "ownRank">) {
  const own = await ownRank;
  return own ? <span className="block text-12 text-ink-3">Level {own.level}</span> : null;
}

async function MemberPoints({ ownRank }: Pick<SidebarMember, "ownRank">) {
  const own = await ownRank;
  return own ? <PointsBadge points={own.points} className="max-lg:h-5 max-lg:px-1.5 max-lg:text-11" /> : null;
}
