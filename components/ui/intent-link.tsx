"use client";
import Link from "next/link";
import { type ComponentProps, useState } from "react";

type IntentLinkProps = Omit<ComponentProps<typeof Link>, "prefetch" | "onPointerEnter" | "onFocus">;

/**
 * A link that loads its page ahead once it is pointed at or has the focus, and not as soon as it is in view: every page
 * here asks the service for data, and a rail of links would ask for all of them on each visit.
 */
export function IntentLink(props: IntentLinkProps) {
  const [meant, setMeant] = useState(false);
  return (
    <Link
      {...props}
      prefetch={meant ? null : false}
      onPointerEnter={() => setMeant(true)}
      onFocus={() => setMeant(true)}
    />
  );
}
