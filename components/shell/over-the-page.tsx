"use client";
import { usePathname } from "next/navigation";
import { lazy, Suspense, useEffect } from "react";
import { closeOthers, open, useOpened } from "./opened.tsx";
import type { Offered } from "./standing-entries.ts";

// Each comes with its first opening: no page needs it to stand.
const Palette = lazy(() => import("./palette.tsx").then((file) => ({ default: file.Palette })));
const KeysSheet = lazy(() => import("./keys-sheet.tsx").then((file) => ({ default: file.KeysSheet })));
const MoreSheet = lazy(() => import("./more-sheet.tsx").then((file) => ({ default: file.MoreSheet })));

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
      {opened === "more" ? <MoreSheet onClose={close} /> : null}
    </Suspense>
  );
}
