import { WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { Toaster } from "#components/ui/feedback/toast.tsx";
import type { ShellFeatures } from "./command-palette/static-commands.ts";
import { GlobalShortcuts } from "./global-shortcuts.tsx";
import { BottomBar } from "./navigation/bottom-bar.tsx";
import { isNavItemAvailable, sidebarNavItems } from "./navigation/nav-items.tsx";
import { Sidebar, type SidebarMember } from "./navigation/sidebar.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import type { ShellOrganization } from "./organization/organization-menu.tsx";
import { ShellOverlays } from "./shell-overlays.tsx";

const getNavLetters = (offered: ShellFeatures) =>
  Object.fromEntries(
    [...sidebarNavItems.work, ...sidebarNavItems.rest]
      .filter((place) => isNavItemAvailable(place, offered))
      .map(({ letter, href, label }) => [letter, { href, label }]),
  );

type AppShellProps = {
  organization: ShellOrganization;
  member: SidebarMember;
  offered: ShellFeatures;
  children: ReactNode;
};

/** The frame of every signed-in page: sidebar or bottom bar, and the page. */
export function AppShell({ organization, member, offered, children }: AppShellProps) {
  return (
    <div className="sm:grid sm:grid-cols-[68px_minmax(0,1fr)] lg:grid-cols-[228px_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed top-3 left-3 z-50 rounded-control bg-paper px-4 py-2.5 shadow-float not-focus:sr-only"
      >
        Skip to content
      </a>
      <Sidebar organization={organization} member={member} offered={offered} />
      <main id="main" tabIndex={-1} className="flex min-h-dvh min-w-0 flex-col pb-[var(--bottom-bar)] outline-none">
        <OfflineBanner>
          <WifiOff className="size-4" />
          You're offline. Showing saved data. Nothing is sent until you're back online.
        </OfflineBanner>
        {children}
      </main>
      <BottomBar />
      <Toaster />
      <ShellOverlays offered={offered} />
      <GlobalShortcuts letters={getNavLetters(offered)} />
    </div>
  );
}
