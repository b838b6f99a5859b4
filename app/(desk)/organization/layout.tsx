import type { ReactNode } from "react";
import { ConfirmHost } from "#components/sign-in/confirm-host";

/** Its actions may ask a person to confirm that it is them. */
export default function OrganizationLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <ConfirmHost />
    </>
  );
}
