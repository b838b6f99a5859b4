import { PasskeySignInButton } from "#components/auth/passkey-sign-in-button.tsx";
import { ProviderSignInLink } from "#components/auth/provider-sign-in-link.tsx";

type OtherSignInMethodsProps = {
  passkeys: boolean;
  /** What people call the provider; null where there is none. */
  provider: string | null;
  /** Where to go afterwards, a path of this app. */
  next: string;
};

/** Ways to sign in without typing anything; nothing where the service is elsewhere. */
export function OtherSignInMethods({ passkeys, provider, next }: OtherSignInMethodsProps) {
  return (
    <>
      {provider === null ? null : <ProviderSignInLink name={provider} next={next} />}
      {passkeys ? <PasskeySignInButton next={next} /> : null}
    </>
  );
}
