import type { ReactNode } from "react";
import { Logo, LogoIcon } from "./logo.tsx";
import { composePath, sidebarNavItems } from "./navigation/nav-items.tsx";
import { sidebarLinkClass } from "./navigation/sidebar.tsx";

const navItems = [...sidebarNavItems.work, ...sidebarNavItems.rest].filter((item) => !("feature" in item));

/**
 * The frame of a page while nobody knows who is signed in: the pages that every member has, without counts and names.
 * Its links load the whole document, because Next keeps a frame and would show this one for ever.
 */
export function UnavailableShell({ children }: { children: ReactNode }) {
  return (
    <div className="sm:grid sm:grid-cols-[68px_minmax(0,1fr)] lg:grid-cols-[228px_minmax(0,1fr)]">
      <header className="bg-desk px-3 py-3.5 sm:sticky sm:top-0 sm:h-dvh sm:overflow-y-auto sm:border-r max-sm:border-b">
        <div className="px-2.5 pb-4 max-lg:hidden">
          <Logo />
        </div>
        <nav aria-label="Main">
          <ul className="grid gap-x-3 gap-y-0.5 max-sm:flex max-sm:flex-wrap">
            <li>
              <a href={composePath} className={sidebarLinkClass}>
                <LogoIcon className="size-[18px] shrink-0" />
                <span className="sm:max-lg:sr-only">Compose</span>
              </a>
            </li>
            {navItems.map(({ href, label, icon: Icon }) => (
              <li key={href}>
                <a href={href} className={sidebarLinkClass}>
                  <Icon className="size-[18px]" />
                  <span className="sm:max-lg:sr-only">{label}</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main className="grid min-h-[70dvh] content-center sm:min-h-dvh">{children}</main>
    </div>
  );
}
