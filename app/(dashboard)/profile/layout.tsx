import type { ReactNode } from "react";
import { ConfirmIdentityHost } from "#components/auth/confirm-identity-host.tsx";

export default function ProfileLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <ConfirmIdentityHost />
    </>
  );
}
