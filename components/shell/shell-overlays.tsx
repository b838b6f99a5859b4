"use client";
import { usePathname } from "next/navigation";
import { Suspense, useEffect } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { ShellFeatures } from "./command-palette/static-commands.ts";
import { closeStaleOverlay, openOverlay, useOpenOverlay } from "./overlay-store.tsx";

// Loaded on first opening: no page needs the overlays to render.
const CommandPalette = lazyComponent(() =>
  import("./command-palette/command-palette.tsx").then((file) => file.CommandPalette),
);
const ShortcutsDialog = lazyComponent(() => import("./shortcuts-dialog.tsx").then((file) => file.ShortcutsDialog));
const MoreNavDialog = lazyComponent(() =>
  import("./navigation/more-nav-dialog.tsx").then((file) => file.MoreNavDialog),
);
const NewOrganizationDialog = lazyComponent(() =>
  import("./organization/new-organization-dialog.tsx").then((file) => file.NewOrganizationDialog),
);

/** Shows the open overlay: the command palette, the shortcuts or a phone's other navigation items. */
export function ShellOverlays({ offered }: { offered: ShellFeatures }) {
  const opened = useOpenOverlay();
  const pathname = usePathname();
  // The overlay led to this page, or the person left without using it.
  useEffect(() => closeStaleOverlay(pathname), [pathname]);
  const close = () => openOverlay(null);
  return (
    <Suspense>
      {opened === "palette" ? <CommandPalette offered={offered} onClose={close} /> : null}
      {opened === "keys" ? <ShortcutsDialog onClose={close} /> : null}
      {opened === "organization" ? <NewOrganizationDialog onClose={close} /> : null}
      {opened === "more" ? <MoreNavDialog offered={offered} onClose={close} /> : null}
    </Suspense>
  );
}
