import type { ReactNode } from "react";
import { ConfirmIdentityHost } from "#components/auth/confirm-identity-host.tsx";

/** Its actions may ask a person to confirm that it is them. */
export default function ProfileLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <ConfirmIdentityHost />
    </>
  );
}
