import { startRegistration } from "@simplewebauthn/browser";
import { addPasskey, startPasskeyRegistration } from "#lib/actions/auth/passkeys.ts";
import type { Failure, Result } from "#lib/contract/errors.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { withConfirmation } from "#lib/queries/with-confirmation.ts";

type Options = Parameters<typeof startRegistration>[0]["optionsJSON"];
type Added = Awaited<ReturnType<typeof addPasskey>>;

/** Has the browser create a passkey and adds it to the account; loaded on first use. */
export async function registerPasskey(name: string): Promise<Added> {
  try {
    const asked = await withConfirmation(() => startPasskeyRegistration(name));
    if (asked.error) return asked;
    const { challenge, options } = asked.ok;
    const made = await ask(options as Options);
    return made.error ? made : await withConfirmation(() => addPasskey({ challenge, name, response: made.ok }));
  } catch (error) {
    return { error: toReadFailure(error) };
  }
}

async function ask(optionsJSON: Options): Promise<Result<Awaited<ReturnType<typeof startRegistration>>>> {
  try {
    return { ok: await startRegistration({ optionsJSON }) };
  } catch (error) {
    return { error: toFailure(getRegistrationErrorMessage(error)) };
  }
}

const toFailure = (message: string): Failure => ({ code: "passkey", message, status: null, neverSent: true });

/** Returns why the browser or the authenticator created no passkey. */
function getRegistrationErrorMessage(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED") return "This device already has a passkey here.";
  if (code === "ERROR_INVALID_DOMAIN" || code === "ERROR_INVALID_RP_ID" || name === "SecurityError")
    return "Passkeys don't work at this address. Open Postwright at its configured address.";
  if (name === "NotAllowedError" || code === "ERROR_CEREMONY_ABORTED") return "Canceled or timed out.";
  return "This device couldn't create one. Try another device or a security key.";
}
