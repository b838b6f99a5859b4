import { Ellipsis } from "lucide-react";
import { LogoIcon } from "#components/shell/logo.tsx";
import { InboxCountBadge } from "./inbox-count.tsx";
import { MoreNavButton } from "./more-nav-button.tsx";
import { bottomBarNavItems, type NavItem, newPostPath } from "./nav-items.tsx";
import { NavLink } from "./nav-link.tsx";

/** The bar keeps its height at every text size, so its labels grow only as far as five fit. */
const cell =
  "relative flex h-[64px] w-full flex-col items-center justify-center gap-1 text-[min(0.6875rem,14px)] leading-4 text-ink-2 aria-[current=page]:font-semibold aria-[current=page]:text-accent";

function BottomBarLink({ place: { href, label, icon: Icon } }: { place: NavItem }) {
  return (
    <li>
      <NavLink href={href} className={cell}>
        <Icon className="size-[20px]" />
        {label}
      </NavLink>
    </li>
  );
}

/** The navigation bar of phones, with Compose in the middle. */
export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 h-[var(--bottom-bar)] border-t bg-desk pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="grid grid-cols-5">
        {bottomBarNavItems.before.map((place) => (
          <BottomBarLink key={place.href} place={place} />
        ))}
        <li className="grid place-items-center">
          <NavLink
            href={newPostPath}
            className="grid size-[46px] place-items-center rounded-card bg-accent text-on-accent"
          >
            <LogoIcon className="size-[20px]" />
            <span className="sr-only">Compose</span>
          </NavLink>
        </li>
        {bottomBarNavItems.after.map((place) => (
          <BottomBarLink key={place.href} place={place} />
        ))}
        <li>
          <MoreNavButton places={bottomBarNavItems.more.map(({ href }) => href)} className={cell}>
            <Ellipsis className="size-[20px]" />
            More
            <InboxCountBadge className="absolute top-1 left-[min(50%+0.5rem,100%-1.2rem)] flex" />
          </MoreNavButton>
        </li>
      </ul>
    </nav>
  );
}
