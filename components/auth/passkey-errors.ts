/** What a person is told when their browser or authenticator gave no passkey; null where they only changed their mind. */
export function getPasskeyErrorMessage(error: unknown): string | null {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (code === "ERROR_CEREMONY_ABORTED") return null;
  if (code === "ERROR_INVALID_DOMAIN" || code === "ERROR_INVALID_RP_ID" || name === "SecurityError")
    return "Passkeys do not work at this address. Open Postwright at the address that it was set up for.";
  // WebAuthn §14.5: a browser does not say whether there was no passkey, it was declined, or time ran out.
  if (name === "NotAllowedError") return "No passkey was used: it was declined, or there is none on this device.";
  return "The passkey could not be used. Try again, or take another way.";
}
