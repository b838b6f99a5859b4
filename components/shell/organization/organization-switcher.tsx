"use client";
import { type ReactNode, Suspense, useRef, useState } from "react";
import { lazyComponent } from "#components/ui/layout/lazy-component.tsx";
import type { ShellOrganization } from "./organization-menu.tsx";

// Most members belong to one organization and never open this menu.
const OrganizationMenu = lazyComponent(() => import("./organization-menu.tsx").then((file) => file.OrganizationMenu));

type OrganizationSwitcherProps = {
  organization: ShellOrganization;
  className: string;
  /** The current organization and the menu's icon. */
  children: ReactNode;
};

/** Opens the menu of the person's other organizations. */
export function OrganizationSwitcher({ organization, className, children }: OrganizationSwitcherProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  function press() {
    const box = button.current?.getBoundingClientRect();
    setAt(box ? { x: box.left, y: box.bottom } : null);
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={at !== null}
        title={`${organization.name}: switch organization`}
        onClick={press}
        className={className}
      >
        {children}
      </button>
      {at ? (
        <Suspense>
          <OrganizationMenu organization={organization} at={at} opener={button.current} onClose={() => setAt(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
