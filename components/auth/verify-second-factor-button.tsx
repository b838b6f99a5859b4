"use client";
import { Button } from "#components/ui/controls/button.tsx";
import { requestSecondFactor } from "#lib/queries/identity-confirmation.ts";

/** Confirms with a code or a passkey, then opens `next` with every right of the person's role. */
export function VerifySecondFactorButton({ next }: { next: string }) {
  return (
    <Button
      variant="filled"
      size="large"
      className="w-full"
      aria-haspopup="dialog"
      onClick={() =>
        void requestSecondFactor().then((isProved) => {
          // A full page load: the page depends on the role.
          if (isProved) location.assign(next);
        })
      }
    >
      Verify with a code or a passkey
    </Button>
  );
}
