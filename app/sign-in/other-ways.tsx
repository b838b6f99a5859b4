import { PasskeyButton } from "#components/auth/passkey-sign-in-button.tsx";
import { ProviderLink } from "#components/auth/provider-sign-in-link.tsx";

type OtherWaysProps = {
  passkeys: boolean;
  /** What people call the provider; null where there is none. */
  provider: string | null;
  /** Where to go afterwards, a path of this app. */
  next: string;
};

/** Ways to sign in without typing anything; nothing where the service is elsewhere. */
export function OtherWays({ passkeys, provider, next }: OtherWaysProps) {
  return (
    <>
      {provider === null ? null : <ProviderLink name={provider} next={next} />}
      {passkeys ? <PasskeyButton next={next} /> : null}
    </>
  );
}
