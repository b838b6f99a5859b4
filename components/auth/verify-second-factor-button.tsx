"use client";
import { Button } from "#components/ui/controls/button.tsx";
import { requestSecondFactor } from "#lib/queries/with-confirmation.ts";

/** `passkey`, `code`: which of them the person has. */
type VerifySecondFactorButtonProps = { next: string; passkey: boolean; code: boolean };

/** Confirms with a passkey or a code, then opens `next` with every right of the person's role. */
export function VerifySecondFactorButton({ next, passkey, code }: VerifySecondFactorButtonProps) {
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
      {passkey ? `Verify with a passkey${code ? " or a code" : ""}` : "Verify with a code"}
    </Button>
  );
}
