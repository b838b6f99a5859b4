import { startAuthentication } from "@simplewebauthn/browser";
import { confirmIdentity, createPasskeyConfirmation } from "#lib/actions/auth/confirm-identity.ts";
import type { Result } from "#lib/contract/errors.ts";
import { getPasskeyErrorMessage } from "./passkey-errors.ts";

type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/**
 * Confirms the person's identity by a passkey; loaded on first use. An empty message means that the person canceled.
 */
export async function confirmWithPasskey(): Promise<Result<{ confirmed: true }>> {
  const asked = await createPasskeyConfirmation();
  if (asked.error) return asked;
  const { challenge, options } = asked.ok;
  let response: Awaited<ReturnType<typeof startAuthentication>>;
  try {
    response = await startAuthentication({ optionsJSON: options as Options });
  } catch (error) {
    return { error: { code: "passkey", message: getPasskeyErrorMessage(error) ?? "", status: null, neverSent: true } };
  }
  return confirmIdentity({ passkey: { challenge, response } });
}
