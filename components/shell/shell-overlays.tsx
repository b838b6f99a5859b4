"use client";
import { usePathname } from "next/navigation";
import { Suspense, useEffect } from "react";
import { later } from "#components/ui/layout/lazy-component.tsx";
import { closeOthers, open, useOpened } from "./overlay-store.tsx";
import type { Offered } from "./command-palette/static-commands.ts";

// Each comes with its first opening: no page needs it to stand.
const Palette = later(() => import("./command-palette/command-palette.tsx").then((file) => file.Palette));
const KeysSheet = later(() => import("./shortcuts-dialog.tsx").then((file) => file.KeysSheet));
const MoreSheet = later(() => import("./navigation/more-nav-dialog.tsx").then((file) => file.MoreSheet));
const NewOrganization = later(() => import("./organization/new-organization-dialog.tsx").then((file) => file.NewOrganization));

/** What stands open over the page: the palette, the sheet of keys, the rest of a phone's places. */
export function OverThePage({ offered }: { offered: Offered }) {
  const opened = useOpened();
  const pathname = usePathname();
  // It led here, or the person went on without it.
  useEffect(() => closeOthers(pathname), [pathname]);
  const close = () => open(null);
  return (
    <Suspense>
      {opened === "palette" ? <Palette offered={offered} onClose={close} /> : null}
      {opened === "keys" ? <KeysSheet onClose={close} /> : null}
      {opened === "organization" ? <NewOrganization onClose={close} /> : null}
      {opened === "more" ? <MoreSheet offered={offered} onClose={close} /> : null}
    </Suspense>
  );
}
