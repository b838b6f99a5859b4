"use client";
import { Suspense } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";

// A member who sees only their own posts has no switch, so its code is no part of a page's first load.
const ScopeSwitch = lazyComponent(() => import("./scope-switch.tsx").then((file) => file.ScopeSwitch));

/** The switch between Mine and Everyone. */
export const LazyScopeSwitch: typeof ScopeSwitch = (props) => (
  <Suspense>
    <ScopeSwitch {...props} />
  </Suspense>
);
