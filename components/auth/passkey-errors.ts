/** Returns the message for a browser or an authenticator that gave no passkey; null when the person canceled. */
export function getPasskeyErrorMessage(error: unknown): string | null {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (code === "ERROR_CEREMONY_ABORTED") return null;
  if (code === "ERROR_INVALID_DOMAIN" || code === "ERROR_INVALID_RP_ID" || name === "SecurityError")
    return "Passkeys don't work at this address. Open Postwright at its configured address.";
  // WebAuthn §14.5: a browser does not reveal the cause: no passkey, a refusal or a timeout.
  if (name === "NotAllowedError") return "No passkey was used: it was canceled, or this device has none.";
  return "The passkey couldn't be used. Try again or sign in another way.";
}
