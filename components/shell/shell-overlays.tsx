"use client";
import { usePathname } from "next/navigation";
import { Suspense, useEffect } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { ShellFeatures } from "./command-palette/static-commands.ts";
import { closeStaleOverlay, openOverlay, useOpenOverlay } from "./overlay-store.tsx";

// Each comes with its first opening: no page needs it to stand.
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

/** What stands open over the page: the palette, the sheet of keys, the rest of a phone's places. */
export function ShellOverlays({ offered }: { offered: ShellFeatures }) {
  const opened = useOpenOverlay();
  const pathname = usePathname();
  // It led here, or the person went on without it.
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
