import { Ellipsis } from "lucide-react";
import { Feather } from "#components/shell/logo.tsx";
import { MoreButton } from "./more-nav-button.tsx";
import { bar, composePath, type Place } from "./nav-items.tsx";
import { NavLink } from "./nav-link.tsx";
import { UnreadCount } from "./unread-count.tsx";

const cell =
  "relative flex h-16 w-full flex-col items-center justify-center gap-1 text-11 text-ink-2 aria-[current=page]:font-semibold aria-[current=page]:text-accent";

function BarLink({ place: { href, label, icon: Icon } }: { place: Place }) {
  return (
    <li>
      <NavLink href={href} className={cell}>
        <Icon className="size-5" />
        {label}
      </NavLink>
    </li>
  );
}

/** The bar of phones, Compose in its middle. */
export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 h-[var(--bottom-bar)] border-t bg-desk pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="grid grid-cols-5">
        {bar.before.map((place) => (
          <BarLink key={place.href} place={place} />
        ))}
        <li className="grid place-items-center">
          <NavLink
            href={composePath}
            className="grid size-[46px] place-items-center rounded-card bg-accent text-on-accent"
          >
            <Feather className="size-[22px]" />
            <span className="sr-only">Compose</span>
          </NavLink>
        </li>
        {bar.after.map((place) => (
          <BarLink key={place.href} place={place} />
        ))}
        <li>
          <MoreButton places={bar.more.map(({ href }) => href)} className={cell}>
            <Ellipsis className="size-5" />
            More
            <UnreadCount className="absolute top-1.5 left-[calc(50%+4px)] flex" />
          </MoreButton>
        </li>
      </ul>
    </nav>
  );
}
