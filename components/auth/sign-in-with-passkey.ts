import { startAuthentication } from "@simplewebauthn/browser";
import { finishPasskeySignIn, startPasskeySignIn } from "#lib/actions/auth/sign-in-with-passkey.ts";
import { toReadFailure } from "#lib/queries/read-resource.ts";
import { getPasskeyErrorMessage } from "./passkey-errors.ts";

type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/**
 * Gets a passkey from the browser and signs in by it; loaded on first use. `fromField` offers passkeys in the e-mail
 * field and waits silently until one is chosen, unless `isGivenUp` is true by then: a browser allows one pending
 * request only.
 * @returns a message when sign-in failed.
 */
export async function signInWithPasskey(
  next: string,
  fromField: boolean,
  isGivenUp: () => boolean = () => false,
): Promise<string | null> {
  try {
    const asked = await startPasskeySignIn();
    if (asked.error) return fromField ? null : asked.error.message;
    if (isGivenUp()) return null;
    const { challenge, options } = asked.ok;
    let response: Awaited<ReturnType<typeof startAuthentication>>;
    try {
      response = await startAuthentication({ optionsJSON: options as Options, useBrowserAutofill: fromField });
    } catch (error) {
      return fromField ? null : getPasskeyErrorMessage(error);
    }
    const signedIn = await finishPasskeySignIn({ answer: { challenge, response }, next });
    if (signedIn.error) return signedIn.error.message;
    // A full page load leaves nothing of the previous member in memory.
    location.assign(signedIn.ok.next);
    return await new Promise(() => undefined);
  } catch (error) {
    return `${toReadFailure(error).message} You are not signed in. Try again in a moment.`;
  }
}
